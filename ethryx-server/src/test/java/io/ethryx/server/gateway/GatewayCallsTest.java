package io.ethryx.server.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.ethryx.server.testing.Await;
import io.ethryx.server.testing.RawClient;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
final class GatewayCallsTest {

    private static final String HEAD = "1/lastBlockNumber: {latestBlockNumber: \"0x3e8\"}";

    private final List<ScriptedNode> nodes = new ArrayList<>();
    private ScriptedNode state;
    private ScriptedNode archive;
    private ScriptedNode nativeNode;
    private GatewayFixture gateway;

    @BeforeEach
    void start() throws IOException {
        state = node(ScriptedNode.named("state"));
        archive = node(ScriptedNode.named("archive"));
        nativeNode = node(ScriptedNode.named("native"));
        serve();
    }

    private ScriptedNode node(ScriptedNode started) {
        nodes.add(started);
        return started;
    }

    private void serve(String... top) throws IOException {
        if (gateway != null) {
            gateway.close();
        }
        List<String> lines = new ArrayList<>(List.of(
                state.as("1/nodes/s", 1), archive.as("1/nodes/a", 2), nativeNode.as("1/nativeNodes/n", 0), HEAD));
        lines.add("---");
        lines.addAll(List.of(top));
        gateway = GatewayFixture.start(lines.toArray(String[]::new));
    }

    @AfterEach
    void stop() throws IOException {
        gateway.close();
        for (ScriptedNode node : nodes) {
            node.close();
        }
    }

