package io.ethryx.server.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.WebSocket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class SocketSessionTest {

    private final BlockingQueue<String> received = new LinkedBlockingQueue<>();
    private PairUnderTest pair;
    private WebSocket socket;

    @BeforeEach
    void connect() throws Exception {
        pair = new PairUnderTest();
        socket = connectTo(received);
    }

    private WebSocket connectTo(BlockingQueue<String> to) throws Exception {
        return pair.client
                .newWebSocketBuilder()
                .buildAsync(URI.create("ws://127.0.0.1:" + pair.el.wsPort() + "/"), new Recorder(to))
                .get(15, TimeUnit.SECONDS);
    }

    @AfterEach
    void stop() {
        socket.abort();
        pair.close();
    }

    @Test
    void calls_and_batches_are_answered_as_over_http() throws Exception {
        assertThat(ask(call("\"a\"", "eth_blockNumber", "")))
                .isEqualTo("{\"jsonrpc\":\"2.0\",\"id\":\"a\",\"result\":\"0x64\"}");
        assertThat(ask("[" + call("1", "eth_chainId", "") + "," + call("2", "eth_syncing", "") + "]"))
                .isEqualTo("[{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":\"0x539\"},"
                        + "{\"jsonrpc\":\"2.0\",\"id\":2,\"result\":false}]");
        assertThat(ask("nonsense")).contains("-32700");
    }

    @Test
    void a_binary_message_is_a_call_too() throws Exception {
        byte[] message = call("1", "eth_chainId", "").getBytes(StandardCharsets.UTF_8);
        socket.sendBinary(ByteBuffer.wrap(message), true).get(15, TimeUnit.SECONDS);
        assertThat(next()).isEqualTo("{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":\"0x539\"}");
    }

    @Test
    void each_new_block_is_pushed_to_its_subscribers() throws Exception {
        assertThat(ask(call("1", "eth_subscribe", "\"newHeads\"")))
                .isEqualTo("{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":\"0x1\"}");
        pair.nodes.advanceSlot();
        pair.nodes.advanceSlot();
        SimulatedChain chain = pair.nodes.chain();
        assertThat(next())
                .startsWith("{\"jsonrpc\":\"2.0\",\"method\":\"eth_subscription\",\"params\":{\"subscription\":\"0x1\","
                        + "\"result\":{\"number\":\"0x65\",\"hash\":\"" + chain.blockHash(101) + "\",\"parentHash\":\""
                        + chain.blockHash(100) + "\"")
                .endsWith("}}}")
                .doesNotContain("transactions\"");
        assertThat(next()).contains("\"number\":\"0x66\"").contains("\"parentHash\":\"" + chain.blockHash(101) + "\"");
    }

    @Test
    void subscriptions_are_told_apart_and_end_alone() throws Exception {
        ask(call("1", "eth_subscribe", "\"newHeads\""));
        assertThat(ask(call("2", "eth_subscribe", "\"newHeads\""))).contains("\"result\":\"0x2\"");
        assertThat(ask(call("3", "eth_unsubscribe", "\"0x1\"")))
                .isEqualTo("{\"jsonrpc\":\"2.0\",\"id\":3,\"result\":true}");
        assertThat(ask(call("4", "eth_unsubscribe", "\"0x1\""))).contains("\"result\":false");
        pair.nodes.advanceSlot();
        assertThat(next()).contains("\"subscription\":\"0x2\"");
        assertThat(ask(call("5", "eth_chainId", ""))).contains("\"id\":5");
    }

    @Test
    void another_connection_gets_no_pushes() throws Exception {
        BlockingQueue<String> others = new LinkedBlockingQueue<>();
        WebSocket other = connectTo(others);
        ask(call("1", "eth_subscribe", "\"newHeads\""));
        pair.nodes.advanceSlot();
        assertThat(next()).contains("eth_subscription");
        other.sendText(call("9", "eth_chainId", ""), true).get(15, TimeUnit.SECONDS);
        assertThat(others.poll(15, TimeUnit.SECONDS)).contains("\"id\":9");
        other.abort();
    }

    @Test
    void a_head_that_stands_still_pushes_nothing() throws Exception {
        ask(call("1", "eth_subscribe", "\"newHeads\""));
        pair.el.script().headAt(100);
        pair.nodes.advanceSlot();
        assertThat(ask(call("2", "eth_blockNumber", "")))
                .isEqualTo("{\"jsonrpc\":\"2.0\",\"id\":2,\"result\":\"0x64\"}");
        pair.el.script().followHead();
        pair.nodes.advanceSlot();
        assertThat(next()).contains("\"number\":\"0x66\"");
    }

    @Test
    void quiet_feeds_are_accepted_and_unknown_ones_refused() throws Exception {
        assertThat(ask(call("1", "eth_subscribe", "\"logs\",{}"))).contains("\"result\":\"0x1\"");
        pair.nodes.advanceSlot();
        assertThat(ask(call("2", "eth_subscribe", "\"weather\""))).contains("\"id\":2,\"error\":{\"code\":-32602");
        assertThat(ask(call("3", "eth_subscribe", ""))).contains("-32602");
        assertThat(ask(call("4", "eth_unsubscribe", "5"))).contains("-32602");
    }

    @Test
    void a_client_that_leaves_is_forgotten() throws Exception {
        assertThat(ask(call("1", "eth_subscribe", "\"newHeads\""))).contains("0x1");
        assertThat(pair.el.openSockets()).isEqualTo(1);
        socket.sendClose(WebSocket.NORMAL_CLOSURE, "").get(15, TimeUnit.SECONDS);
        PairUnderTest.await("no socket left", () -> pair.el.openSockets() == 0);
        assertThat(next()).isEqualTo("closed 1000");
    }

    @Test
    void messages_are_in_the_log() throws Exception {
        ask(call("1", "eth_subscribe", "\"newHeads\""));
        assertThat(pair.el.log().calls("eth_subscribe")).isEqualTo(1);
        assertThat(pair.el.log().last()).extracting(SeenRequest::method).containsExactly("GET", "MESSAGE");
    }

    private String ask(String message) throws Exception {
        socket.sendText(message, true).get(15, TimeUnit.SECONDS);
        return next();
    }

    private String next() throws InterruptedException {
        String message = received.poll(15, TimeUnit.SECONDS);
        assertThat(message).as("a message").isNotNull();
        return message;
    }

    private static String call(String id, String method, String params) {
        return "{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"method\":\"" + method + "\",\"params\":[" + params + "]}";
    }

    private static final class Recorder implements WebSocket.Listener {

        private final BlockingQueue<String> to;
        private final StringBuilder text = new StringBuilder();

        Recorder(BlockingQueue<String> to) {
            this.to = to;
        }

        @Override
        public CompletionStage<?> onText(WebSocket from, CharSequence data, boolean last) {
            text.append(data);
            if (last) {
                to.add(text.toString());
                text.setLength(0);
            }
            from.request(1);
            return null;
        }

        @Override
        public CompletionStage<?> onClose(WebSocket from, int code, String reason) {
            to.add("closed " + code);
            return null;
        }
    }
}
