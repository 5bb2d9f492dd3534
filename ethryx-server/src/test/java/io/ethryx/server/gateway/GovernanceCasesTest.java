package io.ethryx.server.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.ethryx.governance.Rate;
import io.ethryx.server.testing.ParsedPage;
import io.ethryx.server.testing.RawClient;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What governance does to calls from the field, over real sockets: spellings of denied methods, batches, old blocks, odd labels. */
@Timeout(60)
final class GovernanceCasesTest {

    private static final String HEAD = "1/lastBlockNumber: {latestBlockNumber: \"0x3e8\"}";
    private static final Pattern LIMITED = Pattern.compile(
            "\\{\"jsonrpc\":\"2.0\",\"error\":\\{\"code\":-41001,\"message\":\"too many requests\"},\"id\":(\\d+)}");

    private ScriptedNode node;
    private GatewayFixture gateway;

    @BeforeEach
    void start() throws IOException {
        node = ScriptedNode.answering(GovernanceCasesTest::answer);
    }

    /** Answers every id that stands in a body. */
    private static String answer(String body) {
        List<String> answers = new ArrayList<>();
        Matcher id = Pattern.compile("\"id\":(\\d+)").matcher(body);
        while (id.find()) {
            answers.add("{\"jsonrpc\":\"2.0\",\"id\":" + id.group(1) + ",\"result\":\"node\"}");
        }
        String all = String.join(",", answers);
        return body.startsWith("[") ? "[" + all + "]" : all;
    }

    private void serve(String... processor) throws IOException {
        List<String> lines = new ArrayList<>(List.of(
                node.as("1/nodes/s", 1),
                HEAD,
                node.as("2/nodes/s", 1),
                "---",
                "proxy_config:",
                "  processor:",
                "    {"));
        for (String line : processor) {
            lines.add("      " + line + ",");
        }
        lines.add("    }");
        gateway = GatewayFixture.start(lines.toArray(String[]::new));
    }

    @AfterEach
    void stop() throws IOException {
        gateway.close();
        node.close();
    }

    private static String call(int id, String method, String params) {
        return "{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"method\":\"" + method + "\",\"params\":" + params + "}";
    }

    private int asked() {
        return node.upstream().waitingRequests();
    }

    // --- spellings of denied methods (field case 58) ---

