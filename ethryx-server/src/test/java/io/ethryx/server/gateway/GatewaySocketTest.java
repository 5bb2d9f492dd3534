package io.ethryx.server.gateway;

import static io.ethryx.server.testing.WebSocketHeads.ACCEPT;
import static io.ethryx.server.testing.WebSocketHeads.handshake;
import static io.ethryx.server.testing.WebSocketHeads.switching;
import static org.assertj.core.api.Assertions.assertThat;

import io.ethryx.core.topology.Topology;
import io.ethryx.server.logging.JsonLogProbe;
import io.ethryx.server.logging.LogLevel;
import io.ethryx.server.testing.Await;
import io.ethryx.server.testing.FrameClient;
import io.ethryx.server.testing.RawClient;
import io.ethryx.server.testing.RawUpstream;
import io.ethryx.server.testing.WebSocketFrames;
import io.ethryx.server.testing.WebSocketFrames.Frame;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** WebSockets on {@code /{chainId}} of the gateway (decision G24). */
@Timeout(120)
class GatewaySocketTest {

    private static final int STATE = 1;
    private static final int ARCHIVE = 2;
    private static final String LATEST = call(7, "eth_getBalance", "\"0x1\",\"latest\"");

    /** The ids that the node has got in calls over its WebSocket, and what came there. */
    private final BlockingQueue<String> overSocket = new LinkedBlockingQueue<>();

    private static String call(Object id, String method, String params) {
        return "{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"method\":\"" + method + "\",\"params\":[" + params + "]}";
    }

    private static String result(Object id, String result) {
        return "{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"result\":" + result + "}";
    }

    private static String id(String message) {
        int from = message.indexOf("\"id\":") + 5;
        int to = message.indexOf(',', from);
        return message.substring(from, to);
    }

    /** A node that answers over HTTP with its name, and over a WebSocket whatever is asked with a subscription and news. */
    private RawUpstream node(String name) throws IOException {
        return RawUpstream.start(connection -> {
            for (String request = connection.readRequest(); request != null; request = connection.readRequest()) {
                if (request.startsWith("GET ")) {
                    connection.send(switching(request));
                    serveSocket(connection);
                    return;
                }
                String body = request.substring(request.indexOf("\r\n\r\n") + 4);
                String answer = body.startsWith("[") ? batchAnswer(body, name) : result(id(body), "\"" + name + "\"");
                connection.send("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: "
                        + answer.length() + "\r\n\r\n" + answer);
            }
        });
    }

    private static String batchAnswer(String batch, String name) {
        List<String> answers = new ArrayList<>();
        for (String each : batch.substring(1, batch.length() - 1).split("(?<=\\}),", -1)) {
            answers.add(0, result(id(each), "\"" + name + "\""));
        }
        return "[" + String.join(",", answers) + "]";
    }

    private void serveSocket(RawUpstream.Connection connection) throws Exception {
        try {
            converse(connection);
        } catch (IOException e) {
            overSocket.add("closed"); // while the node was saying something
        }
    }

    private void converse(RawUpstream.Connection connection) throws Exception {
        Frame frame = WebSocketFrames.next(connection.socket().getInputStream());
        int subscription = 0;
        while (frame != null && frame.opcode() != WebSocketFrames.CLOSE) {
            assertThat(frame.masked()).isTrue();
            overSocket.add(frame.text());
            if (frame.text().contains("die")) {
                connection.reset();
                return;
            }
            subscription++;
            connection.send(WebSocketFrames.text(result(id(frame.text()), "\"0x" + subscription + "\""), false));
            connection.send(WebSocketFrames.text(news("0x" + subscription), false));
            frame = WebSocketFrames.next(connection.socket().getInputStream());
        }
        overSocket.add("closed");
    }

    private static String news(String subscription) {
        return "{\"jsonrpc\":\"2.0\",\"method\":\"eth_subscription\",\"params\":{\"subscription\":\"" + subscription
                + "\"}}";
    }

    private static String as(String key, RawUpstream node, int type) {
        return key + ": {address: 127.0.0.1, port: " + node.port() + ", nodeType: " + type + ", stateType: 1}";
    }

    private static RawClient open(GatewayFixture gateway, String path, String... fields) throws IOException {
        RawClient client = gateway.client();
        client.send(handshake(path, fields));
        assertThat(client.readUntil("\r\n\r\n")).startsWith("HTTP/1.1 101 ");
        return client;
    }

    private static void say(RawClient client, String text) throws IOException {
        client.send(WebSocketFrames.text(text, true));
    }

    private static Frame next(RawClient client) throws IOException {
        return WebSocketFrames.next(client.socket().getInputStream());
    }

    /** The next message, its frames put together. */
    private static String message(RawClient client) throws IOException {
        Frame frame = next(client);
        assertThat(frame).as("a message").isNotNull();
        assertThat(frame.opcode()).as(frame.text()).isEqualTo(WebSocketFrames.TEXT);
        StringBuilder message = new StringBuilder(frame.text());
        while ((frame.first() & 0x80) == 0) {
            frame = next(client);
            assertThat(frame.opcode()).isEqualTo(WebSocketFrames.CONTINUATION);
            message.append(frame.text());
        }
        return message.toString();
    }

    private String nextOverSocket() throws InterruptedException {
        String said = overSocket.poll(15, TimeUnit.SECONDS);
        assertThat(said).as("something said to the node's WebSocket").isNotNull();
        return said;
    }

