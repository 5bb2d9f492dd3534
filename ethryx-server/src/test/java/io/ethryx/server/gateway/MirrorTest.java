package io.ethryx.server.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.ethryx.server.testing.Await;
import io.ethryx.server.testing.ParsedPage;
import io.ethryx.server.testing.RawClient;
import io.ethryx.server.testing.RawUpstream;
import io.ethryx.server.testing.WebSocketFrames;
import io.ethryx.server.testing.WebSocketHeads;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Copies of calls over real sockets (decision G16). */
@Timeout(120)
final class MirrorTest {

    private static final String SENT = "ethryx_gateway_mirror_sent_total";
    private static final String DROPPED = "ethryx_gateway_mirror_dropped_total";
    private static final String HEAD = "1/lastBlockNumber: {latestBlockNumber: \"0x3e8\"}";

    private ScriptedNode node;
    private RawUpstream mirror;
    private GatewayFixture gateway;
    private final CountDownLatch over = new CountDownLatch(1);

    @BeforeEach
    void start() throws IOException {
        node = ScriptedNode.answering(MirrorTest::answer);
    }

    /** Answers a call or a batch, each with the id that it has. */
    private static String answer(String body) {
        List<String> answers = new ArrayList<>();
        for (String part : body.split("\"id\":", -1)) {
            if (!answers.isEmpty() || !body.startsWith(part)) {
                answers.add("{\"jsonrpc\":\"2.0\",\"id\":" + part.split("[,}]", 2)[0] + ",\"result\":\"node\"}");
            }
        }
        String all = String.join(",", answers);
        return body.startsWith("[") ? "[" + all + "]" : all;
    }

    @AfterEach
    void stop() throws IOException {
        over.countDown();
        if (gateway != null) {
            gateway.close();
        }
        node.close();
        if (mirror != null) {
            mirror.close();
        }
    }

    private static RawUpstream answering() throws IOException {
        return RawUpstream.answering("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}");
    }

    private void serve(RawUpstream target, String settings, String... top) throws IOException {
        mirror = target;
        serveAt(target.port(), "", settings, top);
    }

    private void serveAt(int port, String rate, String settings, String... top) throws IOException {
        List<String> lines = new ArrayList<>(List.of(
                node.as("1/nodes/s", 1),
                HEAD,
                "1/mirror/m1: {address: 127.0.0.1, port: " + port + rate + "}",
                "---",
                "proxy_config:",
                "  processor:",
                "    request_mirror: {enable: true" + settings + "}"));
        lines.addAll(List.of(top));
        gateway = GatewayFixture.start(lines.toArray(String[]::new));
    }

    private static String call(String method) {
        return "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"" + method + "\",\"params\":[]}";
    }

    private void ask(String method) throws IOException {
        assertThat(gateway.ask("/1", call(method))).contains("\"result\":\"node\"");
    }

    @Test
    void a_target_gets_the_callers_bytes_and_fields_at_its_root_and_no_secrets() throws Exception {
        serve(answering(), "");
        String body = " {\"jsonrpc\":\"2.0\",\"params\":[ 1e2 ],\"id\":1,\"method\":\"eth_x\"} ";
        assertThat(gateway.ask(
                        "/0x1?key=hidden",
                        body,
                        "Authorization: Bearer hidden",
                        "Cookie: a=hidden",
                        "cookie: b=hidden",
                        "Client-Id: hidden",
                        "Proxy-Authorization: hidden",
                        "Connection: x-hop",
                        "X-Hop: hidden",
                        "X-Custom: kept"))
                .contains("\"result\":\"node\"");
        String copy = mirror.nextRequest();
        assertThat(copy)
                .startsWith("POST / HTTP/1.1\r\nHost: 127.0.0.1:" + mirror.port() + "\r\n")
                .contains("X-Custom: kept\r\n", "Content-Type: application/json\r\n")
                .doesNotContain("hidden")
                .doesNotContainIgnoringCase("x-hop")
                .endsWith("\r\n\r\n" + body);
        gateway.awaitSum(1, SENT, "chain_id", "1");
        assertThat(gateway.metrics().sum(DROPPED)).isZero();
    }

    @Test
    void credentials_go_along_where_that_is_wished() throws Exception {
        serve(answering(), ", forward_credentials: true");
        gateway.ask("/1", call("eth_x"), "Authorization: Bearer t", "Cookie: c", "Client-Id: me");
        assertThat(mirror.nextRequest()).contains("Authorization: Bearer t\r\n", "Cookie: c\r\n", "Client-Id: me\r\n");
    }

