package io.ethryx.server.gateway;

import static io.ethryx.server.gateway.ThreePools.call;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What governance keeps from the nodes, and how the rest is spread and tried again, over sockets. */
@Timeout(60)
final class PolicyCasesTest {

    private static final String CHECKED = "proxy_config: {processor: {method_name_checker: {enable: true}}}";

    private ThreePools pools;

    @AfterEach
    void stop() throws IOException {
        if (pools != null) {
            pools.close();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "txpool_content",
                "txpool_contentFrom",
                "txpool_inspect",
                "txpool_status",
                "txpool_",
                "txpool_\\u0063ontent",
                "\\u0074xpool_content",
                "txpool_content\\u0000",
                "txpool_content ",
                "eth_newPendingTransactionFilter",
            })
    void a_denied_method_is_denied_however_it_is_written(String method) throws Exception {
        pools = ThreePools.named();
        String body = call("\"me\"", method, "[]");
        assertThat(pools.ask(body))
                .startsWith("HTTP/1.1 400 ")
                .endsWith(
                        "{\"jsonrpc\":\"2.0\",\"error\":{\"code\":-41003,\"message\":\"method not allowed\"},\"id\":\"me\"}");
        assertThat(pools.ask("[" + body + "]")).startsWith("HTTP/1.1 200 ").contains("\"code\":-41003");
        assertThat(pools.asked()).isZero();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                " txpool_content",
                "txpool-content",
                "txpool_\\u0441\\u043entent",
                "eth_call\\u0000",
                "eth call",
                "1eth_call",
                "eth_call\\n"
            })
    void where_names_are_checked_a_name_that_is_none_reaches_no_node(String method) throws Exception {
        pools = ThreePools.named("---", CHECKED);
        assertThat(pools.ask(call(method, "[]"))).startsWith("HTTP/1.1 400 ").contains("\"code\":-41003");
        assertThat(pools.asked()).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"TXPOOL_content", "txpoolX_content", "Txpool_content"})
    void a_name_that_only_resembles_a_denied_one_is_another_method_for_the_node_to_refuse(String method)
            throws Exception {
        pools = ThreePools.named("---", CHECKED);
        assertThat(pools.ask(call(method, "[]"))).contains("\"result\":\"state\"");
        assertThat(pools.state.upstream().nextRequest()).contains("\"method\":\"" + method + "\"");
    }

    @Test
    void each_element_of_a_batch_costs_a_token_and_those_beyond_are_refused_with_their_ids() throws Exception {
        pools = ThreePools.named(
                "---",
                "proxy_config: {processor: {rate_limiter: {rpc_methods: {eth_getLogs: 0.001}, burst: {eth_getLogs: 5}}}}");
        String batch = IntStream.range(0, 50)
                .mapToObj(i -> call(Integer.toString(i), "eth_getLogs", "[{}]"))
                .collect(Collectors.joining(",", "[", "]"));
        String answer = pools.ask(batch);
        assertThat(answer).startsWith("HTTP/1.1 200 ");
        assertThat(answer.split("\"result\":\"state\"", -1)).hasSize(5 + 1);
        assertThat(answer.split("\"code\":-41001,", -1)).hasSize(45 + 1);
        for (int id = 5; id < 50; id++) {
            assertThat(answer).contains("\"message\":\"too many requests\"},\"id\":" + id + "}");
        }
        assertThat(pools.ask(call("eth_getLogs", "[{}]")))
                .startsWith("HTTP/1.1 429 ")
                .containsIgnoringCase("\r\nretry-after: ");
        assertThat(pools.ask("[]")).contains("-32600");
    }

    /** The head is 1000; a filter's missing ends are the latest block. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{recent_blocks: 100, rewrite_to_latest: true} | [{\"blockHash\":HASH,\"fromBlock\":\"0x1\",\"toBlock\":\"0x2\"}] | as sent",
                "{recent_blocks: 100, rewrite_to_latest: true} | [{\"blockHash\":HASH,\"fromBlock\":\"latest\"}] | as sent",
                "{max_range: 50} | [{\"blockHash\":HASH,\"fromBlock\":\"0x3e7\",\"toBlock\":\"0x3e8\"}] | as sent",
                "{recent_blocks: 100} | [{}] | as sent",
                "{max_range: 50} | [{}] | as sent",
                "{recent_blocks: 100} | [{\"fromBlock\":\"0x0\"}] | refused",
                "{max_range: 50} | [{\"fromBlock\":\"0x0\"}] | refused",
                "{max_range: 50} | [{\"fromBlock\":\"earliest\"}] | refused",
                "{max_range: 50} | [{\"fromBlock\":\"0x3b5\"}] | refused",
                "{max_range: 50} | [{\"fromBlock\":\"0x3b6\"}] | as sent",
                "{max_range: 50} | [{\"toBlock\":\"latest\"}] | as sent",
                "{max_range: 50} | [{\"fromBlock\":\"latest\",\"toBlock\":\"latest\"}] | as sent",
                "{recent_blocks: 100, rewrite_to_latest: true} | [{\"fromBlock\":\"latest\",\"toBlock\":\"latest\"}] | as sent",
                "{recent_blocks: 100, rewrite_to_latest: true} | [{\"fromBlock\":\"0x1\",\"toBlock\":\"latest\"}] | refused",
                "{max_range: 50} | [{\"fromBlock\":\"0x20\",\"toBlock\":\"0x10\"}] | as sent",
                "{max_range: 50} | [{\"fromBlock\":\"0x3e8\",\"toBlock\":\"0x1\"}] | turned round",
                "{recent_blocks: 100, rewrite_to_latest: true} | [{\"fromBlock\":\"0x20\",\"toBlock\":\"0x10\"}] | refused",
            })
    void a_range_is_refused_whole_or_sent_as_it_is_and_never_mended(String limit, String params, String outcome)
            throws Exception {
        pools = ThreePools.named(
                "---",
                "proxy_config: {processor: {block_range_query_limit: "
                        + limit.replace("{", "{enable: true, hash_block_enable: true, ") + "}}");
        for (String method : List.of("eth_getLogs", "eth_newFilter")) {
            String body = call(method, params.replace("HASH", "\"0x" + "ab".repeat(32) + "\""));
            String answer = pools.ask(body);
            if (outcome.equals("refused")) {
                assertThat(answer).startsWith("HTTP/1.1 400 ").contains("\"code\":-41000,");
                assertThat(pools.asked()).isZero();
            } else if (outcome.equals("turned round")) {
                assertThat(answer).contains("\"code\":-32602,");
                assertThat(pools.asked()).isZero();
            } else {
                assertThat(answer).contains("\"result\":");
                String sent = pools.state.upstream().waitingRequests() > 0
                        ? pools.state.upstream().nextRequest()
                        : pools.archive.upstream().nextRequest();
                assertThat(sent).endsWith("\r\n\r\n" + body);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"random", "least_latency"})
    void where_every_weight_is_nought_there_is_no_backend(String strategy) throws Exception {
        pools = ThreePools.named(
                "1/gateway: {weights: [{node_key: s, weight: 0}, {node_key: a, weight: 0}]}",
                "---",
                "proxy_config: {node_select_strategy: " + strategy + "}");
        assertThat(pools.ask(call("eth_chainId", "[]")))
                .startsWith("HTTP/1.1 200 ")
                .contains("\"code\":-32603", "\"data\":\"no backends available\"");
        assertThat(pools.asked()).isZero();
    }

    @Test
    void a_node_of_weight_nought_is_drained() throws Exception {
        List<ScriptedNode> two = new ArrayList<>();
        for (String name : List.of("drained", "kept")) {
            two.add(ScriptedNode.named(name));
        }
        try (GatewayFixture gateway = GatewayFixture.start(
                two.get(0).as("1/nodes/x", 1),
                two.get(1).as("1/nodes/y", 1),
                "1/gateway: {weights: [{node_key: x, weight: 0}]}")) {
            for (int i = 0; i < 200; i++) {
                assertThat(gateway.ask("/1", call("eth_chainId", "[]"))).contains("\"result\":\"kept\"");
            }
        }
        assertThat(two.get(0).upstream().received()).isEmpty();
        for (ScriptedNode node : two) {
            node.close();
        }
    }

    @ParameterizedTest
    @CsvSource({", /", "/x/, /x/", "/rpc, /rpc"})
    void a_native_retry_goes_to_the_root_or_to_the_node_s_own_path(String path, String target) throws Exception {
        String precompile = "{\"jsonrpc\":\"2.0\",\"id\":1,\"error\":{\"code\":-39008,\"message\":\"no\"}}";
        try (ScriptedNode state = ScriptedNode.answering(body -> precompile);
                ScriptedNode natives = ScriptedNode.named("native");
                GatewayFixture gateway = GatewayFixture.start(
                        state.as("1/nodes/s", 1).replace("}", ", path: /base}"),
                        natives.as("1/nativeNodes/n", 0).replace("}", path == null ? "}" : ", path: " + path + "}"))) {
            String body = call("eth_call", "[{},\"latest\"]");
            assertThat(gateway.ask("/1?key=v", body, "client-id: me", "Connection: X-Hop", "X-Hop: 1"))
                    .contains("\"result\":\"native\"");
            assertThat(state.upstream().nextRequest()).startsWith("POST /base?key=v HTTP/1.1\r\n");
            assertThat(natives.upstream().nextRequest())
                    .startsWith("POST " + target)
                    .containsIgnoringCase("\r\nclient-id: me\r\n")
                    .containsIgnoringCase("\r\ncontent-length: " + body.length() + "\r\n")
                    .doesNotContainIgnoringCase("x-hop")
                    .endsWith("\r\n\r\n" + body);
        }
    }

    @Test
    void without_an_archive_node_the_answer_of_the_one_without_the_state_stands() throws Exception {
        String missing = "{\"jsonrpc\":\"2.0\",\"id\":1,\"error\":{\"code\":-39006,\"message\":\"state not found\"}}";
        try (ScriptedNode state = ScriptedNode.answering(body -> missing);
                GatewayFixture gateway = GatewayFixture.start(state.as("1/nodes/s", 1))) {
            assertThat(gateway.ask("/1", call("eth_call", "[{},\"latest\"]"))).endsWith("\r\n\r\n" + missing);
        }
    }

    @Test
    void the_ladder_is_climbed_in_order_and_the_last_answer_is_the_caller_s() throws Exception {
        List<String> order = new ArrayList<>();
        try (ScriptedNode state = failing(order, "state", -39006);
                ScriptedNode archive = failing(order, "archive", -39008);
                ScriptedNode natives = failing(order, "native", -32000);
                GatewayFixture gateway = GatewayFixture.start(
                        state.as("1/nodes/s", 1), archive.as("1/nodes/a", 2), natives.as("1/nativeNodes/n", 0))) {
            assertThat(gateway.ask("/1", call("eth_call", "[{},\"latest\"]")))
                    .endsWith("{\"jsonrpc\":\"2.0\",\"id\":1,\"error\":{\"code\":-32000,\"message\":\"native\"}}");
        }
        assertThat(order).containsExactly("state", "archive", "native");
    }

    private static ScriptedNode failing(List<String> order, String name, int code) throws IOException {
        return ScriptedNode.answering(body -> {
            synchronized (order) {
                order.add(name);
            }
            return "{\"jsonrpc\":\"2.0\",\"id\":1,\"error\":{\"code\":" + code + ",\"message\":\"" + name + "\"}}";
        });
    }
}