    private static String call(String method, String params) {
        return "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"" + method + "\",\"params\":" + params + "}";
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "[\"0xa\",\"latest\"] | state",
                "[\"0xa\"] | state",
                "[\"0xa\",\"0x3a8\"] | state",
                "[\"0xa\",\"0x3a7\"] | archive",
                "[\"0xa\",\"earliest\"] | archive",
                "[\"0xa\",{\"blockNumber\":\"0x1\"}] | archive",
            })
    void a_call_goes_to_the_pool_of_its_block(String params, String pool) throws IOException {
        assertThat(gateway.ask("/1", call("eth_getBalance", params))).contains("\"result\":\"" + pool + "\"");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/1", "/0x1", "/001", "/%31", "/1?key=x"})
    void a_chain_is_called_by_any_of_its_forms(String path) throws IOException {
        assertThat(gateway.ask(path, call("eth_chainId", "[]"))).contains("\"result\":\"state\"");
    }

    @Test
    void a_node_gets_the_callers_bytes_and_fields_and_the_client_the_nodes() throws Exception {
        String body =
                " {\"params\" : [1e2, \"\\u00e9\"],\"method\":\"eth_x\", \"id\" : 00.1e0,\"jsonrpc\":\"2.0\",\"z\":[]}\n"
                        .replace("00.1e0", "1.50");
        String answer = gateway.ask(
                "/1?q=1", body, "X-Custom: 1", "Connection: x-hop", "X-Hop: 1", "X-Forwarded-For: 192.0.2.1");
        assertThat(answer)
                .startsWith("HTTP/1.1 200 OK\r\n")
                .containsIgnoringCase("X-Node: yes\r\n")
                .endsWith("{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":\"state\"}");
        String request = state.upstream().nextRequest();
        assertThat(request)
                .startsWith("POST /?q=1 HTTP/1.1\r\nHost: 127.0.0.1:"
                        + state.upstream().port() + "\r\n")
                .contains("X-Custom: 1\r\n", "X-Forwarded-For: 192.0.2.1, 127.0.0.1\r\n")
                .doesNotContainIgnoringCase("x-hop")
                .endsWith("\r\n\r\n" + body);
    }

    @Test
    void a_node_without_the_state_sends_the_call_to_the_archive_and_one_that_cannot_execute_it_to_a_native_node()
            throws Exception {
        state.close();
        state = node(ScriptedNode.failing(-39006));
        archive.close();
        archive = node(ScriptedNode.failing(-39008));
        serve();
        assertThat(gateway.ask("/1", call("eth_call", "[{},\"latest\"]"))).contains("\"result\":\"native\"");
        assertThat(state.upstream().received()).contains("eth_call");
        assertThat(archive.upstream().received()).contains("eth_call");
        assertThat(nativeNode.upstream().received()).startsWith("POST / HTTP/1.1\r\n");
    }

    @Test
    void an_error_with_nothing_else_to_try_is_the_nodes_own() throws Exception {
        state.close();
        state = node(ScriptedNode.failing(-32000));
        serve();
        assertThat(gateway.ask("/1", call("eth_call", "[{},\"latest\"]")))
                .endsWith("{\"jsonrpc\":\"2.0\",\"id\":1,\"error\":{\"code\":-32000,\"message\":\"no\"}}");
    }

    @Test
    void a_node_that_is_down_or_hangs_up_is_passed_over() throws Exception {
        state.close();
        state = node(ScriptedNode.of(connection -> connection.readRequest()));
        serve();
        assertThat(gateway.ask("/1", call("eth_call", "[{},\"latest\"]"))).contains("\"result\":\"archive\"");
        state.close();
        assertThat(gateway.ask("/1", call("eth_call", "[{},\"latest\"]"))).contains("\"result\":\"archive\"");
    }

    @Test
    void a_call_that_submits_is_not_sent_twice_unless_it_was_provably_not_sent() throws Exception {
        state.close();
        state = node(ScriptedNode.of(connection -> connection.readRequest()));
        serve();
        assertThat(gateway.ask("/1", call("eth_sendRawTransaction", "[\"0x1\"]")))
                .startsWith("HTTP/1.1 502 ")
                .endsWith(
                        "{\"jsonrpc\":\"2.0\",\"error\":{\"code\":-32603,\"message\":\"server error\",\"data\":\"reverse proxy bad gateway\"},\"id\":1}");
        assertThat(archive.upstream().received()).isEmpty();
        state.close();
        assertThat(gateway.ask("/1", call("eth_sendRawTransaction", "[\"0x1\"]")))
                .contains("\"result\":\"archive\"");
    }

    @Test
    void in_a_batch_the_element_that_submits_is_not_sent_twice_and_the_others_are() throws Exception {
        state.close();
        state = node(ScriptedNode.of(connection -> connection.readRequest()));
        archive.close();
        archive = node(ScriptedNode.answering(body -> "[{\"jsonrpc\":\"2.0\",\"id\":2,\"result\":\"archive\"}]"));
        serve();
        String batch = "[" + call("eth_sendRawTransaction", "[\"0x1\"]") + ","
                + call("eth_chainId", "[]").replace("\"id\":1", "\"id\":2") + "]";
        assertThat(gateway.ask("/1", batch))
                .contains("[{\"jsonrpc\":\"2.0\",\"error\":{\"code\":-32603,")
                .endsWith("\"id\":1},{\"jsonrpc\":\"2.0\",\"id\":2,\"result\":\"archive\"}]");
        assertThat(archive.upstream().received()).contains("eth_chainId").doesNotContain("eth_sendRawTransaction");
    }

    @Test
    void a_node_that_is_silent_for_the_whole_time_is_answered_for_with_504() throws Exception {
        state.close();
        state = node(ScriptedNode.of(connection -> {
            connection.readRequest();
            connection.readToEnd();
        }));
        serve("proxy_config: {rpc_method_timeout_config: {eth_call: 300}}");
        assertThat(gateway.ask("/1", call("eth_call", "[{},\"latest\"]")))
                .startsWith("HTTP/1.1 504 ")
                .contains("\"code\":-41002,", "\"data\":\"reverse proxy gateway timeout\"");
    }

    @Test
    void a_batch_is_split_by_pools_and_answered_in_the_order_of_its_elements() throws Exception {
        for (ScriptedNode node : List.of(state, archive)) {
            node.close();
        }
        state = node(ScriptedNode.answering(body ->
                "[{\"jsonrpc\":\"2.0\",\"id\":4,\"result\":\"s4\"},{\"jsonrpc\":\"2.0\",\"id\":2,\"result\":\"s2\"}]"));
        archive = node(ScriptedNode.answering(body -> "[{\"jsonrpc\":\"2.0\",\"id\":\"a\",\"result\":[ 1.0 ]}]"));
        serve();
        String answer = gateway.ask(
                "/1",
                "[{\"jsonrpc\":\"2.0\",\"id\":\"a\",\"method\":\"eth_getBalance\",\"params\":[\"0x1\",\"0x1\"]},"
                        + "{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"eth_blockNumber\"},"
                        + "3,"
                        + "{\"jsonrpc\":\"2.0\",\"id\":4,\"method\":\"eth_chainId\"},"
                        + "{\"jsonrpc\":\"2.0\",\"id\":5,\"method\":\"txpool_content\"},"
                        + "{\"jsonrpc\":\"2.0\",\"id\":6,\"method\":\"eth_gasPrice\"}]",
                "Accept-Encoding: gzip");
        assertThat(answer).startsWith("HTTP/1.1 200 OK\r\n");
        assertThat(answer.substring(answer.indexOf("\r\n\r\n") + 4))
                .isEqualTo(
                        "[{\"jsonrpc\":\"2.0\",\"id\":\"a\",\"result\":[ 1.0 ]},"
                                + "{\"jsonrpc\":\"2.0\",\"id\":2,\"result\":\"s2\"},"
                                + "{\"jsonrpc\":\"2.0\",\"error\":{\"code\":-32600,\"message\":\"invalid request\",\"data\":\"a call is an object\"},\"id\":null},"
                                + "{\"jsonrpc\":\"2.0\",\"id\":4,\"result\":\"s4\"},"
                                + "{\"jsonrpc\":\"2.0\",\"error\":{\"code\":-41003,\"message\":\"method not allowed\"},\"id\":5},"
                                + "{\"jsonrpc\":\"2.0\",\"error\":{\"code\":-32603,\"message\":\"server error\",\"data\":\"the node's answer has no element for this call\"},\"id\":6}]");
        assertThat(state.upstream().nextRequest()).doesNotContainIgnoringCase("accept-encoding");
    }

    @Test
    void a_batch_of_nothing_but_notifications_is_204() throws IOException {
        assertThat(gateway.ask("/1", "[{\"jsonrpc\":\"2.0\",\"method\":\"eth_x\"}]"))
                .startsWith("HTTP/1.1 204 ");
        assertThat(gateway.ask("/1", "{\"jsonrpc\":\"2.0\",\"method\":\"txpool_content\"}"))
                .startsWith("HTTP/1.1 204 ");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"jsonrpc\":\"2.0\" | 200 | \"code\":-32700",
                "[] | 200 | \"code\":-32600",
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"eth_x\",\"Method\":\"eth_y\"} | 200 | \"code\":-32600",
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"txpool_content\"} | 400 | \"code\":-41003",
            })
    void what_is_wrong_with_a_call_is_said_and_no_node_sees_it(String body, int status, String says)
            throws IOException {
        assertThat(gateway.ask("/1", body))
                .startsWith("HTTP/1.1 " + status + " ")
                .contains(says);
        assertThat(state.upstream().received()).isEmpty();
    }

    @Test
    void an_unknown_chain_has_no_nodes_and_a_blank_one_is_none() throws IOException {
        assertThat(gateway.ask("/2", call("eth_x", "[]"))).contains("\"data\":\"no backends available\"");
        assertThat(gateway.ask("/-v2", call("eth_x", "[]"))).contains("\"data\":\"invalid chain id\"");
    }

    @ParameterizedTest
    @CsvSource({"GET, /1, 405", "PUT, /1, 405", "post, /1, 405", "POST, /, 404", "POST, /1/2, 404", "GET, /, 404"})
    void nothing_else_is_served(String method, String path, int status) throws IOException {
        try (RawClient client = gateway.client()) {
            client.send(method + " " + path + " HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\n{}");
            String answer = client.readAnswer();
            assertThat(answer).startsWith("HTTP/1.1 " + status + " ");
            if (status == 405) {
                assertThat(answer).containsIgnoringCase("allow: POST\r\n");
            }
        }
    }

    @Test
    void a_body_over_the_limit_is_413_and_no_node_sees_it() throws IOException {
        serve("max_body_bytes: 1KiB");
        String body = call("eth_x", "[\"" + "x".repeat(1_100) + "\"]");
        assertThat(gateway.ask("/1", body)).startsWith("HTTP/1.1 413 ").contains("max_body_bytes");
        try (RawClient client = gateway.client()) {
            client.send("POST /1 HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n"
                    + Integer.toHexString(body.length()) + "\r\n" + body + "\r\n0\r\n\r\n");
            assertThat(client.readAnswer()).startsWith("HTTP/1.1 413 ");
        }
        assertThat(state.upstream().received()).isEmpty();
    }

    @Test
    void a_gzip_body_is_unfolded_under_the_same_limit_and_sent_on_plain() throws Exception {
        serve("max_body_bytes: 1KiB");
        String body = call("eth_x", "[\"y\"]");
        try (RawClient client = gateway.client()) {
            client.send(gzipPost(body));
            assertThat(client.readAnswer()).contains("\"result\":\"state\"");
        }
        assertThat(state.upstream().nextRequest())
                .doesNotContainIgnoringCase("content-encoding")
                .endsWith("\r\n\r\n" + body);
        try (RawClient client = gateway.client()) {
            client.send(gzipPost(call("eth_x", "[\"" + "x".repeat(100_000) + "\"]")));
            assertThat(client.readAnswer()).startsWith("HTTP/1.1 413 ");
        }
        assertThat(gateway.ask("/1", body, "Content-Encoding: br")).startsWith("HTTP/1.1 415 ");
        assertThat(gateway.ask("/1", body, "Content-Encoding: gzip")).startsWith("HTTP/1.1 400 ");
    }

    private static byte[] gzipPost(String body) throws IOException {
        ByteArrayOutputStream coded = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(coded)) {
            gzip.write(body.getBytes(StandardCharsets.UTF_8));
        }
        ByteArrayOutputStream request = new ByteArrayOutputStream();
        request.writeBytes(("POST /1 HTTP/1.1\r\nHost: a\r\nContent-Encoding: gzip\r\nContent-Length: " + coded.size()
                        + "\r\n\r\n")
                .getBytes(StandardCharsets.US_ASCII));
        request.writeBytes(coded.toByteArray());
        return request.toByteArray();
    }

    @Test
    void a_long_answer_streams_whole_and_an_error_deep_inside_it_is_none_of_ours() throws Exception {
        String result = "x".repeat(3_000_000);
        state.close();
        state = node(ScriptedNode.answering(
                body -> "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":\"" + result + "\",\"error\":{\"code\":-39006}}"));
        serve();
        String answer = gateway.ask("/1", call("eth_call", "[{},\"latest\"]"));
        assertThat(answer).hasSizeGreaterThan(3_000_000).endsWith("\",\"error\":{\"code\":-39006}}");
        assertThat(archive.upstream().received()).isEmpty();
    }

    @Test
    void a_client_that_leaves_cancels_the_call() throws Exception {
        state.close();
        state = node(ScriptedNode.of(connection -> {
            connection.readRequest();
            connection.readToEnd();
        }));
        serve();
        try (RawClient client = gateway.client()) {
            client.send(GatewayFixture.post("/1", call("eth_call", "[{},\"latest\"]")));
            Await.until(() -> state.upstream().received().endsWith("}"), () -> "the node has not got the call");
        }
        Await.until(() -> state.upstream().open() == 0, () -> "the node's connection is still open");
    }

    @Test
    void an_answer_that_breaks_off_breaks_the_clients_too() throws Exception {
        state.close();
        state = node(ScriptedNode.of(connection -> {
            connection.readRequest();
            connection.send("HTTP/1.1 200 OK\r\nContent-Length: 200000\r\n\r\n{\"result\":\"" + "x".repeat(100_000));
        }));
        serve();
        try (RawClient client = gateway.client()) {
            client.send(GatewayFixture.post("/1", call("eth_call", "[{},\"latest\"]")));
            client.readUntil("\r\n\r\n");
            int bytes = 0;
            try {
                while (client.read() >= 0) {
                    bytes++;
                }
            } catch (IOException cut) {
                bytes += 0;
            }
            assertThat(bytes).isLessThan(200_000);
        }
    }
}
