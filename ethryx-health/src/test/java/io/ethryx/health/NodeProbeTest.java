package io.ethryx.health;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.ethryx.core.topology.ChainId;
import io.ethryx.core.topology.Pool;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Reference section 8: what passes a probe, and what a head is read from. */
class NodeProbeTest {

    private static final NodeProbe BLOCK_NUMBER = new NodeProbe("eth_blockNumber");

    @Test
    void the_body_is_that_of_the_replaced_program() {
        assertThat(new NodeProbe("getLatestBlock").body())
                .isEqualTo("{\"id\":1,\"jsonrpc\":\"2.0\",\"method\":\"getLatestBlock\",\"params\":[]}");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"result\":\"0x5\"}",
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":null}",
                "{\"jsonrpc\":\"2.0\",\"id\":7,\"result\":{\"number\":\"0x5\"},\"error\":null}",
                " {\"result\":false} ",
                "{\"result\":[]}"
            })
    void any_result_without_an_error_passes(String body) {
        assertThat(BLOCK_NUMBER.read(ScriptedNodes.response(200, body)).passed())
                .isTrue();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    200 | {"jsonrpc":"2.0","id":1}                               | bad_answer
                    200 | {"error":{"code":-32601,"message":"no"}}               | rpc_error
                    200 | {"result":"0x5","error":{"code":1,"message":"no"}}     | rpc_error
                    200 | {"result":"0x5","error":false}                         | rpc_error
                    200 | [{"result":"0x5"}]                                     | bad_answer
                    200 | "0x5"                                                  | bad_answer
                    200 | <html>                                                 | bad_answer
                    200 | {"result":"0x5"} x                                     | bad_answer
                    201 | {"result":"0x5"}                                       | http_status
                    204 | {"result":"0x5"}                                       | http_status
                    307 | {"result":"0x5"}                                       | http_status
                    503 | {"result":"0x5"}                                       | http_status
                    """)
    void anything_else_fails(int status, String body, String fault) {
        NodeAnswer answer = BLOCK_NUMBER.read(ScriptedNodes.response(status, body));
        assertThat(answer.fault()).extracting(NodeFault::wireName).isEqualTo(fault);
        assertThat(answer.detail()).isNotBlank();
    }

    @Test
    void no_whole_answer_fails() {
        assertThat(fault(ProbeFailure.timeout())).isEqualTo(NodeFault.TIMEOUT);
        assertThat(fault(ProbeFailure.transport("connection refused"))).isEqualTo(NodeFault.UNREACHABLE);
        assertThat(fault(ProbeFailure.tooLong())).isEqualTo(NodeFault.BAD_ANSWER);
    }

    private static NodeFault fault(ProbeFailure failure) {
        return BLOCK_NUMBER
                .read(new TimedProbe.Result(Optional.empty(), Optional.of(failure), false))
                .fault();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    eth_blockNumber | "0x1312d00"                              | 20000000
                    eth_blockNumber | "0x0"                                    | 0
                    eth_blockNumber | "0x000005"                               | 5
                    eth_blockNumber | 17                                       | 17
                    getLatestBlock  | {"number":"0x5","hash":"0x99"}           | 5
                    getLatestBlock  | {"height":6}                             | 6
                    getLatestBlock  | {"blockNumber":"0x7"}                    | 7
                    getLatestBlock  | {"latestBlockNumber":"0x8"}              | 8
                    getLatestBlock  | "0x9"                                    | 9
                    eth_blockNumber | "0x7fffffffffffffff"                     | 9223372036854775807
                    eth_blockNumber | "0x8000000000000000"                     | -
                    eth_blockNumber | "0xfffffffffffffffffffffffffffffffffff"  | -
                    eth_blockNumber | "20000000"                               | -
                    eth_blockNumber | "0x"                                     | -
                    eth_blockNumber | "latest"                                 | -
                    eth_blockNumber | -1                                       | -
                    eth_blockNumber | 1.5                                      | -
                    eth_blockNumber | null                                     | -
                    eth_blockNumber | {"hash":"0x5"}                           | -
                    eth_blockNumber | ["0x5"]                                  | -
                    eth_chainId     | "0x1"                                    | -
                    net_version     | "0x1"                                    | -
                    """)
    void a_head_is_read_where_the_method_tells_one(String method, String result, String head) {
        NodeAnswer answer = new NodeProbe(method).read(ScriptedNodes.response(200, "{\"result\":" + result + "}"));
        assertThat(answer.passed()).isTrue();
        assertThat(answer.head())
                .isEqualTo(head.equals("-") ? OptionalLong.empty() : OptionalLong.of(Long.parseLong(head)));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    false                                        | true
                    true                                         | false
                    {"currentBlock":"0x5","highestBlock":"0x9"}  | false
                    null                                         | false
                    """)
    void a_node_that_is_asked_whether_it_syncs_has_to_say_no(String result, boolean passes) {
        NodeAnswer answer =
                new NodeProbe("eth_syncing").read(ScriptedNodes.response(200, "{\"result\":" + result + "}"));
        assertThat(answer.passed()).isEqualTo(passes);
        assertThat(answer.fault()).isEqualTo(passes ? null : NodeFault.SYNCING);
    }

    @Test
    void whatever_a_node_says_is_judged_and_never_thrown() {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        byte[] good = "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"number\":\"0x5\"},\"error\":null}"
                .getBytes(StandardCharsets.UTF_8);
        for (int i = 0; i < 20_000; i++) {
            byte[] body = good.clone();
            for (int change = 0; change <= random.nextInt(4); change++) {
                body[random.nextInt(body.length)] = (byte) random.nextInt(256);
            }
            NodeAnswer answer = BLOCK_NUMBER.read(new ProbeResponse(200, "", body));
            assertThat(answer.detail().length()).as("seed %d, try %d", seed, i).isLessThan(1_000);
        }
    }

    // --- which method for whom ---

    @Test
    void a_chain_may_have_a_method_of_its_own_and_its_versions_take_it_over() {
        NodeProbeChoice choice = NodeProbeChoice.official(Map.of(
                new ChainId("1", ""),
                "eth_blockNumber",
                new ChainId("1", "v2"),
                "net_version",
                new ChainId("2", ""),
                "getLatestBlock"));
        assertThat(method(choice, "1", Pool.STATE)).isEqualTo("eth_blockNumber");
        assertThat(method(choice, "1-v1", Pool.ARCHIVE)).isEqualTo("eth_blockNumber");
        assertThat(method(choice, "1-v2", Pool.STATE)).isEqualTo("net_version");
        assertThat(method(choice, "1-v2", Pool.NATIVE)).isEqualTo("net_version");
        assertThat(method(choice, "3", Pool.STATE)).isEqualTo("getLatestBlock");
        assertThat(method(choice, "3", Pool.NATIVE)).isEqualTo("eth_blockNumber");
        assertThat(method(choice, "2", Pool.NATIVE))
                .as("what Native nodes don't know")
                .isEqualTo("eth_blockNumber");
        assertThat(method(NodeProbeChoice.stock(Map.of()), "1", Pool.STATE)).isEqualTo("eth_blockNumber");
    }

    private static String method(NodeProbeChoice choice, String chain, Pool pool) {
        return choice.of(ChainId.parse(chain).orElseThrow(), pool).method();
    }

    @Test
    void what_can_be_no_method_is_refused_with_its_name() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> NodeProbeChoice.stock(Map.of(new ChainId("1", ""), "a\"b")))
                .withMessageContaining("a\"b");
    }
}
