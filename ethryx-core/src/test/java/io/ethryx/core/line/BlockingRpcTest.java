package io.ethryx.core.line;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.ethryx.core.BlockContext;
import io.ethryx.core.Body;
import io.ethryx.core.ErrorCatalogue;
import io.ethryx.core.line.NodeReply.Answered;
import io.ethryx.core.line.NodeReply.Failed;
import io.ethryx.core.topology.Topology;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

final class BlockingRpcTest {

    private final Scene scene = new Scene();
    private final List<String> sent = new CopyOnWriteArrayList<>();

    @Test
    void a_call_comes_back_with_the_bytes_of_the_node() throws InterruptedException {
        RpcReply reply = call(on(body -> "{\"id\":1, \"result\":1.0}"), " " + Scene.request("m", "1"));

        assertThat(reply.httpStatus()).isEqualTo(200);
        assertThat(text(reply)).isEqualTo("{\"id\":1, \"result\":1.0}");
        assertThat(sent).containsExactly("s1 " + " " + Scene.request("m", "1"));
        assertThat(scene.outcomes.get(0).answerBytes()).isEqualTo(reply.body().length);
    }

    @Test
    void a_node_may_reply_on_any_thread() throws InterruptedException {
        NodeClient elsewhere = (request, listener) -> new Thread(
                        () -> listener.replied(new Answered(200, null, 1), bytes("{\"id\":1,\"result\":1}")))
                .start();

        assertThat(text(call(rpc(elsewhere, Duration.ofMinutes(1)), Scene.request("m", "1"))))
                .isEqualTo("{\"id\":1,\"result\":1}");
    }

    @Test
    void an_error_in_the_answer_sends_the_call_on() throws InterruptedException {
        scene.router = (facts, attempts) -> attempts.isEmpty() ? Scene.to(Scene.STATE) : Scene.to(Scene.ARCHIVE);
        List<String> answers = new ArrayList<>(
                List.of("{\"id\":1,\"error\":{\"code\":-39006,\"message\":\"\"}}", "{\"id\":1,\"result\":2}"));

        assertThat(text(call(on(body -> answers.remove(0)), Scene.request("m", "1"))))
                .isEqualTo("{\"id\":1,\"result\":2}");
        assertThat(sent).hasSize(2).last().asString().startsWith("a1 ");
    }

    @Test
    void a_batch_comes_back_merged() throws InterruptedException {
        scene.router =
                (facts, attempts) -> Scene.to(facts.call().method().startsWith("old") ? Scene.ARCHIVE : Scene.STATE);
        RpcReply reply = call(
                on(body -> body.contains("old") ? "[{\"id\":1,\"result\":1}]" : "[{\"id\":2,\"result\":2}]"),
                "[" + Scene.request("old", "1") + "," + Scene.request("new", "2") + "]");

        assertThat(text(reply)).isEqualTo("[{\"id\":1,\"result\":1},{\"id\":2,\"result\":2}]");
        assertThat(sent).hasSize(2);
    }

    @Test
    void notifications_come_back_with_nothing() throws InterruptedException {
        assertThat(call(on(body -> ""), Scene.request("m", ""))).isSameAs(RpcReply.silence());
        assertThat(call(on(body -> ""), "[" + Scene.request("m", "") + "]")).isSameAs(RpcReply.silence());
        assertThat(RpcReply.silence().httpStatus()).isEqualTo(204);
        scene.governors.put("deny list", facts -> new Verdict.Refused(ErrorCatalogue.DENIED));
        assertThat(call(on(body -> ""), Scene.request("m", ""))).isSameAs(RpcReply.silence());
    }

    @Test
    void what_is_no_request_reaches_no_station() throws InterruptedException {
        assertThat(text(call(on(body -> ""), "[]"))).contains("-32600").endsWith("\"id\":null}");
        assertThat(text(call(on(body -> ""), "{"))).contains("-32700");
        assertThat(scene.events).isEmpty();
    }