    @Test
    void a_copy_is_what_the_node_gets_after_the_rewrite() throws Exception {
        serve(answering(), "");
        gateway.ask("/1", call("getLatestBlock"));
        String sent = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"getBlockByHeight\",\"params\":[\"0x3e8\"]}";
        assertThat(mirror.nextRequest()).endsWith("\r\n\r\n" + sent);
        assertThat(node.upstream().nextRequest()).endsWith("\r\n\r\n" + sent);
    }

    @Test
    void a_call_that_a_step_stops_is_not_copied_and_one_without_a_node_is() throws Exception {
        serve(answering(), "", "    rate_limiter: {rpc_methods: {eth_limited: 0.001}}");
        gateway.ask("/1", call("txpool_content"));
        ask("eth_limited");
        assertThat(mirror.nextRequest()).contains("eth_limited");
        assertThat(gateway.ask("/1", call("eth_limited"))).startsWith("HTTP/1.1 429 ");
        assertThat(gateway.ask("/1", "{")).contains("-32700");
        ask("eth_last");
        assertThat(mirror.nextRequest()).contains("eth_last");
        assertThat(mirror.waitingRequests()).isZero();
    }

    @Test
    void a_call_that_submits_is_not_copied() throws Exception {
        serve(answering(), "");
        ask("eth_sendRawTransaction");
        ask("eth_sendTransaction");
        ask("engine_newPayloadV3");
        ask("eth_last");
        assertThat(mirror.nextRequest()).contains("eth_last");
        assertThat(gateway.metrics().sum(DROPPED)).isZero();
    }

    @Test
    void a_call_that_submits_is_copied_where_that_is_wished() throws Exception {
        serve(answering(), ", mirror_writes: true");
        ask("eth_sendRawTransaction");
        assertThat(mirror.nextRequest()).contains("eth_sendRawTransaction");
    }

    @Test
    void of_a_batch_those_that_go_on_and_do_not_submit_are_one_copy() throws Exception {
        serve(answering(), "");
        String read = "{\"jsonrpc\":\"2.0\",\"id\": 1,\"method\":\"eth_a\"}";
        String other = "{\"jsonrpc\":\"2.0\",\"id\": 5,\"method\":\"eth_b\"}";
        gateway.ask(
                "/1",
                "[" + read + " ," + call("eth_sendRawTransaction") + "," + call("txpool_status") + ",7, " + other
                        + "]");
        assertThat(mirror.nextRequest()).endsWith("\r\n\r\n[" + read + "," + other + "]");
        gateway.ask("/1", "[" + call("eth_sendRawTransaction") + "]");
        gateway.ask("/1", "[" + other + "]");
        assertThat(mirror.nextRequest()).endsWith("\r\n\r\n[" + other + "]");
        gateway.awaitSum(2, SENT);
    }

    @Test
    void a_share_of_none_copies_nothing_and_a_chain_without_a_target_neither() throws Exception {
        serve(answering(), ", sample_ratio: 0");
        ask("eth_x");
        gateway.ask("/2", call("eth_x"));
        gateway.awaitSum(2, "jrpcx_rpc_request");
        assertThat(gateway.metrics().sum(SENT)).isZero();
        assertThat(mirror.connections()).isEmpty();
    }

    @Test
    void a_mirror_that_is_not_enabled_gets_nothing() throws Exception {
        mirror = answering();
        gateway = GatewayFixture.start(
                node.as("1/nodes/s", 1), "1/mirror/m1: {address: 127.0.0.1, port: " + mirror.port() + "}");
        ask("eth_x");
        gateway.awaitSum(1, "jrpcx_rpc_request");
        assertThat(mirror.connections()).isEmpty();
    }

    @Test
    void a_target_gets_no_more_than_its_rate_and_the_rest_is_counted() throws Exception {
        mirror = answering();
        serveAt(mirror.port(), ", rateLimit: 2", "");
        for (int i = 0; i < 20; i++) {
            ask("eth_x");
        }
        gateway.awaitSum(20 - gateway.metrics().sum(SENT), DROPPED, "chain_id", "1", "reason", "rate_limited");
        assertThat(gateway.metrics().sum(SENT)).isBetween(2.0, 12.0);
    }