    private static void closeNicely(RawClient client) throws IOException {
        client.send(WebSocketFrames.close(1000, true));
        assertThat(next(client).closeCode()).isEqualTo(1000);
        assertThat(client.readAll()).isEmpty();
        client.close();
    }

    // --- calls ---

    @Test
    void each_message_is_a_call_that_goes_where_its_block_is() throws Exception {
        try (RawUpstream state = node("state");
                RawUpstream archive = node("archive");
                GatewayFixture gateway = GatewayFixture.start(
                        as("1/nodes/s", state, STATE),
                        as("1/nodes/a", archive, ARCHIVE),
                        "1/lastBlockNumber: {latestBlockNumber: \"0xf4240\"}")) {
            RawClient client = gateway.client();
            client.send(handshake("/1", "Sec-WebSocket-Extensions: permessage-deflate\r\nclient-id: me\r\n"));
            assertThat(client.readUntil("\r\n\r\n"))
                    .startsWith("HTTP/1.1 101 ")
                    .containsIgnoringCase("sec-websocket-accept: " + ACCEPT + "\r\n")
                    .containsIgnoringCase("upgrade: websocket\r\n")
                    .doesNotContainIgnoringCase("extensions");
            say(client, LATEST);
            assertThat(message(client)).isEqualTo(result(7, "\"state\""));
            say(client, call("\"x\"", "eth_getBalance", "\"0x1\",\"0x1\""));
            assertThat(message(client)).isEqualTo(result("\"x\"", "\"archive\""));
            assertThat(state.nextRequest())
                    .startsWith("POST / HTTP/1.1\r\n")
                    .containsIgnoringCase("client-id: me\r\n")
                    .containsIgnoringCase("content-type: application/json\r\n")
                    .doesNotContainIgnoringCase("upgrade")
                    .doesNotContainIgnoringCase("sec-websocket")
                    .endsWith(LATEST);
            closeNicely(client);
            gateway.awaitSum(2, "jrpcx_rpc_calls_finished");
        }
    }

    @Test
    void a_page_opens_a_socket_only_from_an_origin_that_may_call() throws Exception {
        try (RawUpstream state = node("state");
                GatewayFixture closed = GatewayFixture.start(as("1/nodes/s", state, STATE));
                GatewayFixture listed = GatewayFixture.start(
                        as("1/nodes/s", state, STATE), "---", "cors: {allowed_origins: ['https://app.example']}")) {
            for (GatewayFixture gateway : new GatewayFixture[] {closed, listed}) {
                try (RawClient client = gateway.client()) {
                    client.send(handshake("/1", "Origin: https://evil.example\r\n"));
                    assertThat(client.readAnswer()).startsWith("HTTP/1.1 403 ").contains("cors.allowed_origins");
                }
            }
            try (RawClient twice = listed.client()) {
                twice.send(handshake("/1", "Origin: https://app.example\r\nOrigin: https://evil.example\r\n"));
                assertThat(twice.readAnswer()).startsWith("HTTP/1.1 403 ");
            }
            closeNicely(open(listed, "/1", "Origin: https://app.example\r\n"));
            closeNicely(open(closed, "/1"));
        }
    }

    @Test
    void what_is_refused_over_http_is_refused_here_with_the_callers_id() throws Exception {
        try (RawUpstream state = node("state");
                GatewayFixture gateway = GatewayFixture.start(
                        as("1/nodes/s", state, STATE), "1/lastBlockNumber: {latestBlockNumber: \"0xf4240\"}")) {
            RawClient client = open(gateway, "/1");
            say(client, call(5, "txpool_content", ""));
            assertThat(message(client)).contains("-41003", "\"id\":5");
            say(client, "{not json");
            assertThat(message(client)).contains("-32700", "\"id\":null");
            say(client, "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"a\",\"method\":\"b\"}");
            assertThat(message(client)).contains("-32600");
            say(client, "[]");
            assertThat(message(client)).contains("-32600");
            say(client, "{\"jsonrpc\":\"2.0\",\"method\":\"txpool_content\",\"params\":[]}");
            say(client, "{\"jsonrpc\":\"2.0\",\"method\":\"net_version\",\"params\":[]}");
            say(client, LATEST);
            assertThat(message(client)).as("notifications are not answered").isEqualTo(result(7, "\"state\""));
            closeNicely(client);
            Await.until(() -> state.received().contains("net_version"), () -> "a notification reaches a node");
        }
    }

    @Test
    void a_batch_is_spread_and_its_answers_come_in_its_order() throws Exception {
        try (RawUpstream state = node("state");
                RawUpstream archive = node("archive");
                GatewayFixture gateway = GatewayFixture.start(
                        as("1/nodes/s", state, STATE),
                        as("1/nodes/a", archive, ARCHIVE),
                        "1/lastBlockNumber: {latestBlockNumber: \"0xf4240\"}")) {
            RawClient client = open(gateway, "/1");
            say(
                    client,
                    "[" + call(1, "eth_getBalance", "\"0x1\",\"0x1\"") + "," + call(2, "txpool_content", "") + ","
                            + call(3, "eth_blockNumber", "") + "]");
            assertThat(message(client))
                    .startsWith("[" + result(1, "\"archive\"") + ",")
                    .contains("-41003")
                    .endsWith("," + result(3, "\"state\"") + "]");
            closeNicely(client);
        }
    }