    @ParameterizedTest
    @ValueSource(
            strings = {
                "txpool_content",
                "txpool_contentFrom",
                "txpool_",
                "txpool_*",
                "txpool_content\\u0000",
                "txpool_content ",
                "txpool_\\u0441\\u043entent",
                "\\u0074xpool_content",
                "txpool\\u005fcontent",
                "\\u0074\\u0078\\u0070\\u006f\\u006f\\u006c\\u005f\\u0063ontent",
                "eth_newPendingTransactionFilter",
                "eth_newPendingTransaction\\u0046ilter"
            })
    void a_denied_method_is_denied_however_it_is_spelled(String method) throws Exception {
        serve();
        assertThat(gateway.ask("/1", call(77, method, "[]")))
                .startsWith("HTTP/1.1 400 ")
                .endsWith(
                        "{\"jsonrpc\":\"2.0\",\"error\":{\"code\":-41003,\"message\":\"method not allowed\"},\"id\":77}");
        assertThat(gateway.ask("/1", "[" + call(78, method, "[]") + "]"))
                .startsWith("HTTP/1.1 200 ")
                .endsWith(
                        "[{\"jsonrpc\":\"2.0\",\"error\":{\"code\":-41003,\"message\":\"method not allowed\"},\"id\":78}]");
        assertThat(gateway.ask("/1", call(79, method, "[]").replace("\"id\":79,", "")))
                .startsWith("HTTP/1.1 204 ");
        assertThat(asked()).isZero();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "TXPOOL_content",
                "Txpool_content",
                " txpool_content",
                "\\ttxpool_content",
                "\\u0000txpool_content",
                "\\ufefftxpool_content",
                "\\u200btxpool_content",
                "txpoolX_content",
                "txpool",
                "xtxpool_content",
                "\\u0442xpool_content",
                "txp\\u043e\\u043el_content",
                "txpool\\uff3fcontent",
                "txpool.content",
                "eth_newpendingtransactionfilter",
                "eth_newPendingTransactionFilter\\n"
            })
    void what_is_no_spelling_of_it_reaches_the_node_as_it_was_written_or_is_misnamed(String method) throws Exception {
        serve();
        String body = call(77, method, "[]");
        assertThat(gateway.ask("/1", body)).contains("\"result\":\"node\"");
        assertThat(node.upstream().nextRequest()).endsWith("\r\n\r\n" + body);
        gateway.close();
        serve("method_name_checker: {enable: true, denied_regexp: \"(?i)^txpool|^eth_newpending\"}");
        assertThat(gateway.ask("/1", body)).matches(answer -> answer.contains("-41003") || answer.contains("\"node\""));
        assertThat(asked()).isLessThanOrEqualTo(method.matches("txpool|xtxpool_content") ? 1 : 0);
    }

    @Test
    void of_a_batch_only_the_denied_ones_are_denied() throws Exception {
        serve();
        assertThat(gateway.ask(
                        "/1",
                        "[" + call(1, "txpool_content", "[]") + "," + call(2, "eth_chainId", "[]") + ","
                                + call(3, "TXPOOL_content", "[]") + "]"))
                .endsWith(
                        "[{\"jsonrpc\":\"2.0\",\"error\":{\"code\":-41003,\"message\":\"method not allowed\"},\"id\":1},"
                                + "{\"jsonrpc\":\"2.0\",\"id\":2,\"result\":\"node\"},{\"jsonrpc\":\"2.0\",\"id\":3,\"result\":\"node\"}]");
        assertThat(node.upstream().nextRequest()).doesNotContain("txpool_content");
    }

    @Test
    void an_empty_list_denies_nothing_and_an_own_one_only_what_it_says() throws Exception {
        serve("method_denied: []");
        assertThat(gateway.ask("/1", call(1, "txpool_content", "[]"))).contains("\"node\"");
        gateway.close();
        serve("method_denied: [\"debug_*\", eth_accounts]");
        assertThat(gateway.ask("/1", call(1, "txpool_content", "[]"))).contains("\"node\"");
        assertThat(gateway.ask("/1", call(1, "debug_traceCall", "[]"))).contains("-41003");
        assertThat(gateway.ask("/1", call(1, "eth_accounts", "[]"))).contains("-41003");
    }

    // --- limits (field case 60) ---

    @Test
    void the_calls_of_a_batch_are_limited_one_by_one() throws Exception {
        serve("rate_limiter: {rpc_methods: {eth_getLogs: 5}}");
        StringBuilder batch = new StringBuilder("[");
        for (int i = 1; i <= 50; i++) {
            batch.append(call(i, "eth_getLogs", "[{}]")).append(',');
        }
        String answer = gateway.ask("/1", batch + call(51, "eth_chainId", "[]") + "]");
        Matcher limited = LIMITED.matcher(answer);
        List<Integer> ids = new ArrayList<>();
        while (limited.find()) {
            ids.add(Integer.valueOf(limited.group(1)));
        }
        assertThat(answer).startsWith("HTTP/1.1 200 ").doesNotContainIgnoringCase("retry-after");
        assertThat(ids).hasSizeBetween(40, 45).doesNotHaveDuplicates().doesNotContain(1, 2, 3, 4, 5, 51);
        for (int i = 1; i <= 51; i++) {
            assertThat(answer).containsOnlyOnce("\"id\":" + i + (ids.contains(i) ? "}" : ",\"result\""));
        }
        gateway.awaitSum(ids.size(), "ethryx_gateway_ratelimited_total", "method", "eth_getLogs");
    }

    @ParameterizedTest
    @CsvSource({"0.1, 10", "0.01, 100", "0.3, 4", "0.5, 2"})
    void a_limited_call_is_told_in_whole_seconds_when_to_come_again(double rate, int seconds) throws Exception {
        serve("rate_limiter: {rpc_methods: {eth_x: " + rate + "}}");
        assertThat(gateway.ask("/1", call(1, "eth_x", "[]"))).startsWith("HTTP/1.1 200 ");
        assertThat(gateway.ask("/1", call(9, "eth_x", "[]")))
                .startsWith("HTTP/1.1 429 ")
                .containsIgnoringCase("\r\nretry-after: " + seconds + "\r\n")
                .endsWith(
                        "{\"jsonrpc\":\"2.0\",\"error\":{\"code\":-41001,\"message\":\"too many requests\"},\"id\":9}");
    }

    @ParameterizedTest
    @CsvSource({"process, 1", "chain, 2", "client, 3"})
    void a_bucket_is_the_processs_the_chains_or_the_clients(String per, int admitted) throws Exception {
        serve("rate_limiter: {rpc_methods: {eth_x: 0.001}, per: " + per + "}");
        int good = 0;
        for (String[] who :
                new String[][] {{"/1", "a"}, {"/0x1", "a"}, {"/1", "b"}, {"/2", "a"}, {"/2", "c"}, {"/1", " b "}}) {
            good += gateway.ask(who[0], call(1, "eth_x", "[]"), "client-id: " + who[1])
                            .contains("\"node\"")
                    ? 1
                    : 0;
        }
        assertThat(good).isEqualTo(admitted);
    }

    @Test
    void a_burst_of_its_own_and_rates_that_are_changed_while_it_runs() throws Exception {
        serve("rate_limiter: {rpc_methods: {eth_x: 0.001}, burst: {eth_x: 3}}");
        for (int i = 0; i < 3; i++) {
            assertThat(gateway.ask("/1", call(1, "eth_x", "[]"))).contains("\"node\"");
        }
        assertThat(gateway.ask("/1", call(1, "eth_x", "[]"))).startsWith("HTTP/1.1 429 ");
        assertThat(gateway.gateway().limiter().free("eth_x")).isTrue();
        assertThat(gateway.ask("/1", call(1, "eth_x", "[]"))).contains("\"node\"");
        gateway.gateway().limiter().limit("eth_y", new Rate(0.001, 1));
        assertThat(gateway.ask("/1", call(1, "eth_y", "[]"))).contains("\"node\"");
        assertThat(gateway.ask("/1", call(1, "eth_y", "[]"))).startsWith("HTTP/1.1 429 ");
    }

    // --- blocks ---

    private static final String RANGE =
            "block_range_query_limit: {enable: true, hash_block_enable: true, recent_blocks: 100";

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "eth_getBalance | [\"0xa\",\"0x384\"] | true",
                "eth_getBalance | [\"0xa\",\"0x383\"] | false",
                "eth_getBalance | [\"0xa\",\"earliest\"] | false",
                "eth_getBalance | [\"0xa\",\"latest\"] | true",
                "eth_getBalance | [\"0xa\",\"safe\"] | true",
                "eth_getBalance | [\"0xa\",\"finalized\"] | true",
                "eth_getBalance | [\"0xa\",{\"blockNumber\":\"0x1\"}] | false",
                "eth_getBalance | [\"0xa\"] | true",
                "eth_getBlockByNumber | [\"0x1\",false] | false",
                "eth_call | [{},\"0x0\"] | false",
                "debug_traceBlockByNumber | [\"0x1\"] | false",
                "eth_getLogs | [{\"fromBlock\":\"0x1\",\"toBlock\":\"latest\"}] | false",
                "eth_getLogs | [{\"fromBlock\":\"0x3e0\"}] | true",
                "eth_getLogs | [{\"fromBlock\":\"earliest\"}] | false",
                "eth_feeHistory | [\"0x2\",\"latest\",[]] | true",
                "eth_feeHistory | [\"0x3e7\",\"latest\",[]] | false",
                "eth_chainId | [] | true",
            })
    void a_block_that_is_too_old_is_refused(String method, String params, boolean admitted) throws Exception {
        serve(RANGE + "}");
        String answer = gateway.ask("/1", call(4, method, params));
        if (admitted) {
            assertThat(answer).contains("\"node\"");
        } else {
            assertThat(answer)
                    .startsWith("HTTP/1.1 400 ")
                    .endsWith(
                            "{\"jsonrpc\":\"2.0\",\"error\":{\"code\":-41000,\"message\":\"the height of queried block exceeds"
                                    + " the limit\",\"data\":\"recent_blocks 100\"},\"id\":4}");
            assertThat(asked()).isZero();
        }
        // the head of the other chain is not known
        assertThat(gateway.ask("/2", call(4, method, params))).contains("\"node\"");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "eth_getBalance | [\"0xa\" , \"0x1\" ] | [\"0xa\" , \"latest\" ]",
                "eth_getBalance | [\"0xa\", {\"blockNumber\" : \"0x1\"}] | [\"0xa\", {\"blockNumber\" : \"latest\"}]",
                "eth_getBlockByNumber | [ \"earliest\",false] | [ \"latest\",false]",
            })
    void an_old_block_becomes_the_latest_where_that_is_wished(String method, String params, String sent)
            throws Exception {
        serve(RANGE + ", rewrite_to_latest: true}");
        assertThat(gateway.ask("/1", call(4, method, params))).contains("\"node\"");
        assertThat(node.upstream().nextRequest()).endsWith("\r\n\r\n" + call(4, method, sent));
        assertThat(gateway.ask("/1", call(4, "eth_getLogs", "[{\"fromBlock\":\"0x1\"}]")))
                .contains("-41000");
        String batch = "[" + call(1, method, params) + "]";
        assertThat(gateway.ask("/1", batch)).contains("\"node\"");
        assertThat(node.upstream().nextRequest()).endsWith("\r\n\r\n[" + call(1, method, sent) + "]");
    }

    @Test
    void blocks_by_hash_and_wide_ranges_are_refused_where_that_is_wished() throws Exception {
        String hash = "\"0x" + "ab".repeat(32) + "\"";
        serve("block_range_query_limit: {enable: true, hash_block_enable: false, max_range: 10}");
        assertThat(gateway.ask("/1", call(1, "eth_getBlockByHash", "[" + hash + ",false]")))
                .contains("-41000");
        assertThat(gateway.ask("/1", call(1, "eth_getBalance", "[\"0xa\",{\"blockHash\":" + hash + "}]")))
                .contains("-41000");
        assertThat(gateway.ask("/1", call(1, "eth_getLogs", "[{\"blockHash\":" + hash + "}]")))
                .contains("-41000");
        String wide = "[{\"fromBlock\":\"0x1\",\"toBlock\":\"0xc\"}]";
        assertThat(gateway.ask("/1", call(1, "eth_getLogs", wide)))
                .startsWith("HTTP/1.1 400 ")
                .contains("\"data\":\"max_range 10\"");
        assertThat(gateway.ask("/1", call(1, "eth_getLogs", wide.replace("0xc", "0xb"))))
                .contains("\"node\"");
    }

    /** Field cases 47, 49, 51 and 53: what a range says, and what it leaves out. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "{} | node",
                "{\"address\":\"0xa\"} | node",
                "{\"fromBlock\":null,\"toBlock\":null} | node",
                "{\"fromBlock\":\"0x0\"} | -41000",
                "{\"fromBlock\":\"earliest\"} | -41000",
                "{\"fromBlock\":\"0x0\",\"toBlock\":null} | -41000",
                "{\"toBlock\":\"latest\"} | node",
                "{\"fromBlock\":\"latest\",\"toBlock\":\"latest\"} | node",
                "{\"fromBlock\":\"0x3df\",\"toBlock\":\"latest\"} | node",
                "{\"fromBlock\":\"0x3dd\",\"toBlock\":\"latest\"} | -41000",
                "{\"fromBlock\":\"0x20\",\"toBlock\":\"0x10\"} | -32602",
                "{\"fromBlock\":\"0x15\",\"toBlock\":\"0x10\"} | node",
                "{\"fromBlock\":\"safe\",\"toBlock\":\"finalized\"} | node",
                "{\"blockHash\":\"0xab\",\"fromBlock\":\"0x1\",\"toBlock\":\"0x2\"} | node",
            })
    void a_range_is_as_wide_as_its_ends_say_and_a_missing_end_is_the_latest(String filter, String outcome)
            throws Exception {
        serve(
                "block_range_query_limit: {enable: true, hash_block_enable: true, max_range: 10, rewrite_to_latest: true}");
        for (String method : List.of("eth_getLogs", "eth_newFilter")) {
            String body = call(1, method, "[" + filter + "]");
            String answer = gateway.ask("/1", body);
            assertThat(answer).contains(outcome);
            if (outcome.equals("node")) {
                assertThat(node.upstream().nextRequest()).endsWith("\r\n\r\n" + body);
            } else {
                assertThat(answer).contains("\"error\":{\"code\":" + outcome).contains("\"id\":1}");
                assertThat(asked()).isZero();
            }
        }
    }

    // --- the latest block ---

    @ParameterizedTest
    @ValueSource(strings = {"7", "\"a b\"", "1.50", "9007199254740993", "null"})
    void the_latest_block_is_asked_for_by_its_height_and_the_callers_id_stays(String id) throws Exception {
        node.close();
        node = ScriptedNode.named("n");
        serve();
        gateway.ask("/1", "{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"method\":\"getLatestBlock\",\"params\":[1]}");
        assertThat(node.upstream().nextRequest())
                .endsWith("{\"jsonrpc\":\"2.0\",\"id\":" + id
                        + ",\"method\":\"getBlockByHeight\",\"params\":[\"0x3e8\"]}");
        gateway.awaitSum(1, "jrpcx_rpc_calls_cache_hits", "method", "getLatestBlock");
        assertThat(gateway.ask("/2", "{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"method\":\"getLatestBlock\"}"))
                .startsWith("HTTP/1.1 200 ")
                .endsWith("\"error\":{\"code\":-32602,\"message\":\"invalid params\"},\"id\":" + id + "}");
    }

    // --- labels (field case 190) ---

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "a\\\"b | a\"b",
                "a\\\\b | a\\b",
                "a\\\\n | a\\n",
                "a\\nb | other",
                "a\\u0000b | other",
                "\\ud83d\\ude00 | other",
                "\\u00e9 | other",
                "a\\u2028b | other",
                "{le=\\\"1\\\"} 5 | {le=\"1\"} 5",
            })
    void a_label_holds_what_was_asked_or_is_other_and_the_page_stays_readable(String method, String label)
            throws Exception {
        serve();
        gateway.ask("/1", call(1, method, "[]"), "x-api-dapp: da\"p\\p\u00e9");
        gateway.awaitSum(1, "jrpcx_rpc_calls_finished");
        ParsedPage page = gateway.metrics();
        assertThat(page.sum("jrpcx_rpc_calls_finished", "method", label)).isOne();
        assertThat(page.sum("jrpcx_rpc_calls_started", "sourcedapp", "other")).isOne();
        assertThat(page.sum("ethryx_gateway_label_overflow_total", "label", "method") > 0)
                .isEqualTo(label.equals("other"));
    }

    @Test
    void hosts_that_clients_make_up_are_bounded() throws Exception {
        serve();
        try (RawClient client = gateway.client()) {
            for (int i = 0; i < 300; i++) {
                client.send(
                        GatewayFixture.post("/1", call(1, "m" + i, "[]")).replace("rpc.example", "h" + i + ".example"));
                client.readAnswer();
            }
        }
        gateway.awaitSum(300, "jrpcx_rpc_calls_finished");
        ParsedPage page = gateway.metrics();
        assertThat(page.samples().keySet().stream()
                        .filter(sample -> sample.name().equals("jrpcx_rpc_calls_finished"))
                        .map(sample -> sample.labels().get("host"))
                        .distinct())
                .hasSize(257)
                .contains("other");
        assertThat(page.sum("ethryx_gateway_label_overflow_total", "label", "host"))
                .isGreaterThanOrEqualTo(44);
        assertThat(page.sum("ethryx_gateway_label_overflow_total", "label", "method"))
                .isPositive();
    }
}