    @Test
    void connections_to_a_target_are_used_again() throws Exception {
        serve(answering(), ", concurrency: 1");
        for (int i = 0; i < 20; i++) {
            ask("eth_x");
            mirror.nextRequest();
        }
        gateway.awaitSum(20, SENT);
        // an IO thread has its own
        assertThat(mirror.connections().size())
                .isLessThanOrEqualTo(Runtime.getRuntime().availableProcessors());
    }

    /** What a target may do that nobody asked for. */
    enum Misdeed {
        HANGS {
            @Override
            void commit(RawUpstream.Connection connection, CountDownLatch over) throws Exception {
                connection.readRequest();
                connection.readToEnd();
            }
        },
        NEVER_READS {
            @Override
            void commit(RawUpstream.Connection connection, CountDownLatch over) throws Exception {
                over.await();
            }
        },
        RESETS {
            @Override
            void commit(RawUpstream.Connection connection, CountDownLatch over) throws Exception {
                connection.reset();
            }
        },
        RESETS_AFTER_THE_REQUEST {
            @Override
            void commit(RawUpstream.Connection connection, CountDownLatch over) throws Exception {
                connection.readRequest();
                connection.reset();
            }
        },
        FLOODS_A_BODY {
            @Override
            void commit(RawUpstream.Connection connection, CountDownLatch over) throws Exception {
                connection.readRequest();
                connection.send("HTTP/1.1 200 OK\r\nContent-Length: 1000000000000\r\n\r\n");
                byte[] flood = new byte[1 << 16];
                while (over.getCount() > 0) {
                    connection.send(flood);
                }
            }
        },
        FLOODS_CHUNKS {
            @Override
            void commit(RawUpstream.Connection connection, CountDownLatch over) throws Exception {
                connection.readRequest();
                connection.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n");
                String chunks = "1\r\nx\r\n".repeat(2_000);
                while (over.getCount() > 0) {
                    connection.send(chunks);
                }
            }
        },
        FLOODS_INFORMATIONAL_ANSWERS {
            @Override
            void commit(RawUpstream.Connection connection, CountDownLatch over) throws Exception {
                connection.readRequest();
                String answers = "HTTP/1.1 103 Early\r\nX: y\r\n\r\n".repeat(500);
                while (over.getCount() > 0) {
                    connection.send(answers);
                }
            }
        },
        SAYS_NONSENSE {
            @Override
            void commit(RawUpstream.Connection connection, CountDownLatch over) throws Exception {
                connection.readRequest();
                connection.send("\0\1\2\3 nonsense\r\n\r\n");
                connection.readToEnd();
            }
        },
        SWITCHES_PROTOCOLS {
            @Override
            void commit(RawUpstream.Connection connection, CountDownLatch over) throws Exception {
                connection.readRequest();
                connection.send("HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n");
                connection.readToEnd();
            }
        },
        DRIBBLES {
            @Override
            void commit(RawUpstream.Connection connection, CountDownLatch over) throws Exception {
                connection.readRequest();
                connection.send("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n12");
                connection.readToEnd();
            }
        };

        abstract void commit(RawUpstream.Connection connection, CountDownLatch over) throws Exception;
    }

    @ParameterizedTest
    @EnumSource
    void whatever_a_target_does_every_call_is_answered_and_every_copy_accounted_for(Misdeed misdeed) throws Exception {
        int calls = 300;
        serve(
                RawUpstream.start(connection -> misdeed.commit(connection, over)),
                ", queue: 16, concurrency: 4",
                "  default_rpc_timeout: 1000");
        try (RawClient client = gateway.client()) {
            for (int i = 0; i < calls; i++) {
                client.send(GatewayFixture.post("/1", call("eth_x")));
                assertThat(client.readAnswer()).contains("\"result\":\"node\"");
            }
        }
        Await.until(() -> mirror.open() <= 4, () -> mirror.open() + " connections are open");
        Await.until(
                () -> {
                    ParsedPage page = gateway.metrics();
                    return page.sum(SENT) + page.sum(DROPPED) == calls;
                },
                () -> gateway.metrics().samples().toString());
        assertThat(gateway.metrics().sum("jrpcx_rpc_calls_finished")).isEqualTo(calls);
        assertThat(gateway.metrics().sum("ethryx_gateway_in_flight_bytes")).isZero();
    }