    @Test
    void calls_are_answered_as_their_nodes_answer_and_so_many_at_a_time() throws Exception {
        CountDownLatch release = new CountDownLatch(1);
        try (RawUpstream state = RawUpstream.start(connection -> {
                    for (String request = connection.readRequest();
                            request != null;
                            request = connection.readRequest()) {
                        String body = request.substring(request.indexOf("\r\n\r\n") + 4);
                        if (body.contains("slow")) {
                            release.await();
                        }
                        String answer = result(id(body), "1");
                        connection.send("HTTP/1.1 200 OK\r\nContent-Length: " + answer.length() + "\r\n\r\n" + answer);
                    }
                });
                GatewayFixture gateway = GatewayFixture.start(as("1/nodes/s", state, STATE))) {
            RawClient client = open(gateway, "/1");
            say(client, call(0, "eth_slow", ""));
            say(client, call(1, "eth_fast", ""));
            assertThat(message(client)).as("a slow call holds up no other").isEqualTo(result(1, "1"));
            for (int i = 2; i <= 150; i++) {
                say(client, call(i, "eth_slow", ""));
            }
            Await.until(() -> asked(state) >= 100, () -> "a hundred were to be asked");
            RawClient other = open(gateway, "/1");
            say(other, call(1, "eth_fast", ""));
            assertThat(message(other)).isEqualTo(result(1, "1"));
            closeNicely(other);
            assertThat(asked(state)).as("the rest waits").isEqualTo(100);
            release.countDown();
            List<Integer> ids = new ArrayList<>();
            for (int i = 0; i < 150; i++) {
                ids.add(Integer.parseInt(id(message(client))));
            }
            assertThat(ids).doesNotHaveDuplicates().hasSize(150).doesNotContain(1);
            closeNicely(client);
        }
    }

    private static int asked(RawUpstream node) {
        return node.received().split("eth_slow", -1).length - 1;
    }