    @Test
    void a_chain_id_that_is_none_is_refused_with_the_id_of_the_call() throws InterruptedException {
        BlockingRpc rpc = rpc((request, listener) -> {}, Duration.ofMinutes(1));

        RpcReply reply = rpc.call("-v1", utf8(Scene.request("m", "7")), Caller.ANONYMOUS);

        assertThat(reply.httpStatus()).isEqualTo(200);
        assertThat(text(reply))
                .isEqualTo("{\"jsonrpc\":\"2.0\",\"error\":{\"code\":-32602,\"message\":\"invalid params\","
                        + "\"data\":\"invalid chain id\"},\"id\":7}");
    }

    @Test
    void a_limited_call_tells_when_to_come_again() throws InterruptedException {
        scene.governors.put("rate limit", facts -> new Verdict.Throttled(Duration.ofSeconds(2)));

        RpcReply reply = call(on(body -> ""), Scene.request("m", "7"));

        assertThat(reply.httpStatus()).isEqualTo(429);
        assertThat(reply.retryAfter()).isEqualTo(Duration.ofSeconds(2));
        assertThat(text(reply)).endsWith("\"id\":7}");
    }

    @Test
    void what_does_not_come_before_the_deadline_is_late() throws InterruptedException {
        BlockingRpc rpc = rpc((request, listener) -> {}, Duration.ofMillis(20));

        assertThat(call(rpc, Scene.request("m", "7")).httpStatus()).isEqualTo(504);
        assertThat(text(call(rpc, "[" + Scene.request("m", "7") + "]")))
                .contains("-41002")
                .endsWith("\"id\":7}]");
    }

    @Test
    void a_sub_batch_that_is_late_leaves_one_that_came_alone() throws InterruptedException {
        scene.router = (facts, attempts) -> !attempts.isEmpty()
                ? RoutingDecision.Settled.PLAIN
                : Scene.to(facts.call().method().startsWith("old") ? Scene.ARCHIVE : Scene.STATE);
        NodeClient half = (request, listener) -> {
            if (request.node().equals(Scene.STATE)) {
                listener.replied(new Answered(200, null, 1), bytes("[{\"id\":1,\"result\":1}]"));
            }
        };

        RpcReply reply = call(
                rpc(half, Duration.ofMillis(50)),
                "[" + Scene.request("new", "1") + "," + Scene.request("old", "2") + "]");

        assertThat(text(reply))
                .startsWith("[{\"id\":1,\"result\":1},{")
                .contains("-41002")
                .endsWith("\"id\":2}]");
    }

    @Test
    void a_node_that_fails_is_an_error_of_ours() throws InterruptedException {
        BlockingRpc rpc = rpc(
                (request, listener) -> listener.replied(new Failed(FailureKind.CONNECT, 1), bytes("")),
                Duration.ofMinutes(1));

        assertThat(call(rpc, Scene.request("m", "7")).httpStatus()).isEqualTo(502);
    }

    @Test
    void a_thread_that_is_interrupted_ends_its_call() {
        BlockingRpc rpc = rpc((request, listener) -> Thread.currentThread().interrupt(), Duration.ofMinutes(1));

        assertThatExceptionOfType(InterruptedException.class).isThrownBy(() -> call(rpc, Scene.request("m", "7")));
        assertThatExceptionOfType(InterruptedException.class)
                .isThrownBy(() -> call(rpc, "[" + Scene.request("m", "7") + "]"));
        assertThat(scene.outcomes).hasSize(2).allMatch(CallOutcome::failed);
    }

    private BlockingRpc on(Function<String, String> node) {
        return rpc(
                (request, listener) -> {
                    Body whole = Body.of(request.body());
                    String body = whole.text(0, whole.length());
                    sent.add(request.node().key() + " " + body);
                    listener.replied(new Answered(200, null, 1), bytes(node.apply(body)));
                },
                Duration.ofMinutes(1));
    }

    private BlockingRpc rpc(NodeClient client, Duration deadline) {
        BlockingSettings settings = new BlockingSettings(call -> BlockContext.None.NONE, BatchMode.SPLIT, 10, deadline);
        return new BlockingRpc(scene.line, client, () -> Topology.EMPTY, settings);
    }

    private static RpcReply call(BlockingRpc rpc, String body) throws InterruptedException {
        return rpc.call("1", utf8(body), Caller.ANONYMOUS);
    }

    private static Body bytes(String text) {
        return Body.of(utf8(text));
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static String text(RpcReply reply) {
        return new String(reply.body(), StandardCharsets.UTF_8);
    }
}