    @Test
    void a_target_that_is_not_there_is_counted_and_nothing_more() throws Exception {
        int port;
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = free.getLocalPort();
        }
        serveAt(port, "", "");
        ask("eth_x");
        gateway.awaitSum(1, DROPPED, "chain_id", "1", "reason", "unreachable");
        assertThat(gateway.metrics().sum(SENT)).isZero();
    }

    @Test
    void a_target_that_fails_on_and_on_is_left_alone_for_a_while_and_then_tried_again() throws Exception {
        int port;
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = free.getLocalPort();
        }
        serveAt(port, "", ", concurrency: 1");
        Await.until(
                () -> {
                    try {
                        ask("eth_x");
                    } catch (IOException e) {
                        throw new UncheckedIOException(e);
                    }
                    return gateway.metrics().sum(DROPPED, "reason", "resting") > 0;
                },
                () -> gateway.metrics().samples().toString());
        assertThat(gateway.metrics().sum(DROPPED, "reason", "unreachable")).isGreaterThanOrEqualTo(8);
        mirror = RawUpstream.startAt(port, connection -> {
            while (connection.readRequest() != null) {
                connection.send("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n");
            }
        });
        Await.until(
                () -> {
                    try {
                        ask("eth_x");
                    } catch (IOException e) {
                        throw new UncheckedIOException(e);
                    }
                    return mirror.waitingRequests() > 3;
                },
                () -> gateway.metrics().samples().toString());
    }

    /** A copy waits while the buffers of its request serve others (the replaced program pins this, too). */
    @Test
    void a_copy_that_waits_keeps_its_own_bytes_and_fields() throws Exception {
        CountDownLatch first = new CountDownLatch(1);
        serve(
                RawUpstream.start(connection -> {
                    while (connection.readRequest() != null) {
                        first.await();
                        connection.send("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n");
                    }
                }),
                ", concurrency: 1",
                "  default_rpc_timeout: 60000");
        int calls = 200;
        try (RawClient client = gateway.client()) {
            for (int i = 0; i < calls; i++) {
                client.send(GatewayFixture.post("/1", call("eth_" + i), "X-Number: " + i));
                client.readAnswer();
            }
        }
        first.countDown();
        List<String> copies = new ArrayList<>();
        for (int i = 0; i < calls; i++) {
            copies.add(mirror.nextRequest());
        }
        for (int i = 0; i < calls; i++) {
            String number = "X-Number: " + i + "\r\n";
            String body = "\r\n\r\n" + call("eth_" + i);
            assertThat(copies)
                    .filteredOn(copy -> copy.contains(number))
                    .hasSize(1)
                    .allMatch(copy -> copy.endsWith(body));
        }
    }

    @Test
    void an_answer_that_goes_on_and_on_is_read_slowly_and_not_for_long() throws Exception {
        AtomicLong flooded = new AtomicLong();
        serve(
                RawUpstream.start(connection -> {
                    connection.readRequest();
                    connection.send("HTTP/1.1 200 OK\r\nContent-Length: 1000000000000\r\n\r\n");
                    byte[] flood = new byte[1 << 16];
                    while (over.getCount() > 0) {
                        connection.send(flood);
                        flooded.addAndGet(flood.length);
                    }
                }),
                ", concurrency: 1",
                "  default_rpc_timeout: 1000");
        ask("eth_x");
        Await.until(() -> flooded.get() > 0 && mirror.open() == 0, () -> "the flood is still read");
        // what is read at once, a piece each 50 ms for a second, and what the sockets hold
        assertThat(flooded.get()).isLessThan(24L << 20);
    }

    @Test
    void copies_that_wait_hold_a_bounded_share_of_the_heap() throws Exception {
        serve(
                RawUpstream.start(connection -> Misdeed.HANGS.commit(connection, over)),
                ", concurrency: 1, queue: 100000",
                "  default_rpc_timeout: 60000");
        String body =
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"eth_x\",\"params\":[\"" + "y".repeat(4_000_000) + "\"]}";
        long fit = Runtime.getRuntime().maxMemory() / 16 / body.length();
        for (int i = 0; i < fit + 3; i++) {
            assertThat(gateway.ask("/1", body)).contains("\"result\":\"node\"");
        }
        // what a copy holds beside its body makes for one less, perhaps
        assertThat(gateway.metrics().sum(DROPPED, "reason", "memory")).isBetween(3.0, 4.0);
    }

    @Test
    void a_message_of_a_websocket_is_copied_as_a_request_without_what_opened_the_socket() throws Exception {
        serve(answering(), "");
        try (RawClient client = gateway.client()) {
            client.send(WebSocketHeads.handshake("/1", "X-Custom: kept\r\n", "Authorization: hidden\r\n"));
            assertThat(client.readUntil("\r\n\r\n")).startsWith("HTTP/1.1 101 ");
            client.send(WebSocketFrames.text(call("eth_x"), true));
            assertThat(WebSocketFrames.next(client.socket().getInputStream()).text())
                    .contains("\"result\":\"node\"");
            assertThat(mirror.nextRequest())
                    .startsWith("POST / HTTP/1.1\r\n")
                    .contains("X-Custom: kept\r\n", "Content-Type: application/json\r\n")
                    .doesNotContainIgnoringCase("sec-websocket")
                    .doesNotContainIgnoringCase("upgrade")
                    .doesNotContain("hidden")
                    .endsWith("\r\n\r\n" + call("eth_x"));
            client.send(WebSocketFrames.close(1000, true));
            WebSocketFrames.next(client.socket().getInputStream());
        }
    }

    /** Field case 187. */
    @ParameterizedTest
    @ValueSource(
            strings = {"eth_newFilter", "eth_getFilterChanges", "eth_subscribe", "personal_sign", "mev_sendBundle"})
    void what_leaves_something_behind_is_not_copied(String method) throws Exception {
        serve(answering(), "");
        gateway.ask("/1", call(method));
        ask("eth_last");
        assertThat(mirror.nextRequest()).contains("eth_last");
    }

    @Test
    void more_copies_than_may_wait_are_dropped() throws Exception {
        serve(
                RawUpstream.start(connection -> Misdeed.HANGS.commit(connection, over)),
                ", queue: 3, concurrency: 2",
                "  default_rpc_timeout: 60000");
        for (int i = 0; i < 10; i++) {
            ask("eth_x");
        }
        gateway.awaitSum(2, SENT);
        gateway.awaitSum(5, DROPPED, "reason", "queue_full");
        assertThat(mirror.connections()).hasSize(2);
    }

    @Test
    void a_hanging_target_does_not_hold_up_another_one() throws Exception {
        try (RawUpstream other = answering()) {
            mirror = RawUpstream.start(connection -> Misdeed.HANGS.commit(connection, over));
            gateway = GatewayFixture.start(
                    node.as("1/nodes/s", 1),
                    "1/mirror/m1: {address: 127.0.0.1, port: " + mirror.port() + "}",
                    "1/mirror/m2: {address: 127.0.0.1, port: " + other.port() + "}",
                    "---",
                    "proxy_config: {processor: {request_mirror: {enable: true, queue: 1, concurrency: 1}}}");
            for (int i = 0; i < 20; i++) {
                ask("eth_" + i);
                assertThat(other.nextRequest()).contains("eth_" + i);
            }
        }
    }

    @Test
    void a_version_without_targets_is_copied_to_those_of_its_base() throws Exception {
        mirror = answering();
        gateway = GatewayFixture.start(
                node.as("1/v2/nodes/s", 1),
                "1/mirror/m1: {address: 127.0.0.1, port: " + mirror.port() + "}",
                "---",
                "proxy_config: {processor: {request_mirror: {enable: true}}}");
        assertThat(gateway.ask("/1-v2", call("eth_x"))).contains("\"result\":\"node\"");
        assertThat(mirror.nextRequest()).contains("eth_x");
        gateway.awaitSum(1, SENT, "chain_id", "1-v2");
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 100_000, 1_000_000})
    void a_long_answer_is_read_to_its_end_and_its_connection_used_again(int length) throws Exception {
        serve(
                RawUpstream.answering("HTTP/1.1 200 OK\r\nContent-Length: " + length + "\r\n\r\n" + "x".repeat(length)),
                ", concurrency: 1");
        try (RawClient client = gateway.client()) {
            for (int i = 0; i < 3; i++) {
                client.send(GatewayFixture.post("/1", call("eth_x")));
                client.readAnswer();
                mirror.nextRequest();
            }
        }
        assertThat(mirror.connections()).hasSize(1);
    }

    @ParameterizedTest
    @CsvSource({"1048576", "4000000"})
    void a_long_body_is_copied_whole(int length) throws Exception {
        serve(answering(), "");
        String body = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"eth_x\",\"params\":[\"" + "y".repeat(length) + "\"]}";
        assertThat(gateway.ask("/1", body)).contains("\"result\":\"node\"");
        assertThat(mirror.nextRequest()).endsWith("\r\n\r\n" + body);
    }
}
