package io.ethryx.core.line;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.ethryx.core.AnswerError;
import io.ethryx.core.ErrorCatalogue;
import io.ethryx.core.RpcError;
import io.ethryx.core.Splice;
import io.ethryx.core.line.NodeReply.Answered;
import io.ethryx.core.line.NodeReply.Failed;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

final class RpcPipelineTest {

    private static final String CALL = Scene.request("eth_call", "7");
    private static final List<String> AFTER = List.of("record answer", "method", "log", "metrics: ended");
    private static final AnswerError STATE_NOT_FOUND = new AnswerError(-39006, "state not found", null);
    private static final Answered GOOD = new Answered(200, null, 5);
    private static final Answered NO_STATE = new Answered(200, STATE_NOT_FOUND, 5);

    private final Scene scene = new Scene();

    @Test
    void a_call_passes_the_stations_in_order() {
        CallRun run = scene.start(CALL);

        assertThat(scene.events)
                .containsExactly(
                        "record request",
                        "deny list",
                        "name check",
                        "metrics: started",
                        "rate limit",
                        "rewrite",
                        "mirror",
                        "route");
        assertThat(run.step()).isEqualTo(new CallStep.Ask(Scene.to(Scene.STATE), List.of()));

        scene.events.clear();
        assertThat(run.replied(GOOD)).isEqualTo(new CallStep.Relay(GOOD));
        assertThat(scene.events).isEmpty();

        run.ended(38, 150);
        assertThat(scene.events).isEqualTo(AFTER);
        assertThat(scene.outcomes).containsExactly(new CallOutcome(200, null, true, Scene.STATE, false, 50, 38));
    }

