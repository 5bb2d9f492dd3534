package io.ethryx.core.line;

import static org.assertj.core.api.Assertions.assertThat;

import io.ethryx.core.AnswerList;
import io.ethryx.core.AnswerReader;
import io.ethryx.core.Body;
import io.ethryx.core.ErrorCatalogue;
import io.ethryx.core.Splice;
import io.ethryx.core.line.NodeReply.Answered;
import io.ethryx.core.line.NodeReply.Failed;
import io.ethryx.core.topology.Pool;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class BatchRunTest {

    private static final Answered ANSWERED = new Answered(200, null, 5);

    private final Scene scene = new Scene();

    /** Methods that begin with {@code old} go to the archive node. */
    private static RoutingDecision byName(CallFacts facts) {
        return Scene.to(facts.call().method().startsWith("old") ? Scene.ARCHIVE : Scene.STATE);
    }

    @Test
    void each_pool_gets_one_array_and_the_answers_stand_in_the_order_of_the_requests() {
        scene.router = (facts, attempts) -> byName(facts);
        String first = Scene.request("new1", "1");
        String second = Scene.request("old2", "\"2\"");
        String third = Scene.request("new3", "3.0");

        BatchRun run = scene.startBatch(BatchMode.SPLIT, first, second, third);

        assertThat(run.first()).hasSize(2);
        SubBatch state = run.first().get(0);
        SubBatch archive = run.first().get(1);
        assertThat(state.decision().node()).isEqualTo(Scene.STATE);
        assertThat(text(state.body())).isEqualTo("[" + first + "," + third + "]");
        assertThat(archive.decision().node()).isEqualTo(Scene.ARCHIVE);
        assertThat(text(archive.body())).isEqualTo("[" + second + "]");

        assertThat(answered(run, archive, "[{\"id\":\"2\",\"result\":2}]")).isEmpty();
        assertThat(run.settled()).isFalse();
        assertThat(answered(run, state, "[{\"id\":3.0, \"result\":3},{\"result\":1.0,\"id\":1}]"))
                .isEmpty();
        assertThat(run.settled()).isTrue();
        assertThat(text(run.answer()))
                .isEqualTo("[{\"result\":1.0,\"id\":1},{\"id\":\"2\",\"result\":2},{\"id\":3.0, \"result\":3}]");
    }

    @Test
    void an_element_that_asks_for_a_filter_goes_to_its_node_alone_in_either_mode() {
        RoutingDecision.Forward home =
                new RoutingDecision.Forward(Scene.OTHER_STATE, PoolReason.FILTER_HOME, List.of(), List.of());
        String filter = Scene.request("filter", "1");
        String second = Scene.request("new", "2");
        for (BatchMode mode : BatchMode.values()) {
            scene.router = (facts, attempts) -> {
                RoutingDecision.Forward companion = facts.companion(Pool.STATE);
                boolean asksForFilter = facts.call().method().equals("filter");
                return asksForFilter ? home : companion == null ? Scene.to(Scene.STATE) : companion;
            };
            BatchRun run = scene.startBatch(mode, filter, second, filter);
            assertThat(run.first())
                    .extracting(sub -> sub.decision().node())
                    .containsExactly(Scene.OTHER_STATE, Scene.STATE);
            assertThat(text(run.first().get(0).body())).isEqualTo("[" + filter + "," + filter + "]");
            assertThat(text(run.first().get(1).body())).isEqualTo("[" + second + "]");
        }
    }

    @Test
    void as_a_whole_a_batch_goes_to_the_pool_that_its_oldest_element_needs() {
        scene.router = (facts, attempts) -> byName(facts);
        String first = Scene.request("new1", "1");
        String second = Scene.request("old2", "2");

        BatchRun run = scene.startBatch(BatchMode.WHOLE, first, second);

        assertThat(run.first()).hasSize(1);
        assertThat(run.first().get(0).decision().node()).isEqualTo(Scene.ARCHIVE);
        assertThat(text(run.first().get(0).body())).isEqualTo("[" + first + "," + second + "]");
    }

    @ParameterizedTest
    @EnumSource(BatchMode.class)
    void a_call_that_goes_alone_is_a_part_of_its_own_and_so_are_two_of_them(BatchMode mode) {
        scene.router = (facts, attempts) -> Scene.to(Scene.STATE);
        String a = Scene.request("alone", "1");
        String b = Scene.request("other", "2");

        BatchRun run = scene.startBatch(mode, call -> call.method().equals("alone"), a, b, a, b);

        assertThat(run.first().stream().map(sub -> text(sub.body())))
                .containsExactly("[" + a + "]", "[" + b + "," + b + "]", "[" + a + "]");
        assertThat(run.first().stream().map(SubBatch::alone)).containsExactly(true, false, true);
        assertThat(run.first().get(0).rewrites()).containsExactly(List.of());
    }

    @Test
    void each_element_passes_the_stations_by_itself() {
        scene.governors.put(
                "deny list",
                facts -> facts.call().method().equals("denied")
                        ? new Verdict.Refused(ErrorCatalogue.DENIED)
                        : Verdict.ADMITTED);
        BatchRun run = scene.startBatch(BatchMode.SPLIT, Scene.request("denied", "1"), Scene.request("good", "2"));

        assertThat(scene.events)
                .containsExactly(
                        "record request",
                        "deny list",
                        "record request",
                        "deny list",
                        "name check",
                        "metrics: started",
                        "rate limit",
                        "rewrite",
                        "route",
                        "mirror");
        assertThat(text(run.first().get(0).body())).isEqualTo("[" + Scene.request("good", "2") + "]");

        scene.events.clear();
        answered(run, run.first().get(0), "[{\"id\":2,\"result\":1}]");
        assertThat(text(run.answer()))
                .isEqualTo("[{\"jsonrpc\":\"2.0\",\"error\":{\"code\":-41003,\"message\":\"method not"
                        + " allowed\"},\"id\":1},{\"id\":2,\"result\":1}]");
        run.ended(180);

        assertThat(scene.events)
                .containsExactly(
                        "record answer",
                        "method",
                        "log",
                        "metrics: ended",
                        "record answer",
                        "method",
                        "log",
                        "metrics: ended",
                        "metrics: batch ended with 200 after 80");
        assertThat(scene.outcomes.get(0).httpStatus()).isEqualTo(400);
        assertThat(scene.outcomes.get(0).elapsedNanos()).isZero();
        assertThat(scene.outcomes.get(1).failed()).isFalse();
        assertThat(scene.outcomes.get(1).elapsedNanos()).isEqualTo(50);
        assertThat(scene.outcomes.get(1).answerBytes()).isEqualTo(19);
    }

    @Test
    void those_that_go_on_are_mirrored_together_as_they_go_on() {
        List<Splice> rewrite = List.of(new Splice(1, 2, "x"));
        scene.governors.put("rewrite", facts -> switch (facts.call().method()) {
            case "changed" -> new Verdict.Admitted(rewrite);
            case "refused" -> new Verdict.Refused(ErrorCatalogue.DENIED);
            default -> Verdict.ADMITTED;
        });
        scene.router = (facts, attempts) -> new RoutingDecision.Unroutable(ErrorCatalogue.NO_BACKENDS, List.of());
        scene.startBatch(
                BatchMode.SPLIT,
                Scene.request("plain", "1"),
                Scene.request("refused", "2"),
                Scene.request("changed", "3"));
        assertThat(scene.mirroredTogether).containsExactly(List.of("plain", "changed"));
        assertThat(scene.mirrored).containsExactly(List.of(), rewrite);

        scene.mirroredTogether.clear();
        scene.startBatch(BatchMode.SPLIT, Scene.request("refused", "2"));
        assertThat(scene.mirroredTogether).isEmpty();
    }

    @Test
    void what_is_no_call_has_its_error_in_its_place_and_reaches_no_station() {
        BatchRun run = scene.startBatch(BatchMode.SPLIT, "1", Scene.request("good", "2"), "{\"id\":3}");
        answered(run, run.first().get(0), "[{\"id\":2,\"result\":1}]");
        run.ended(101);

        assertThat(text(run.answer()))
                .isEqualTo("[{\"jsonrpc\":\"2.0\",\"error\":{\"code\":-32600,\"message\":\"invalid request\","
                        + "\"data\":\"a call is an object\"},\"id\":null},"
                        + "{\"id\":2,\"result\":1},"
                        + "{\"jsonrpc\":\"2.0\",\"error\":{\"code\":-32600,\"message\":\"invalid request\","
                        + "\"data\":\"jsonrpc is \\\"2.0\\\"\"},\"id\":3}]");
        assertThat(scene.outcomes).hasSize(1);
    }

    @Test
    void a_batch_of_nothing_but_garbage_asks_no_node() {
        BatchRun run = scene.startBatch(BatchMode.SPLIT, "1", "2", "3");

        assertThat(run.first()).isEmpty();
        assertThat(run.settled()).isTrue();
        assertThat(text(run.answer())).startsWith("[{").endsWith("}]").contains("\"id\":null},{");
    }

    @Test
    void only_the_elements_that_failed_are_sent_again() {
        scene.router = (facts, attempts) -> switch (attempts.size()) {
            case 0 -> Scene.to(Scene.STATE);
            case 1 -> Scene.to(Scene.ARCHIVE);
            default -> RoutingDecision.Settled.PLAIN;
        };
        BatchRun run = scene.startBatch(
                BatchMode.SPLIT, Scene.request("a", "1"), Scene.request("b", "2"), Scene.request("c", "3"));

        String noState = "{\"id\":%d,\"error\":{\"code\":-39006,\"message\":\"m\"}}";
        List<SubBatch> again = answered(
                run,
                run.first().get(0),
                "[" + noState.formatted(1) + ",{\"id\":2,\"result\":2}," + noState.formatted(3) + "]");

        assertThat(again).hasSize(1);
        assertThat(again.get(0).decision().node()).isEqualTo(Scene.ARCHIVE);
        assertThat(text(again.get(0).body()))
                .isEqualTo("[" + Scene.request("a", "1") + "," + Scene.request("c", "3") + "]");
        assertThat(run.settled()).isFalse();

        answered(run, again.get(0), "[{\"id\":1,\"result\":1}," + noState.formatted(3) + "]");
        assertThat(run.settled()).isTrue();
        assertThat(text(run.answer()))
                .isEqualTo("[{\"id\":1,\"result\":1},{\"id\":2,\"result\":2}," + noState.formatted(3) + "]");
    }

    @Test
    void a_sub_batch_whose_node_fails_goes_to_another_one_together() {
        scene.router = (facts, attempts) -> attempts.isEmpty() ? Scene.to(Scene.STATE) : Scene.to(Scene.OTHER_STATE);
        BatchRun run = scene.startBatch(BatchMode.SPLIT, Scene.request("a", "1"), Scene.request("b", "2"));

        List<SubBatch> again = run.replied(run.first().get(0), new Failed(FailureKind.CONNECT, 1), null, 150);

        assertThat(again).hasSize(1);
        assertThat(again.get(0).decision().node()).isEqualTo(Scene.OTHER_STATE);
        assertThat(again.get(0).calls()).hasSize(2);
    }

    @Test
    void a_sub_batch_that_fails_for_good_leaves_the_others_whole() {
        scene.router = (facts, attempts) -> attempts.isEmpty() ? byName(facts) : RoutingDecision.Settled.PLAIN;
        BatchRun run = scene.startBatch(BatchMode.SPLIT, Scene.request("new", "1"), Scene.request("old", "2"));

        run.replied(run.first().get(0), new Failed(FailureKind.DEADLINE, 1), null, 150);
        answered(run, run.first().get(1), "[{\"id\":2,\"result\":2}]");

        assertThat(text(run.answer()))
                .isEqualTo("[{\"jsonrpc\":\"2.0\",\"error\":{\"code\":-41002,\"message\":\"server error\","
                        + "\"data\":\"reverse proxy gateway timeout\"},\"id\":1},{\"id\":2,\"result\":2}]");
    }

    @Test
    void an_answer_that_can_not_be_read_is_an_error_for_each() {
        BatchRun run = scene.startBatch(BatchMode.SPLIT, Scene.request("a", "1"), Scene.request("b", "2"));
        answered(run, run.first().get(0), "<html>");
        run.ended(200);

        assertThat(text(run.answer()))
                .contains("\"data\":\"reverse proxy bad gateway\"},\"id\":1},{")
                .endsWith("\"id\":2}]");
        assertThat(scene.outcomes).hasSize(2).allMatch(CallOutcome::failed);
    }

    @Test
    void an_element_that_the_node_leaves_out_is_an_error_and_what_no_one_asked_for_is_dropped() {
        BatchRun run = scene.startBatch(BatchMode.SPLIT, Scene.request("a", "1"), Scene.request("b", "2"));
        answered(run, run.first().get(0), "[{\"id\":2,\"result\":2},{\"id\":99,\"result\":1}]");
        run.ended(200);

        assertThat(text(run.answer()))
                .startsWith("[{\"jsonrpc\":\"2.0\",\"error\":{\"code\":-32603,")
                .endsWith("\"id\":1},{\"id\":2,\"result\":2}]");
        assertThat(run.unknown()).isEqualTo(1);
        assertThat(scene.outcomes.get(0).error().code()).isEqualTo(-32603);
    }

    @Test
    void notifications_are_sent_and_have_no_place_in_the_answer() {
        BatchRun run = scene.startBatch(BatchMode.SPLIT, Scene.request("a", ""), Scene.request("b", "2"));

        assertThat(text(run.first().get(0).body()))
                .isEqualTo("[" + Scene.request("a", "") + "," + Scene.request("b", "2") + "]");
        answered(run, run.first().get(0), "[{\"id\":2,\"result\":2}]");
        run.ended(200);

        assertThat(text(run.answer())).isEqualTo("[{\"id\":2,\"result\":2}]");
        assertThat(scene.outcomes).hasSize(2).noneMatch(CallOutcome::failed);
    }

    @Test
    void a_batch_of_nothing_but_notifications_has_no_answer_even_if_it_is_refused_or_fails() {
        BatchRun run = scene.startBatch(BatchMode.SPLIT, Scene.request("a", ""), Scene.request("b", ""));
        assertThat(run.first().get(0).silent()).isTrue();
        answered(run, run.first().get(0), "");
        run.ended(200);

        assertThat(run.answer()).isEmpty();
        assertThat(scene.outcomes).hasSize(2).noneMatch(CallOutcome::failed);

        scene.governors.put("deny list", facts -> new Verdict.Refused(ErrorCatalogue.DENIED));
        BatchRun refused = scene.startBatch(BatchMode.SPLIT, Scene.request("a", ""));
        refused.ended(200);
        assertThat(refused.first()).isEmpty();
        assertThat(refused.answer()).isEmpty();
        assertThat(scene.outcomes.get(2).failed()).isTrue();
    }

    @Test
    void what_is_rewritten_in_an_element_changes_nothing_in_its_neighbours() {
        scene.governors.put(
                "rewrite",
                facts -> facts.call().method().equals("b")
                        ? new Verdict.Admitted(List.of(new Splice(
                                facts.call().methodFrom(), facts.call().methodTo(), "\"c\"")))
                        : Verdict.ADMITTED);
        BatchRun run = scene.startBatch(
                BatchMode.SPLIT, Scene.request("a", "1"), Scene.request("b", "2"), Scene.request("d", "3"));

        assertThat(text(run.first().get(0).body()))
                .isEqualTo("[" + Scene.request("a", "1") + "," + Scene.request("c", "2") + "," + Scene.request("d", "3")
                        + "]");
    }

    @Test
    void elements_see_where_those_before_them_of_the_same_round_go() {
        List<Object> seen = new ArrayList<>();
        scene.router = (facts, attempts) -> {
            RoutingDecision.Forward companion = facts.companion(Pool.STATE);
            seen.add(companion == null ? "none" : companion.node().key());
            return attempts.isEmpty() ? Scene.to(Scene.STATE) : Scene.to(Scene.OTHER_STATE);
        };
        BatchRun run = scene.startBatch(BatchMode.SPLIT, Scene.request("a", "1"), Scene.request("b", "2"));
        run.replied(run.first().get(0), new Failed(FailureKind.CONNECT, 1), null, 150);

        assertThat(seen).containsExactly("none", "s1", "none", "s2");
        assertThat(scene.facts(Scene.call(Scene.request("a", "1"))).companion(Pool.STATE))
                .isNull();
    }

    @Test
    void elements_for_one_pool_stay_together_though_the_router_would_part_them() {
        scene.router =
                (facts, attempts) -> Scene.to(facts.call().method().equals("a") ? Scene.STATE : Scene.OTHER_STATE);
        BatchRun run = scene.startBatch(BatchMode.SPLIT, Scene.request("a", "1"), Scene.request("b", "2"));

        assertThat(run.first()).hasSize(1);
        answered(run, run.first().get(0), "[{\"id\":1,\"result\":1},{\"id\":2,\"result\":2}]");
        run.ended(200);
        assertThat(scene.outcomes).allMatch(outcome -> Scene.STATE.equals(outcome.node()));
    }

    @Test
    void a_batch_whose_caller_goes_away_ends_for_each_element() {
        BatchRun run = scene.startBatch(BatchMode.SPLIT, Scene.request("a", "1"), Scene.request("b", "2"));
        run.broke(FailureKind.CALLER_GONE, 150);
        run.ended(200);

        assertThat(scene.outcomes).hasSize(2).allMatch(CallOutcome::failed);
        assertThat(scene.events).containsOnlyOnce("metrics: batch ended with 502 after 50");
    }

    private static List<SubBatch> answered(BatchRun run, SubBatch sub, String answer) {
        AnswerList answers = new AnswerReader().readAll(Body.of(answer.getBytes(StandardCharsets.UTF_8)));
        return run.replied(sub, ANSWERED, answers, 150);
    }

    private static String text(List<ByteBuffer> parts) {
        Body all = Body.of(parts);
        return all.text(0, all.length());
    }
}