    @Test
    void a_long_answer_passes_in_frames_and_is_one_message() throws Exception {
        String data = "\"" + "x".repeat(3_000_000) + "\"";
        try (RawUpstream state = RawUpstream.start(connection -> {
                    for (String request = connection.readRequest();
                            request != null;
                            request = connection.readRequest()) {
                        String body = request.substring(request.indexOf("\r\n\r\n") + 4);
                        String answer = result(id(body), data);
                        if (body.contains("chunked")) {
                            connection.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
                                    + Integer.toHexString(answer.length()) + "\r\n" + answer + "\r\n0\r\n\r\n");
                        } else {
                            connection.send(
                                    "HTTP/1.1 200 OK\r\nContent-Length: " + answer.length() + "\r\n\r\n" + answer);
                        }
                    }
                });
                GatewayFixture gateway = GatewayFixture.start(as("1/nodes/s", state, STATE))) {
            RawClient client = open(gateway, "/1");
            for (int i = 0; i < 4; i++) {
                say(client, call(i, i % 2 == 0 ? "eth_chunked" : "eth_long", ""));
            }
            client.send(WebSocketFrames.frame(0x89, true, "still there".getBytes(StandardCharsets.US_ASCII)));
            List<String> answers = new ArrayList<>();
            StringBuilder message = new StringBuilder();
            boolean ponged = false;
            while (answers.size() < 4 || !ponged) {
                Frame frame = next(client);
                if (frame.opcode() == 10) {
                    ponged = true;
                    continue;
                }
                message.append(frame.text());
                if ((frame.first() & 0x80) != 0) {
                    answers.add(message.toString());
                    message.setLength(0);
                }
            }
            assertThat(answers)
                    .containsExactlyInAnyOrder(result(0, data), result(1, data), result(2, data), result(3, data));
            closeNicely(client);
        }
    }

    @Test
    void a_node_that_breaks_off_is_an_error_before_its_answer_and_the_end_amid_it() throws Exception {
        try (RawUpstream state = RawUpstream.start(connection -> {
                    String request = connection.readRequest();
                    if (request != null && request.contains("amid")) {
                        connection.send(
                                "HTTP/1.1 200 OK\r\nContent-Length: 9000000\r\n\r\n{\"jsonrpc\":\"2.0\",\"id\":1,"
                                        + "\"result\":\"" + "x".repeat(500_000));
                        connection.reset();
                    }
                });
                GatewayFixture gateway = GatewayFixture.start(as("1/nodes/s", state, STATE))) {
            RawClient client = open(gateway, "/1");
            say(client, call(3, "eth_before", ""));
            assertThat(message(client)).contains("-32603", "\"id\":3");
            say(client, call(1, "eth_amid", ""));
            Frame frame = next(client);
            while (frame.opcode() != WebSocketFrames.CLOSE) {
                frame = next(client);
            }
            assertThat(frame.closeCode()).isEqualTo(1011);
            client.send(WebSocketFrames.close(1011, true));
            assertThat(client.readAll()).isEmpty();
            client.close();
        }
    }

    @Test
    void with_everyone_looking_on_each_message_has_its_line() throws Exception {
        try (JsonLogProbe log = JsonLogProbe.at(LogLevel.INFO, true);
                RawUpstream state = node("state");
                GatewayFixture gateway =
                        GatewayFixture.start(as("1/nodes/s", state, STATE), "---", "cors: {allowed_origins: ['*']}")) {
            RawClient client = open(gateway, "/1", "Origin: http://page\r\nclient-id: me\r\n");
            say(client, LATEST);
            assertThat(message(client)).isEqualTo(result(7, "\"state\""));
            say(client, call(8, "eth_subscribe", "\"newHeads\""));
            assertThat(message(client)).isEqualTo(result(8, "\"0x1\""));
            assertThat(message(client)).isEqualTo(news("0x1"));
            closeNicely(client);
            Await.until(() -> accessLines(log).size() == 3, () -> "three lines were to be written: " + log.text());
            assertThat(accessLines(log))
                    .extracting(line -> String.valueOf(line.get("rpc_method")))
                    .containsExactlyInAnyOrder("eth_getBalance", "eth_subscribe", "null");
            assertThat(accessLines(log))
                    .allSatisfy(line -> assertThat(line.get("client_id")).isEqualTo("me"));
        }
    }

    private static List<? extends Map<?, ?>> accessLines(JsonLogProbe log) {
        return log.lines().stream()
                .filter(line -> "access_log".equals(line.get("target")))
                .map(line -> (Map<?, ?>) line.get("fields"))
                .toList();
    }

    // --- subscriptions ---

    @Test
    void subscriptions_live_on_one_node_and_their_news_come_through() throws Exception {
        try (RawUpstream first = node("first");
                RawUpstream second = node("second");
                GatewayFixture gateway =
                        GatewayFixture.start(as("1/nodes/s1", first, STATE), as("1/nodes/s2", second, STATE))) {
            RawClient client = open(gateway, "/1", "client-id: me\r\n");
            say(client, call("\"a b\"", "eth_subscribe", "\"newHeads\""));
            assertThat(message(client)).isEqualTo(result("\"a b\"", "\"0x1\""));
            assertThat(message(client)).isEqualTo(news("0x1"));
            for (int i = 2; i < 10; i++) {
                say(client, call("\"a b\"", i == 5 ? "eth_unsubscribe" : "eth_subscribe", "\"logs\""));
                assertThat(message(client)).isEqualTo(result("\"a b\"", "\"0x" + i + "\""));
                assertThat(message(client)).isEqualTo(news("0x" + i));
            }
            assertThat(nextOverSocket()).contains("\"newHeads\"").doesNotContain("a b");
            assertThat(first.connections().size() + second.connections().size())
                    .as("one WebSocket to one node")
                    .isEqualTo(1);
            say(client, call(4, "eth_chainId", ""));
            assertThat(message(client)).containsAnyOf("first", "second");
            closeNicely(client);
            Await.until(() -> overSocket.contains("closed"), () -> "the node was not told");
            gateway.awaitSum(10, "jrpcx_rpc_calls_finished");
        }
    }

    // --- subscriptions in batches ---

    @Test
    void a_subscription_in_a_batch_lives_on_the_node_and_its_answer_stands_in_its_place() throws Exception {
        try (RawUpstream state = node("state");
                GatewayFixture gateway = GatewayFixture.start(as("1/nodes/s", state, STATE))) {
            RawClient client = open(gateway, "/1");
            say(
                    client,
                    "[" + LATEST + "," + call("\"a\"", "eth_subscribe", "\"newHeads\"") + ",1,"
                            + call(9, "eth_chainId", "") + "]");
            assertThat(message(client))
                    .startsWith("[" + result(7, "\"state\"") + "," + result("\"a\"", "\"0x1\"") + ",{")
                    .contains("-32600")
                    .endsWith("," + result(9, "\"state\"") + "]");
            assertThat(message(client)).isEqualTo(news("0x1"));
            assertThat(nextOverSocket()).contains("eth_subscribe");
            say(client, "[" + call(1, "eth_unsubscribe", "\"0x1\"") + "," + call(2, "eth_subscribe", "\"logs\"") + "]");
            String answer = message(client);
            if (answer.equals(news("0x2"))) {
                answer = message(client);
            }
            assertThat(answer).isEqualTo("[" + result(1, "\"0x2\"") + "," + result(2, "\"0x3\"") + "]");
            assertThat(nextOverSocket()).contains("eth_unsubscribe");
            assertThat(nextOverSocket()).contains("logs");
            assertThat(state.received().split("subscribe", -1))
                    .as("over HTTP none")
                    .hasSize(1);
            gateway.awaitSum(5, "jrpcx_rpc_calls_finished");
            state.close();
            Frame frame = next(client);
            while (frame.opcode() == WebSocketFrames.TEXT) {
                frame = next(client);
            }
            assertThat(frame.closeCode()).isEqualTo(1012);
            client.close();
        }
    }

    @Test
    void news_of_a_subscription_come_behind_the_answer_to_its_batch() throws Exception {
        CountDownLatch subscribed = new CountDownLatch(1);
        try (RawUpstream state = node("state");
                RawUpstream archive = RawUpstream.start(connection -> {
                    connection.readRequest();
                    subscribed.await();
                    String answer = "[" + result(8, "\"late\"") + "]";
                    connection.send("HTTP/1.1 200 OK\r\nContent-Length: " + answer.length() + "\r\n\r\n" + answer);
                });
                GatewayFixture gateway =
                        GatewayFixture.start(as("1/nodes/s", state, STATE), as("1/nodes/a", archive, ARCHIVE))) {
            RawClient client = open(gateway, "/1");
            say(
                    client,
                    "[" + call(1, "eth_subscribe", "\"newHeads\"") + "," + call(8, "eth_getBalance", "\"0x1\",\"0x1\"")
                            + "]");
            assertThat(nextOverSocket()).contains("newHeads");
            say(client, LATEST);
            assertThat(message(client)).as("the socket goes on meanwhile").isEqualTo(result(7, "\"state\""));
            subscribed.countDown();
            assertThat(message(client)).isEqualTo("[" + result(1, "\"0x1\"") + "," + result(8, "\"late\"") + "]");
            assertThat(message(client)).isEqualTo(news("0x1"));
            closeNicely(client);
        }
    }

    @Test
    void a_subscription_in_a_batch_is_judged_as_any_call_and_fails_alone() throws Exception {
        try (RawUpstream plain = RawUpstream.start(connection -> {
                    for (String request = connection.readRequest();
                            request != null;
                            request = connection.readRequest()) {
                        String answer = "[" + result(7, "\"plain\"") + "]";
                        boolean socket = request.startsWith("GET ");
                        connection.send(
                                socket
                                        ? "HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n"
                                        : "HTTP/1.1 200 OK\r\nContent-Length: " + answer.length() + "\r\n\r\n"
                                                + answer);
                    }
                });
                GatewayFixture gateway = GatewayFixture.start(
                        as("1/nodes/s", plain, STATE),
                        "---",
                        "proxy_config: {processor: {method_denied: [eth_unsubscribe]}}")) {
            RawClient client = open(gateway, "/1");
            say(
                    client,
                    "[" + call(1, "eth_subscribe", "\"newHeads\"") + "," + LATEST + ","
                            + call(2, "eth_unsubscribe", "\"0x1\"") + "]");
            assertThat(message(client))
                    .startsWith("[{\"jsonrpc\":\"2.0\",\"error\":{\"code\":-32603,")
                    .contains(
                            "\"id\":1}," + result(7, "\"plain\"") + ",{\"jsonrpc\":\"2.0\",\"error\":{\"code\":-41003,")
                    .endsWith("\"id\":2}]");
            closeNicely(client);
        }
    }

    @Test
    void a_client_that_leaves_amid_a_batch_with_a_subscription_leaves_nothing_behind() throws Exception {
        try (RawUpstream state = node("state");
                RawUpstream archive = RawUpstream.start(RawUpstream.Connection::readToEnd);
                GatewayFixture gateway =
                        GatewayFixture.start(as("1/nodes/s", state, STATE), as("1/nodes/a", archive, ARCHIVE))) {
            RawClient client = open(gateway, "/1");
            say(
                    client,
                    "[" + call(1, "eth_subscribe", "\"newHeads\"") + "," + call(8, "eth_getBalance", "\"0x1\",\"0x1\"")
                            + "]");
            assertThat(nextOverSocket()).contains("newHeads");
            client.reset();
            assertThat(nextOverSocket()).isEqualTo("closed");
            gateway.awaitSum(0, "ethryx_gateway_in_flight_bytes");
        }
    }

    @Test
    void a_denied_or_limited_subscription_never_reaches_a_node() throws Exception {
        try (RawUpstream state = node("state");
                GatewayFixture gateway = GatewayFixture.start(
                        as("1/nodes/s", state, STATE),
                        "---",
                        "proxy_config: {processor: {method_denied: [eth_subscribe]}}")) {
            RawClient client = open(gateway, "/1");
            say(client, call(4, "eth_subscribe", "\"newHeads\""));
            assertThat(message(client)).contains("-41003", "\"id\":4");
            say(client, call(5, "eth_unsubscribe", "\"0x1\""));
            assertThat(message(client))
                    .as("of nothing, so that a node may say so")
                    .isEqualTo(result(5, "\"state\""));
            closeNicely(client);
            assertThat(overSocket).isEmpty();
        }
    }

    @Test
    void a_node_that_speaks_no_websocket_is_passed_over() throws Exception {
        try (RawUpstream good = node("good");
                RawUpstream plain = RawUpstream.answering("HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n");
                GatewayFixture gateway = GatewayFixture.start(
                        as("1/nodes/s1", plain, STATE).replace("}", ", weight: 100}"),
                        as("1/nodes/s2", good, STATE).replace("}", ", weight: 0}"))) {
            RawClient client = open(gateway, "/1");
            say(client, call(4, "eth_subscribe", "\"newHeads\""));
            String answer = message(client);
            assertThat(answer)
                    .satisfiesAnyOf(
                            a -> assertThat(a).isEqualTo(result(4, "\"0x1\"")),
                            a -> assertThat(a).contains("-32603", "\"id\":4"));
            client.close();
        }
    }

    @Test
    void the_loss_of_the_node_ends_the_socket_with_a_reason() throws Exception {
        try (RawUpstream state = node("state");
                GatewayFixture gateway = GatewayFixture.start(as("1/nodes/s", state, STATE))) {
            RawClient client = open(gateway, "/1");
            say(client, call(1, "eth_subscribe", "\"newHeads\""));
            message(client);
            message(client);
            say(client, call(2, "eth_subscribe", "\"die\""));
            Frame frame = next(client);
            while (frame.opcode() != WebSocketFrames.CLOSE) {
                frame = next(client);
            }
            assertThat(frame.closeCode()).isEqualTo(1012);
            assertThat(frame.text()).contains("node");
            client.send(WebSocketFrames.close(1012, true));
            assertThat(client.readAll()).isEmpty();
            client.close();
        }
    }

    @Test
    void a_node_that_leaves_the_topology_takes_the_sockets_of_its_subscriptions_along() throws Exception {
        try (RawUpstream state = node("state");
                GatewayFixture gateway = GatewayFixture.start(as("1/nodes/s", state, STATE))) {
            RawClient client = open(gateway, "/1");
            RawClient without = open(gateway, "/1");
            say(client, call(1, "eth_subscribe", "\"newHeads\""));
            message(client);
            message(client);
            gateway.gateway().follow(Topology.EMPTY);
            assertThat(next(client).closeCode()).isEqualTo(1012);
            client.close();
            say(without, LATEST);
            assertThat(message(without)).contains("no backends available", "\"id\":7");
            closeNicely(without);
        }
    }

    @Test
    void a_node_that_reads_nothing_is_given_up_before_its_calls_fill_the_memory() throws Exception {
        CountDownLatch over = new CountDownLatch(1);
        try (RawUpstream state = RawUpstream.start(connection -> {
                    connection.send(switching(connection.readRequest()));
                    Frame frame = WebSocketFrames.next(connection.socket().getInputStream());
                    connection.send(WebSocketFrames.text(result(id(frame.text()), "\"0x1\""), false));
                    over.await();
                });
                GatewayFixture gateway = GatewayFixture.start(as("1/nodes/s", state, STATE))) {
            RawClient client = open(gateway, "/1");
            say(client, call(1, "eth_subscribe", "\"newHeads\""));
            assertThat(message(client)).isEqualTo(result(1, "\"0x1\""));
            byte[] notification = WebSocketFrames.text(
                    "{\"jsonrpc\":\"2.0\",\"method\":\"eth_unsubscribe\",\"params\":[\"" + "x".repeat(1_000_000)
                            + "\"]}",
                    true);
            Thread sender = new Thread(() -> {
                try {
                    for (int i = 0; i < 100; i++) {
                        client.send(notification);
                    }
                } catch (IOException e) {
                    // The socket has come to its end.
                }
            });
            sender.start();
            Frame close = next(client);
            assertThat(close.opcode()).isEqualTo(WebSocketFrames.CLOSE);
            assertThat(close.closeCode()).isEqualTo(1012);
            assertThat(close.text()).contains("takes no more");
            client.close();
            sender.join();
            gateway.awaitSum(0, "ethryx_gateway_in_flight_bytes");
            over.countDown();
        }
    }

    @Test
    void a_client_that_reads_nothing_holds_up_its_node_and_no_one_else() throws Exception {
        String news = news("0x1").replace("}}", ",\"x\":\"" + "y".repeat(50_000) + "\"}}");
        CountDownLatch flood = new CountDownLatch(1);
        try (RawUpstream state = RawUpstream.start(connection -> {
                    for (String request = connection.readRequest();
                            request != null;
                            request = connection.readRequest()) {
                        if (request.startsWith("GET ")) {
                            connection.send(switching(request));
                            Frame frame =
                                    WebSocketFrames.next(connection.socket().getInputStream());
                            connection.send(WebSocketFrames.text(result(id(frame.text()), "\"0x1\""), false));
                            flood.await();
                            while (true) {
                                connection.send(WebSocketFrames.text(news, false));
                            }
                        }
                        String answer = result(id(request.substring(request.indexOf("\r\n\r\n") + 4)), "1");
                        connection.send("HTTP/1.1 200 OK\r\nContent-Length: " + answer.length() + "\r\n\r\n" + answer);
                    }
                });
                GatewayFixture gateway = GatewayFixture.start(as("1/nodes/s", state, STATE))) {
            RawClient healthy = open(gateway, "/1");
            List<RawClient> deaf = new ArrayList<>();
            for (int i = 0; i < 20; i++) {
                RawClient client = open(gateway, "/1");
                say(client, call(1, "eth_subscribe", "\"newHeads\""));
                assertThat(message(client)).isEqualTo(result(1, "\"0x1\""));
                deaf.add(client);
            }
            flood.countDown();
            for (int i = 0; i < 200; i++) {
                say(healthy, call(i, "eth_chainId", ""));
                assertThat(message(healthy)).isEqualTo(result(i, "1"));
            }
            closeNicely(healthy);
            gateway.awaitSum(20, "ethryx_gateway_websockets");
            for (RawClient client : deaf) {
                for (int i = 0; i < 3; i++) {
                    assertThat(message(client)).isEqualTo(news);
                }
                client.close();
            }
        }
    }

    @Test
    void a_client_that_no_one_here_wrote_is_served() throws Exception {
        try (RawUpstream state = node("state");
                GatewayFixture gateway = GatewayFixture.start(as("1/nodes/s", state, STATE))) {
            BlockingQueue<String> got = new LinkedBlockingQueue<>();
            WebSocket client = HttpClient.newHttpClient()
                    .newWebSocketBuilder()
                    .buildAsync(URI.create("ws://127.0.0.1:" + gateway.port() + "/1"), new WebSocket.Listener() {

                        private final StringBuilder message = new StringBuilder();

                        @Override
                        public CompletionStage<?> onText(WebSocket socket, CharSequence part, boolean last) {
                            message.append(part);
                            if (last) {
                                got.add(message.toString());
                                message.setLength(0);
                            }
                            socket.request(1);
                            return null;
                        }

                        @Override
                        public CompletionStage<?> onClose(WebSocket socket, int code, String reason) {
                            got.add("closed " + code);
                            return null;
                        }
                    })
                    .get(15, TimeUnit.SECONDS);
            String large = call(2, "eth_large", "\"" + "z".repeat(300_000) + "\"");
            client.sendText(LATEST, true).get(15, TimeUnit.SECONDS);
            assertThat(got.poll(15, TimeUnit.SECONDS)).isEqualTo(result(7, "\"state\""));
            client.sendText(large.substring(0, 100), false).get(15, TimeUnit.SECONDS);
            client.sendText(large.substring(100), true).get(15, TimeUnit.SECONDS);
            assertThat(got.poll(15, TimeUnit.SECONDS)).isEqualTo(result(2, "\"state\""));
            client.sendText(call(3, "eth_subscribe", "\"newHeads\""), true).get(15, TimeUnit.SECONDS);
            assertThat(got.poll(15, TimeUnit.SECONDS)).isEqualTo(result(3, "\"0x1\""));
            assertThat(got.poll(15, TimeUnit.SECONDS)).isEqualTo(news("0x1"));
            client.sendClose(WebSocket.NORMAL_CLOSURE, "bye").get(15, TimeUnit.SECONDS);
            assertThat(got.poll(15, TimeUnit.SECONDS)).isEqualTo("closed 1000");
        }
    }

    // --- closing ---

    @Test
    void without_a_node_the_socket_is_closed_for_later() throws Exception {
        try (RawUpstream state = node("state");
                GatewayFixture gateway = GatewayFixture.start(as("1/nodes/s", state, STATE))) {
            RawClient client = open(gateway, "/5");
            assertThat(next(client).closeCode()).isEqualTo(1013);
            client.send(WebSocketFrames.close(1013, true));
            assertThat(client.readAll()).isEmpty();
            client.close();
            try (RawClient other = gateway.client()) {
                assertThat(other.send(handshake("/1/2")).readAnswer()).startsWith("HTTP/1.1 404 ");
                assertThat(other.send(handshake("/1").replace("Version: 13", "Version: 8"))
                                .readAnswer())
                        .startsWith("HTTP/1.1 426 ");
            }
        }
    }

    @Test
    void hostile_frames_are_answered_with_the_code_for_them() throws Exception {
        byte[] bad = {(byte) 0xC3, 0x28};
        byte[] overlong = new byte[126];
        Object[][] rows = {
            {1002, WebSocketFrames.text("{}", false)},
            {1002, WebSocketFrames.frame(0xC1, true, bad)},
            {1002, WebSocketFrames.frame(0x83, true, bad)},
            {1002, WebSocketFrames.frame(0x8B, true, bad)},
            {1002, WebSocketFrames.frame(0x80, true, bad)},
            {1002, WebSocketFrames.frame(0x09, true, bad)},
            {1002, WebSocketFrames.frame(0x89, true, overlong)},
            {
                1002,
                WebSocketFrames.join(
                        List.of(WebSocketFrames.frame(0x01, true, bad), WebSocketFrames.frame(0x81, true, bad)))
            },
            {1002, WebSocketFrames.frame(0x88, true, new byte[] {3})},
            {1002, WebSocketFrames.close(1005, true)},
            {1002, WebSocketFrames.close(1006, true)},
            {1002, WebSocketFrames.close(999, true)},
            {1002, WebSocketFrames.close(2000, true)},
            {1002, new byte[] {(byte) 0x81, (byte) 0xFF, -1, -1, -1, -1, -1, -1, -1, -1, 0, 0, 0, 0}},
            {1009, new byte[] {(byte) 0x81, (byte) 0xFF, 0x7F, -1, -1, -1, -1, -1, -1, -1, 0, 0, 0, 0}},
            {1003, WebSocketFrames.frame(0x82, true, LATEST.getBytes(StandardCharsets.UTF_8))},
            {1007, WebSocketFrames.frame(0x81, true, bad)},
            {1007, WebSocketFrames.frame(0x88, true, new byte[] {3, (byte) 0xE8, (byte) 0xC3})},
            {1009, WebSocketFrames.frame(0x81, true, new byte[70_000])},
        };
        try (RawUpstream state = node("state");
                GatewayFixture gateway =
                        GatewayFixture.start(as("1/nodes/s", state, STATE), "---", "max_body_bytes: 64KiB")) {
            Random random = new Random(1);
            for (Object[] row : rows) {
                byte[] bytes = (byte[]) row[1];
                RawClient client = open(gateway, "/1");
                int cut = random.nextInt(Math.min(bytes.length, 8));
                client.send(Arrays.copyOf(bytes, cut));
                try {
                    client.send(Arrays.copyOfRange(bytes, cut, bytes.length));
                } catch (IOException e) {
                    // The verdict was clear from the first bytes on.
                }
                Frame close = next(client);
                assertThat(close.opcode()).as(Arrays.toString(row)).isEqualTo(WebSocketFrames.CLOSE);
                assertThat(close.closeCode()).as(Arrays.toString(bytes)).isEqualTo(row[0]);
                client.close();
            }
            assertThat(state.connections()).isEmpty();
        }
    }

    @Test
    void behind_a_close_for_hostile_frames_the_stream_ends_before_the_client_has() throws Exception {
        try (RawUpstream state = node("state");
                GatewayFixture gateway = GatewayFixture.start(as("1/nodes/s", state, STATE))) {
            RawClient client = open(gateway, "/1");
            client.send(WebSocketFrames.frame(0x83, true, new byte[0]));
            assertThat(next(client).closeCode()).isEqualTo(1002);
            assertThat(client.readAll()).isEmpty();
            gateway.awaitSum(1, "ethryx_gateway_websockets");
            client.close();
            gateway.awaitSum(0, "ethryx_gateway_websockets");
        }
    }

    @Test
    void messages_may_be_cut_anywhere_and_come_in_fragments() throws Exception {
        try (RawUpstream state = node("state");
                GatewayFixture gateway = GatewayFixture.start(as("1/nodes/s", state, STATE))) {
            RawClient client = open(gateway, "/1");
            for (long seed = 0; seed < 20; seed++) {
                Random random = new Random(seed);
                byte[] text = LATEST.getBytes(StandardCharsets.UTF_8);
                int cut = random.nextInt(text.length);
                byte[] sent = WebSocketFrames.join(List.of(
                        WebSocketFrames.frame(0x01, true, Arrays.copyOf(text, cut)),
                        WebSocketFrames.frame(0x89, true, new byte[] {1}),
                        WebSocketFrames.frame(0x80, true, Arrays.copyOfRange(text, cut, text.length))));
                int at = 0;
                while (at < sent.length) {
                    int to = Math.min(sent.length, at + 1 + random.nextInt(20));
                    client.send(Arrays.copyOfRange(sent, at, to));
                    at = to;
                }
                assertThat(next(client).opcode()).as("seed %d", seed).isEqualTo(10);
                assertThat(message(client)).as("seed %d", seed).isEqualTo(result(7, "\"state\""));
            }
            closeNicely(client);
        }
    }

    @Test
    void a_client_that_leaves_cancels_its_calls() throws Exception {
        CountDownLatch asked = new CountDownLatch(2);
        try (RawUpstream state = RawUpstream.start(connection -> {
                    connection.readRequest();
                    asked.countDown();
                    connection.readToEnd();
                });
                GatewayFixture gateway = GatewayFixture.start(as("1/nodes/s", state, STATE))) {
            RawClient reset = open(gateway, "/1");
            say(reset, LATEST);
            RawClient closing = open(gateway, "/1");
            say(closing, LATEST);
            assertThat(asked.await(15, TimeUnit.SECONDS)).isTrue();
            reset.reset();
            closeNicely(closing);
            Await.until(() -> state.open() == 0, () -> "calls go on");
            gateway.awaitSum(2, "jrpcx_rpc_calls_failed");
        }
    }

    @Test
    void at_a_drain_calls_are_answered_and_then_leave_is_taken() throws Exception {
        CountDownLatch asked = new CountDownLatch(1);
        CountDownLatch release = new CountDownLatch(1);
        try (RawUpstream state = RawUpstream.start(connection -> {
                    String request = connection.readRequest();
                    asked.countDown();
                    release.await();
                    String answer = result(id(request.substring(request.indexOf("\r\n\r\n") + 4)), "1");
                    connection.send("HTTP/1.1 200 OK\r\nContent-Length: " + answer.length() + "\r\n\r\n" + answer);
                });
                GatewayFixture gateway = GatewayFixture.start(as("1/nodes/s", state, STATE))) {
            RawClient idle = open(gateway, "/1");
            RawClient busy = open(gateway, "/1");
            say(busy, LATEST);
            assertThat(asked.await(15, TimeUnit.SECONDS)).isTrue();
            var drained = gateway.gateway().drain().toCompletableFuture();
            assertThat(next(idle).closeCode()).isEqualTo(1001);
            idle.send(WebSocketFrames.close(1001, true));
            assertThat(idle.readAll()).isEmpty();
            release.countDown();
            assertThat(message(busy)).isEqualTo(result(7, "1"));
            assertThat(next(busy).closeCode()).isEqualTo(1001);
            busy.send(WebSocketFrames.close(1001, true));
            assertThat(busy.readAll()).isEmpty();
            drained.get(15, TimeUnit.SECONDS);
            idle.close();
            busy.close();
        }
    }

    @Test
    void over_http2_it_is_the_same() throws Exception {
        try (RawUpstream state = node("state");
                GatewayFixture gateway = GatewayFixture.start(as("1/nodes/s", state, STATE))) {
            try (FrameClient client = FrameClient.connect(gateway.port())) {
                client.frame(
                        FrameClient.HEADERS,
                        FrameClient.END_HEADERS,
                        1,
                        FrameClient.head("CONNECT", "/1", ":protocol", "websocket", "sec-websocket-version", "13"));
                assertThat(client.fields(client.of(1)))
                        .containsEntry(":status", "200")
                        .doesNotContainKey("sec-websocket-accept");
                client.frame(FrameClient.DATA, 0, 1, WebSocketFrames.text(LATEST, true));
                client.frame(
                        FrameClient.DATA, 0, 1, WebSocketFrames.text(call(2, "eth_subscribe", "\"newHeads\""), true));
                String got = "";
                while (!got.contains("eth_subscription") || !got.contains(result(7, "\"state\""))) {
                    got += client.of(1).text();
                }
                assertThat(got).contains(result(7, "\"state\""), result(2, "\"0x1\""));
                client.frame(FrameClient.DATA, 0, 1, WebSocketFrames.close(1000, true));
                String rest = "";
                FrameClient.Frame frame = client.of(1);
                while (!frame.ends()) {
                    rest += frame.text();
                    frame = client.of(1);
                }
                assertThat(rest + frame.text()).isNotEmpty();
                client.frame(FrameClient.DATA, FrameClient.END_STREAM, 1, new byte[0]);
                assertThat(client.outcome()).as("nobody is to blame").isIn("fine", "reset 1 0");
            }
        }
    }
}