    @ParameterizedTest
    @CsvSource({"deny list, 2", "name check, 3", "rate limit, 5", "rewrite, 6"})
    void a_call_that_a_step_refuses_goes_no_further_and_still_passes_the_stations_behind_the_answer(
            String step, int reached) {
        scene.governors.put(step, facts -> new Verdict.Refused(ErrorCatalogue.DENIED));

        CallRun run = scene.start(CALL);
        run.ended(80, 110);

        List<String> wanted = new ArrayList<>(
                List.of("record request", "deny list", "name check", "metrics: started", "rate limit", "rewrite")
                        .subList(0, reached));
        wanted.addAll(AFTER);
        assertThat(run.step()).isEqualTo(new CallStep.Answer(ErrorCatalogue.DENIED, null));
        assertThat(scene.events).isEqualTo(wanted);
        assertThat(scene.outcomes)
                .containsExactly(
                        new CallOutcome(400, AnswerError.of(ErrorCatalogue.DENIED), false, null, false, 10, 80));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "deny list", "rewrite"})
    void where_a_call_is_counted_is_looked_up_once_also_if_a_step_refuses_it(String refuses) {
        scene.governors.put(refuses, facts -> new Verdict.Refused(ErrorCatalogue.DENIED));

        CallRun run = scene.start(CALL);
        if (refuses.isEmpty()) {
            run.replied(GOOD);
        }
        run.ended(80, 110);

        assertThat(scene.outcomes).hasSize(1);
        assertThat(scene.seriesLookUps).isOne();
    }

    @Test
    void a_throttled_call_is_told_when_to_come_again() {
        scene.governors.put("rate limit", facts -> new Verdict.Throttled(Duration.ofMillis(1500)));

        CallRun run = scene.start(CALL);
        run.ended(80, 110);

        assertThat(run.step()).isEqualTo(new CallStep.Answer(ErrorCatalogue.LIMITED, Duration.ofMillis(1500)));
        assertThat(scene.events).doesNotContain("rewrite", "mirror", "route").endsWith("metrics: ended");
        assertThat(scene.outcomes.get(0).httpStatus()).isEqualTo(429);
    }

    @Test
    void what_is_rewritten_goes_to_the_mirror_and_to_the_node() {
        List<Splice> rewrite = List.of(new Splice(1, 2, "x"));
        scene.governors.put("rewrite", facts -> new Verdict.Admitted(rewrite));

        CallRun run = scene.start(CALL);
        run.replied(GOOD);
        run.ended(1, 101);

        assertThat(scene.mirrored).containsExactly(rewrite);
        assertThat(run.rewrite()).isEqualTo(rewrite);
        assertThat(scene.outcomes.get(0).rewritten()).isTrue();
    }

    @Test
    void a_call_without_a_node_is_answered_and_counts_as_routed() {
        scene.router = (facts, attempts) -> Scene.nowhere();

        CallRun run = scene.start(CALL);
        run.ended(90, 120);

        assertThat(run.step()).isEqualTo(new CallStep.Answer(ErrorCatalogue.NO_BACKENDS, null));
        assertThat(scene.outcomes)
                .containsExactly(
                        new CallOutcome(200, AnswerError.of(ErrorCatalogue.NO_BACKENDS), true, null, false, 20, 90));
    }

    @Test
    void the_router_sees_each_attempt_and_decides_again() {
        List<Integer> seen = new ArrayList<>();
        scene.router = (facts, attempts) -> {
            seen.add(attempts.size());
            return attempts.size() == 1 ? Scene.to(Scene.ARCHIVE) : Scene.to(Scene.STATE);
        };

        CallRun run = scene.start(CALL);
        CallStep again = run.replied(NO_STATE);
        CallStep end = run.replied(GOOD);
        run.ended(1, 101);

        assertThat(again).isEqualTo(new CallStep.Ask(Scene.to(Scene.ARCHIVE), List.of()));
        assertThat(end).isEqualTo(new CallStep.Relay(GOOD));
        assertThat(seen).containsExactly(0, 1);
        assertThat(run.attempts())
                .containsExactly(new Attempt(Scene.STATE, NO_STATE), new Attempt(Scene.ARCHIVE, GOOD));
        assertThat(scene.events).containsOnlyOnce("mirror", "rate limit", "metrics: started");
        assertThat(scene.outcomes.get(0).node()).isEqualTo(Scene.ARCHIVE);
    }

    @Test
    void whoever_asks_for_the_attempts_before_the_first_one_sees_them_grow() {
        scene.router = (facts, attempts) -> attempts.size() == 1 ? Scene.to(Scene.ARCHIVE) : Scene.to(Scene.STATE);
        CallRun run = scene.start(CALL);
        List<Attempt> attempts = run.attempts();
        assertThat(attempts).isEmpty();

        run.replied(NO_STATE);
        assertThat(attempts).containsExactly(new Attempt(Scene.STATE, NO_STATE));

        run.replied(GOOD);
        assertThat(attempts).containsExactly(new Attempt(Scene.STATE, NO_STATE), new Attempt(Scene.ARCHIVE, GOOD));
        assertThat(run.attempts()).isEqualTo(attempts);
    }

    @Test
    void an_attempt_is_remembered_with_its_node_when_the_router_then_knows_none() {
        scene.router = (facts, attempts) -> attempts.isEmpty() ? Scene.to(Scene.STATE) : Scene.nowhere();
        CallRun run = scene.start(CALL);
        run.replied(NO_STATE);

        assertThat(run.attempts()).containsExactly(new Attempt(Scene.STATE, NO_STATE));
    }

    @Test
    void a_node_that_was_asked_beside_another_one_may_be_the_one_that_answers() {
        CallRun run = scene.start(CALL);
        run.repliedBy(Scene.OTHER_STATE, GOOD);
        run.ended(1, 101);

        assertThat(run.attempts()).containsExactly(new Attempt(Scene.OTHER_STATE, GOOD));
        assertThat(scene.outcomes.get(0).node()).isEqualTo(Scene.OTHER_STATE);
    }

    @Test
    void an_error_of_a_node_stands_if_there_is_nothing_else_to_try() {
        CallRun run = scene.start(CALL);

        assertThat(run.replied(NO_STATE)).isEqualTo(new CallStep.Relay(NO_STATE));
        run.ended(60, 101);

        assertThat(scene.outcomes)
                .containsExactly(new CallOutcome(200, STATE_NOT_FOUND, true, Scene.STATE, false, 1, 60));
    }

    @Test
    void an_error_may_take_the_place_of_an_answer() {
        scene.router = (facts, attempts) -> attempts.isEmpty()
                ? Scene.to(Scene.STATE)
                : new RoutingDecision.Unroutable(ErrorCatalogue.NO_NATIVE_BACKENDS, List.of());

        CallRun run = scene.start(CALL);

        assertThat(run.replied(new Answered(200, new AnswerError(-39008, "", null), 1)))
                .isEqualTo(new CallStep.Answer(ErrorCatalogue.NO_NATIVE_BACKENDS, null));
        run.ended(90, 101);
        assertThat(scene.outcomes.get(0).routed()).isTrue();
        assertThat(scene.outcomes.get(0).node()).isNull();
    }

    @ParameterizedTest
    @EnumSource(FailureKind.class)
    void a_failed_call_is_answered_as_its_last_failure_says(FailureKind kind) {
        CallRun run = scene.start(CALL);
        run.replied(new Failed(kind, 9));
        run.ended(100, 101);

        RpcError error =
                kind == FailureKind.DEADLINE ? ErrorCatalogue.UPSTREAM_TIMEOUT : ErrorCatalogue.UPSTREAM_FAILED;
        assertThat(run.step()).isEqualTo(new CallStep.Answer(error, null));
        assertThat(scene.outcomes.get(0).error()).isEqualTo(AnswerError.of(error));
        assertThat(scene.outcomes.get(0).node()).isEqualTo(Scene.STATE);
    }

    @ParameterizedTest
    @CsvSource({
        "200, 502, -32603",
        "302, 502, -32603",
        "404, 404, -32603",
        "429, 429, -32603",
        "502, 502, -32603",
        "503, 503, -32603",
        "504, 504, -41002"
    })
    void an_answer_that_is_none_becomes_an_error_with_the_status_of_the_failure(int status, int told, int code) {
        scene.router = (facts, attempts) -> Scene.to(Scene.STATE);
        CallRun run = scene.start(CALL);

        CallStep step = run.replied(new Answered(status, AnswerError.NO_ANSWER, 1));

        assertThat(step).isInstanceOfSatisfying(CallStep.Answer.class, answer -> {
            assertThat(answer.error().httpStatus()).isEqualTo(told);
            assertThat(answer.error().code()).isEqualTo(code);
        });
    }

    @Test
    void a_node_that_says_in_json_rpc_that_it_is_unwell_is_passed_on() {
        Answered unwell = new Answered(503, new AnswerError(-32603, "busy", null), 1);
        CallRun run = scene.start(CALL);

        assertThat(run.replied(unwell)).isEqualTo(new CallStep.Relay(unwell));
    }

    @ParameterizedTest
    @ValueSource(ints = {200, 202, 204})
    void silence_is_a_good_answer_to_a_notification(int status) {
        CallRun run = scene.start(Scene.request("eth_call", ""));
        run.replied(new Answered(status, AnswerError.NO_ANSWER, 1));
        run.ended(0, 101);

        assertThat(run.step()).isInstanceOf(CallStep.Relay.class);
        assertThat(scene.outcomes.get(0).failed()).isFalse();
        assertThat(scene.outcomes.get(0).httpStatus()).isEqualTo(204);
    }

    @Test
    void a_notification_that_no_node_took_failed_and_is_told_nothing() {
        CallRun run = scene.start(Scene.request("eth_call", ""));
        while (run.step() instanceof CallStep.Ask) {
            run.replied(new Failed(FailureKind.UNSENT, 1));
        }
        run.ended(0, 101);

        assertThat(run.step()).isInstanceOf(CallStep.Answer.class);
        assertThat(scene.outcomes.get(0).failed()).isTrue();
        assertThat(scene.outcomes.get(0).httpStatus()).isEqualTo(204);
    }

    @Test
    void a_call_that_breaks_amid_its_answer_counts_as_failed_with_the_status_it_had() {
        CallRun run = scene.start(CALL);
        run.replied(GOOD);
        run.broke(FailureKind.BROKEN, 4096, 300);
        run.ended(1, 400);

        assertThat(scene.outcomes)
                .containsExactly(new CallOutcome(
                        200, AnswerError.of(ErrorCatalogue.UPSTREAM_FAILED), true, Scene.STATE, false, 200, 4096));
    }

    @Test
    void a_call_that_breaks_before_its_answer_passes_the_stations_too() {
        CallRun run = scene.start(CALL);
        scene.events.clear();
        run.broke(FailureKind.CALLER_GONE, 0, 300);

        assertThat(scene.events).isEqualTo(AFTER);
        assertThat(scene.outcomes.get(0).failed()).isTrue();
    }

    @Test
    void only_the_first_end_counts() {
        CallRun run = scene.start(CALL);
        run.replied(GOOD);
        run.ended(1, 101);
        run.ended(1, 101);
        run.broke(FailureKind.BROKEN, 0, 102);

        assertThat(scene.outcomes).hasSize(1);
    }

    @Test
    void a_reply_that_no_one_waits_for_is_refused() {
        CallRun run = scene.start(CALL);
        run.replied(GOOD);

        assertThatIllegalStateException().isThrownBy(() -> run.replied(GOOD));
    }

    @Test
    void the_block_context_is_found_out_once_and_only_if_someone_asks() {
        List<String> asked = new ArrayList<>();
        CallFacts facts = new CallFacts(Scene.call(CALL), Scene.TARGET, Caller.ANONYMOUS, call -> {
            asked.add(call.method());
            return io.ethryx.core.BlockContext.Tag.LATEST;
        });

        assertThat(asked).isEmpty();
        assertThat(facts.context()).isSameAs(facts.context());
        assertThat(asked).hasSize(1);
    }

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '"',
            value = {
                "archive, true",
                "\" archive\t\", true",
                "ARCHIVE, false",
                "true, false",
                "state, false",
                "native, false",
                "\"\", false"
            })
    void the_archive_header_is_one_exact_word(String value, boolean archive) {
        Caller caller = name -> name.equals("x-nodex-node-type") ? value : null;

        assertThat(caller.archive()).isEqualTo(archive);
        assertThat(Caller.ANONYMOUS.archive()).isFalse();
    }
}
