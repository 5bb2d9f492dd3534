package io.ethryx.server.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.ethryx.server.testing.Await;
import io.ethryx.server.testing.FrameClient;
import io.ethryx.server.testing.RawClient;
import java.io.IOException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What clients may do, over either version of HTTP. */
@Timeout(60)
final class ClientsTest {

    private ScriptedNode node;
    private ScriptedNode silent;
    private GatewayFixture gateway;

    @BeforeEach
    void start() throws IOException {
        node = ScriptedNode.named("state");
        silent = ScriptedNode.of(connection -> {
            connection.readRequest();
            connection.readToEnd();
        });
        serve();
    }

    private void serve(String... top) throws IOException {
        if (gateway != null) {
            gateway.close();
        }
        gateway =
                GatewayFixture.start(node.as("1/nodes/s", 1), silent.as("2/nodes/q", 1), "---", String.join("\n", top));
    }

    @AfterEach
    void stop() throws IOException {
        gateway.close();
        node.close();
        silent.close();
    }

    private static String call(int id) {
        return "{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"method\":\"eth_chainId\",\"params\":[]}";
    }

    private FrameClient http2() throws IOException {
        FrameClient client = FrameClient.connect(gateway.port());
        client.frame(FrameClient.SETTINGS, 0, 0, new byte[0]);
        return client;
    }

    @Test
    void calls_and_batches_are_served_over_http_2_on_the_same_port() throws Exception {
        try (FrameClient client = http2()) {
            client.post(1, "/1", "content-type", "application/json").data(1, call(1), true);
            assertThat(client.answer(1)).isEqualTo("200 {\"jsonrpc\":\"2.0\",\"id\":1,\"result\":\"state\"}");
            client.post(3, "/1").data(3, "[" + call(7).substring(0, 20), false);
            client.data(3, call(7).substring(20) + ",3]", true);
            assertThat(client.answer(3))
                    .startsWith("200 [")
                    .contains("\"id\":7", "-32600")
                    .endsWith("]");
            client.get(5, "/1");
            assertThat(client.answer(5)).startsWith("405");
        }
    }

