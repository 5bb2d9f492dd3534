package io.ethryx.server.demo;

import static org.assertj.core.api.Assertions.assertThat;

import io.ethryx.server.testing.RawClient;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SimulatedExecutionNodeTest {

    private PairUnderTest pair;

    @BeforeEach
    void start() throws IOException {
        pair = new PairUnderTest();
    }

    @AfterEach
    void stop() {
        pair.close();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "eth_chainId | [] | \"0x539\"",
                "net_version | [] | \"1337\"",
                "web3_clientVersion | [] | \"EthryxSimulated/v1/execution\"",
                "eth_blockNumber | [] | \"0x64\"",
                "eth_syncing | [] | false",
                "net_peerCount | [] | \"0x19\"",
                "eth_gasPrice | [] | \"0x3b9aca07\"",
                "eth_getLogs | [{}] | []",
                "eth_getBalance | [\"0x00000000000000000000000000000000000000aa\",\"latest\"] | \"0xde0b6b3a7640000\"",
                "eth_getBlockByNumber | [\"0x65\",false] | null",
                "eth_getBlockByNumber | [\"0x7fffffffffffffff\",false] | null",
                "eth_call | [{},\"latest\"] | \"0x0000000000000000000000000000000000000000000000000000000000000001\"",
                "eth_sendRawTransaction | [\"0x616263\"]"
                        + " | \"0xba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad\"",
                "eth_feeHistory | [\"0x2\",\"latest\",[25,75]]"
                        + " | {\"oldestBlock\":\"0x63\",\"baseFeePerGas\":[\"0x7\",\"0x7\",\"0x7\"],"
                        + "\"gasUsedRatio\":[0.5,0.5],\"reward\":[[\"0x1\",\"0x1\"],[\"0x1\",\"0x1\"]]}",
                "eth_feeHistory | [1000,\"0x1\",[]]"
                        + " | {\"oldestBlock\":\"0x0\",\"baseFeePerGas\":[\"0x7\",\"0x7\",\"0x7\"],"
                        + "\"gasUsedRatio\":[0.5,0.5],\"reward\":[]}",
            })
    void each_method_has_its_result(String method, String params, String result) throws Exception {
        assertThat(pair.result(method, params)).isEqualTo(result);
    }

    @ParameterizedTest
    @CsvSource({"latest,0x64", "pending,0x64", "safe,0x40", "finalized,0x20", "earliest,0x0", "0x5,0x5", "0x64,0x64"})
    void each_tag_names_a_block(String tag, String number) throws Exception {
        assertThat(pair.result("eth_getBlockByNumber", "[\"" + tag + "\",false]"))
                .startsWith("{\"number\":\"" + number + "\",\"hash\":\"0x");
    }

    @Test
    void a_block_knows_its_parent_and_its_time() throws Exception {
        SimulatedChain chain = pair.nodes.chain();
        assertThat(pair.result("eth_getBlockByNumber", "[\"latest\",false]"))
                .contains("\"hash\":\"" + chain.blockHash(100) + "\"")
                .contains("\"parentHash\":\"" + chain.blockHash(99) + "\"")
                .contains("\"timestamp\":\"0x" + Long.toHexString(PairUnderTest.NOW.getEpochSecond()) + "\"");
        assertThat(pair.result("eth_getBlockByNumber", "[\"0x63\",false]"))
                .contains("\"hash\":\"" + chain.blockHash(99) + "\"")
                .contains("\"timestamp\":\"0x" + Long.toHexString(PairUnderTest.NOW.getEpochSecond() - 12) + "\"");
    }

    @Test
    void a_block_is_found_by_its_hash_as_by_its_number() throws Exception {
        SimulatedChain chain = pair.nodes.chain();
        String byNumber = pair.result("eth_getBlockByNumber", "[\"0x5\",true]");
        assertThat(pair.result("eth_getBlockByHash", "[\"" + chain.blockHash(5) + "\",true]"))
                .isEqualTo(byNumber);
        assertThat(pair.result("eth_getBlockByHash", "[\"" + chain.blockHash(101) + "\",true]"))
                .isEqualTo("null");
        assertThat(pair.result("eth_getBlockByHash", "[\"0x" + "0".repeat(64) + "\",true]"))
                .isEqualTo("null");
    }

    @Test
    void transactions_come_as_hashes_or_whole() throws Exception {
        assertThat(pair.result("eth_getBlockByNumber", "[\"0x5\",false]")).containsPattern("\"transactions\":\\[\"0x");
        assertThat(pair.result("eth_getBlockByNumber", "[\"0x5\",true]"))
                .containsPattern("\"transactions\":\\[\\{\"hash\":\"0x")
                .contains("\"blockNumber\":\"0x5\"");
        assertThat(pair.result("eth_getBlockByNumber", "[\"0x0\",true]")).contains("\"transactions\":[]");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "eth_getBlockByNumber | []",
                "eth_getBlockByNumber | [\"latest\"]",
                "eth_getBlockByNumber | [\"newest\",false]",
                "eth_getBlockByNumber | [\"0x05\",false]",
                "eth_getBlockByNumber | [\"0xffffffffffffffff\",false]",
                "eth_getBlockByNumber | [5,false]",
                "eth_getBlockByNumber | [\"latest\",\"false\"]",
                "eth_getBlockByNumber | {}",
                "eth_getBlockByHash | [\"0x12\",false]",
                "eth_getBalance | [\"0x12\",\"latest\"]",
                "eth_sendRawTransaction | [\"0x123\"]",
                "eth_sendRawTransaction | []",
                "eth_feeHistory | [\"x\",\"latest\",[]]",
                "eth_feeHistory | []",
            })
    void wrong_parameters_are_32602(String method, String params) throws Exception {
        assertThat(pair.call(method, params)).startsWith("{\"jsonrpc\":\"2.0\",\"id\":1,\"error\":{\"code\":-32602,");
    }

    @ParameterizedTest
    @ValueSource(strings = {"eth_coinbase", "ETH_CHAINID", "", "eth_subscribe"})
    void other_methods_are_32601(String method) throws Exception {
        assertThat(pair.call(method, "[]")).startsWith("{\"jsonrpc\":\"2.0\",\"id\":1,\"error\":{\"code\":-32601,");
    }

    @ParameterizedTest
    @ValueSource(strings = {"7", "-1", "1.0e2", "12345678901234567890", "\"a\\u0041\\\"é\"", "\"\"", "null", "0.10"})
    void an_id_comes_back_byte_for_byte(String id) throws Exception {
        HttpResponse<String> answer =
                pair.post("{\"method\":\"eth_chainId\", \"id\" : " + id + " ,\"jsonrpc\":\"2.0\"}");
        assertThat(answer.body()).isEqualTo("{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"result\":\"0x539\"}");
        assertThat(answer.headers().firstValue("content-type")).contains("application/json");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{ | -32700",
                "{} x | -32700",
                "`` | -32700",
                "[] | -32600",
                "1 | -32600",
                "{} | -32600",
                "{\"jsonrpc\":\"1.0\",\"method\":\"eth_chainId\",\"id\":null} | -32600",
                "{\"jsonrpc\":\"2.0\",\"method\":5,\"id\":null} | -32600",
                "{\"jsonrpc\":\"2.0\",\"method\":\"eth_chainId\",\"id\":{}} | -32600",
                "{\"jsonrpc\":\"2.0\",\"method\":\"eth_chainId\",\"id\":true} | -32600",
            })
    void what_is_no_request_gets_an_error_without_an_id(String body, int code) throws Exception {
        HttpResponse<String> answer = pair.post(body);
        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.body()).startsWith("{\"jsonrpc\":\"2.0\",\"id\":null,\"error\":{\"code\":" + code + ",");
    }

    @Test
    void a_batch_is_answered_in_order_without_its_notifications() throws Exception {
        assertThat(pair.post("[{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"eth_chainId\"},"
                                + "{\"jsonrpc\":\"2.0\",\"method\":\"eth_chainId\"},"
                                + "3,"
                                + "{\"jsonrpc\":\"2.0\",\"id\":\"1\",\"method\":\"eth_blockNumber\",\"params\":[]}]")
                        .body())
                .isEqualTo("[{\"jsonrpc\":\"2.0\",\"id\":2,\"result\":\"0x539\"},"
                        + "{\"jsonrpc\":\"2.0\",\"id\":null,\"error\":{\"code\":-32600,"
                        + "\"message\":\"invalid request: not an object\"}},"
                        + "{\"jsonrpc\":\"2.0\",\"id\":\"1\",\"result\":\"0x64\"}]");
    }

    @Test
    void notifications_alone_get_no_body() throws Exception {
        String notification = "{\"jsonrpc\":\"2.0\",\"method\":\"eth_chainId\"}";
        assertThat(pair.post(notification).body()).isEmpty();
        assertThat(pair.post("[" + notification + "]").body()).isEmpty();
        assertThat(pair.el.log().calls("eth_chainId")).isEqualTo(2);
    }

    @Test
    void a_get_is_not_a_call() throws Exception {
        try (RawClient client = RawClient.connect(pair.el.httpPort())) {
            assertThat(client.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n").readAnswer())
                    .startsWith("HTTP/1.1 405 ");
        }
    }

    @Test
    void the_head_moves_with_the_slots() throws Exception {
        pair.nodes.advanceSlot();
        pair.nodes.advanceSlot();
        assertThat(pair.result("eth_blockNumber", "[]")).isEqualTo("\"0x66\"");
    }

    @Test
    void syncing_is_what_the_script_says() throws Exception {
        pair.el.script().syncing(5, 100);
        assertThat(pair.result("eth_syncing", "[]"))
                .isEqualTo("{\"startingBlock\":\"0x0\",\"currentBlock\":\"0x5\",\"highestBlock\":\"0x64\"}");
        pair.el.script().syncing("true");
        assertThat(pair.result("eth_syncing", "[]")).isEqualTo("true");
        pair.el.script().synced();
        assertThat(pair.result("eth_syncing", "[]")).isEqualTo("false");
    }

    @Test
    void peers_are_what_the_script_says() throws Exception {
        pair.el.script().peerCount("23");
        assertThat(pair.result("net_peerCount", "[]")).isEqualTo("23");
    }

    @Test
    void a_head_that_stands_still_lets_the_chain_go_on() throws Exception {
        pair.el.script().headAt(90);
        pair.nodes.advanceSlot();
        assertThat(pair.result("eth_blockNumber", "[]")).isEqualTo("\"0x5a\"");
        assertThat(pair.result("eth_getBlockByNumber", "[\"0x5b\",false]")).isEqualTo("null");
        pair.el.script().followHead();
        assertThat(pair.result("eth_blockNumber", "[]")).isEqualTo("\"0x65\"");
    }

    @Test
    void timestamps_can_be_shifted_both_ways() throws Exception {
        long now = PairUnderTest.NOW.getEpochSecond();
        pair.el.script().shiftTimestamps(Duration.ofDays(-8));
        assertThat(pair.result("eth_getBlockByNumber", "[\"latest\",false]"))
                .contains("\"timestamp\":\"" + Quantity.of(now - 691_200) + "\"");
        pair.el.script().shiftTimestamps(Duration.ofSeconds(5));
        assertThat(pair.result("eth_getBlockByNumber", "[\"latest\",false]"))
                .contains("\"timestamp\":\"" + Quantity.of(now + 5) + "\"");
    }

    @Test
    void one_method_fails_while_the_others_of_the_batch_answer() throws Exception {
        pair.el.script().error("net_peerCount", -32601, "the \"net\" namespace is off");
        assertThat(pair.post("[{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"net_peerCount\"},"
                                + "{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"eth_syncing\"}]")
                        .body())
                .isEqualTo("[{\"jsonrpc\":\"2.0\",\"id\":1,\"error\":{\"code\":-32601,"
                        + "\"message\":\"the \\\"net\\\" namespace is off\"}},"
                        + "{\"jsonrpc\":\"2.0\",\"id\":2,\"result\":false}]");
        pair.el.script().unscript("net_peerCount");
        assertThat(pair.call("net_peerCount", "[]")).contains("-32601");
    }

    @Test
    void reset_heals_everything() throws Exception {
        pair.el.script().syncing("true");
        pair.el.script().result("eth_chainId", "\"0x1\"");
        pair.el.script().headAt(3);
        pair.el.script().shiftTimestamps(Duration.ofDays(1));
        assertThat(pair.result("eth_chainId", "[]")).isEqualTo("\"0x1\"");
        pair.el.script().reset();
        assertThat(pair.result("eth_syncing", "[]")).isEqualTo("false");
        assertThat(pair.result("eth_chainId", "[]")).isEqualTo("\"0x539\"");
        assertThat(pair.result("eth_getBlockByNumber", "[\"latest\",false]"))
                .contains("\"number\":\"0x64\"")
                .contains("\"timestamp\":\"" + Quantity.of(PairUnderTest.NOW.getEpochSecond()) + "\"");
    }

    @Test
    void calls_are_counted_by_method_and_the_last_requests_kept() throws Exception {
        pair.call("eth_chainId", "[]");
        pair.call("eth_chainId", "[]");
        pair.call("eth_nonsense", "[]");
        assertThat(pair.el.log().calls("eth_chainId")).isEqualTo(2);
        assertThat(pair.el.log().calls("eth_nonsense")).isEqualTo(1);
        assertThat(pair.el.log().calls("eth_syncing")).isZero();
        assertThat(pair.el.log().requests()).isEqualTo(3);
        SeenRequest last = pair.el.log().last().get(2);
        assertThat(last.method()).isEqualTo("POST");
        assertThat(last.body()).contains("eth_nonsense");
        assertThat(last.header("Content-Type")).containsExactly("application/json");
        pair.el.log().clear();
        assertThat(pair.el.log().requests()).isZero();
        assertThat(pair.el.log().calls("eth_chainId")).isZero();
    }
}