    @Test
    void a_stream_that_is_reset_cancels_its_call_and_no_other() throws Exception {
        try (FrameClient client = http2()) {
            for (int i = 0; i < 20; i++) {
                client.post(2 * i + 1, "/2").data(2 * i + 1, call(i), true);
            }
            Await.until(() -> silent.upstream().waitingRequests() == 20, () -> "the node has not got the calls");
            for (int i = 0; i < 20; i++) {
                client.reset(2 * i + 1, 8);
            }
            Await.until(
                    () -> silent.upstream().open() == 0, () -> silent.upstream().open() + " calls go on");
            client.post(101, "/1").data(101, call(1), true);
            assertThat(client.answer(101)).startsWith("200 ");
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void clients_that_hang_up_or_break_off_cancel_their_calls(boolean reset) throws Exception {
        for (int i = 0; i < 50; i++) {
            int before = i;
            try (RawClient client = gateway.client()) {
                client.send(GatewayFixture.post("/2", i % 2 == 0 ? call(i) : "[" + call(i) + "]"));
                Await.until(() -> silent.upstream().waitingRequests() > before, () -> "the node has not got the call");
                if (reset) {
                    client.reset();
                }
            }
        }
        Await.until(() -> silent.upstream().open() == 0, () -> silent.upstream().open() + " calls go on");
        gateway.awaitBaseline();
    }

    @Test
    void a_body_that_is_announced_too_long_is_refused_without_being_asked_for() throws Exception {
        try (RawClient client = gateway.client()) {
            client.send("POST /1 HTTP/1.1\r\nHost: a\r\nContent-Length: 999999999\r\nExpect: 100-continue\r\n\r\n");
            assertThat(client.readAll()).startsWith("HTTP/1.1 413 ").doesNotContain("100 Continue");
        }
        assertThat(node.upstream().received()).isEmpty();
    }

    @Test
    void a_client_that_waits_for_a_word_before_it_sends_gets_it() throws Exception {
        try (RawClient client = gateway.client()) {
            client.send("POST /1 HTTP/1.1\r\nHost: a\r\nContent-Length: " + call(1).length()
                    + "\r\nExpect: 100-continue\r\n\r\n");
            assertThat(client.readUntil("\r\n\r\n")).isEqualTo("HTTP/1.1 100 Continue\r\n\r\n");
            assertThat(client.send(call(1)).readAnswer()).endsWith("\"state\"}");
        }
        assertThat(node.upstream().nextRequest()).doesNotContainIgnoringCase("expect");
    }

    @Test
    void what_stands_behind_a_chunked_body_does_not_reach_a_node() throws Exception {
        try (RawClient client = gateway.client()) {
            client.send("POST /1 HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n"
                    + Integer.toHexString(call(1).length()) + ";x=y\r\n" + call(1)
                    + "\r\n0\r\nX-Nodex-Node-Type: archive\r\nContent-Length: 9\r\n\r\n");
            assertThat(client.readAnswer()).endsWith("\"state\"}");
        }
        assertThat(node.upstream().nextRequest())
                .doesNotContainIgnoringCase("x-nodex")
                .doesNotContainIgnoringCase("chunked")
                .contains("Content-Length: " + call(1).length() + "\r\n");
    }

    @Test
    void requests_that_are_sent_at_once_are_answered_in_their_order() throws Exception {
        try (RawClient client = gateway.client()) {
            client.send(GatewayFixture.post("/1", call(1)) + GatewayFixture.post("/1", "[]")
                    + GatewayFixture.post("/1", call(2)) + "POST /1 HTTP/1.0\r\nContent-Length: "
                    + call(3).length() + "\r\n\r\n" + call(3));
            assertThat(client.readAnswer()).endsWith("\"state\"}");
            assertThat(client.readAnswer()).contains("-32600");
            assertThat(client.readAnswer()).endsWith("\"state\"}");
            assertThat(client.readAll()).startsWith("HTTP/1.0 200 ").endsWith("\"state\"}");
        }
    }

    /** Connections of the silent node on which something was asked, and that are still open. */
    private long callsAtNode() {
        return silent.upstream().connections().stream()
                .filter(connection -> !connection.socket().isClosed()
                        && !connection.received().isEmpty())
                .count();
    }

    @Test
    void a_storm_of_calls_that_are_reset_at_once_ends_its_connection_and_leaves_nothing_asked() throws Exception {
        try (FrameClient storm = http2()) {
            try {
                for (int i = 0; i < 1_500; i++) {
                    storm.post(2 * i + 1, "/2").data(2 * i + 1, call(i), true).reset(2 * i + 1, 8);
                }
            } catch (IOException e) {
                // The connection was ended amid the storm, as it should be; why is read below.
            }
            assertThat(storm.outcome()).isIn("goaway 11", "closed");
            assertThat(gateway.ask("/1", call(1))).endsWith("\"state\"}");
        }
        // A connection that was made for a call that had left by then waits for another one, and was never asked
        // anything.
        Await.until(() -> callsAtNode() == 0, () -> callsAtNode() + " calls go on");
        gateway.awaitBaseline();
        gateway.awaitSum(0, "ethryx_gateway_in_flight_bytes");
    }

    @Test
    void calls_in_progress_are_answered_when_the_gateway_stops_and_say_that_it_is_the_last_answer() throws Exception {
        CountDownLatch go = new CountDownLatch(1);
        ScriptedNode slow = ScriptedNode.answering(body -> {
            try {
                assertThat(go.await(15, TimeUnit.SECONDS)).isTrue();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
            return "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":\"slow\"}";
        });
        gateway.close();
        gateway = GatewayFixture.start(slow.as("1/nodes/s", 1));
        try (RawClient busy = gateway.client();
                RawClient idle = gateway.client();
                FrameClient streams = http2()) {
            idle.send("GET /1 HTTP/1.1\r\nHost: a\r\n\r\n").readAnswer();
            busy.send(GatewayFixture.post("/1", call(1)));
            streams.post(1, "/1").data(1, call(1), true);
            Await.until(() -> slow.upstream().waitingRequests() == 2, () -> "the node has not got the calls");
            CompletionStage<Void> drained = gateway.gateway().drain();
            assertThat(idle.read()).isEqualTo(-1);
            assertThat(streams.next(FrameClient.GOAWAY)).isNotNull();
            go.countDown();
            assertThat(busy.readAll()).contains("Connection: close\r\n").endsWith("\"slow\"}");
            assertThat(streams.answer(1)).endsWith("\"slow\"}");
            streams.close();
            drained.toCompletableFuture().get(15, TimeUnit.SECONDS);
        } finally {
            slow.close();
        }
    }

    @Test
    void a_batch_for_a_chain_that_is_none_is_answered_element_by_element() throws IOException {
        String refused =
                "{\"jsonrpc\":\"2.0\",\"error\":{\"code\":-32602,\"message\":\"invalid params\",\"data\":\"invalid chain id\"},\"id\":";
        String notification = "{\"jsonrpc\":\"2.0\",\"method\":\"eth_chainId\"}";
        assertThat(gateway.ask("/-v1", "[" + call(1) + "," + notification + ",{\"id\":5}," + call(9) + "]"))
                .startsWith("HTTP/1.1 200 ")
                .contains("\r\n\r\n[" + refused + "1},{\"jsonrpc\":\"2.0\",\"error\":{\"code\":-32600,")
                .endsWith("," + refused + "9}]");
        assertThat(gateway.ask("/-v1", call(4))).endsWith("\r\n\r\n" + refused + "4}");
        assertThat(gateway.ask("/-v1", notification)).startsWith("HTTP/1.1 204 ");
        assertThat(gateway.ask("/-v1", "[" + notification + "]")).startsWith("HTTP/1.1 204 ");
        assertThat(gateway.ask("/-v1", "[]")).contains("-32600").endsWith("\"id\":null}");
    }

    @ParameterizedTest
    @CsvSource({
        "off, 'X-Forwarded-For: 192.0.2.1', 127.0.0.1",
        "replace, 'X-Forwarded-For: 127.0.0.1', 192.0.2.1",
        "append, 'X-Forwarded-For: 192.0.2.1, 127.0.0.1', none",
    })
    void nodes_are_told_whence_a_call_comes_as_the_operator_says(String how, String told, String untold)
            throws Exception {
        serve("forwarded_headers: " + how);
        gateway.ask("/1", call(1), "X-Forwarded-For: 192.0.2.1");
        String fields = node.upstream().nextRequest().replaceAll("Host: 127[^\r]*\r\n", "");
        assertThat(fields).contains(told + "\r\n").doesNotContain(untold);
    }

    @Test
    void a_full_pool_of_connections_passes_the_call_on_after_the_wait_that_is_allowed() throws Exception {
        gateway.close();
        gateway = GatewayFixture.start(
                silent.as("1/nodes/q", 1),
                node.as("1/nodes/a", 2),
                "---",
                "proxy_config: {connection_pool_size: 1, conn_max_wait_timeout: 100, default_rpc_timeout: 30000}");
        try (FrameClient client = http2()) {
            client.post(1, "/1").data(1, call(1), true);
            Await.until(() -> silent.upstream().waitingRequests() == 1, () -> "the node has not got the call");
            client.post(3, "/1").data(3, call(2), true);
            assertThat(client.answer(3)).startsWith("200 ").contains("\"state\"");
        }
        assertThat(silent.upstream().connections()).hasSize(1);
    }

    @Test
    void field_values_that_would_become_lines_never_reach_a_node() throws Exception {
        for (String value : new String[] {"b\r\n\r\nGET /smuggled HTTP/1.1\r\nX: ", "b\nX-E: 1", "b\0c"}) {
            for (String name : new String[] {"x-a", "client-id", "traceparent", "x-nodex-node-type"}) {
                try (FrameClient client = http2()) {
                    client.post(1, "/1", name, value).data(1, call(1), true);
                    assertThat(client.answer(1)).matches("reset 1|400.*");
                }
            }
        }
        assertThat(node.upstream().received()).isEmpty();
    }
}
