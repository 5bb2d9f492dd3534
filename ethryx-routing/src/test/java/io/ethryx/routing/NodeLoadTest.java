package io.ethryx.routing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Map;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class NodeLoadTest {

    private static final long MILLI = 1_000_000L;
    private static final long SECOND = 1000 * MILLI;

    private final NodeLoad load = new NodeLoad(SelectionStrategy.LEAST_LATENCY);

    @Test
    void calls_in_flight_and_their_ends_are_counted() {
        load.begun();
        load.begun();
        load.begun();
        assertThat(load.inFlight()).isEqualTo(3);
        load.answered(MILLI, 0);
        load.failed(MILLI, 0);
        load.abandoned();
        assertThat(load.inFlight()).isZero();
        assertThat(load.answers()).isOne();
        assertThat(load.failures()).isOne();
    }

    @Test
    void an_idle_node_that_never_answered_is_tried_at_once_and_then_by_one_call_at_a_time() {
        NodeLoad slow = answeredIn(3600 * SECOND);
        NodeLoad quick = answeredIn(1);
        assertThat(load.recent().compareCost(quick.recent())).isNegative();
        load.begun();
        assertThat(load.recent().compareCost(slow.recent())).isNotNegative();
        assertThat(slow.recent().compareCost(load.recent())).isNegative();
    }

    @Test
    void each_call_in_flight_makes_the_next_one_dearer() {
        answer(10 * MILLI, 0);
        assertThat(load.recent().compareCost(answeredIn(11 * MILLI).recent())).isNegative();
        load.begun();
        load.begun();
        assertThat(load.recent().compareCost(answeredIn(29 * MILLI).recent())).isNotNegative();
        assertThat(load.recent().compareCost(answeredIn(31 * MILLI).recent())).isNegative();
    }

    @Test
    void a_node_that_fails_fast_is_not_taken_for_a_fast_one() {
        load.begun();
        load.failed(10, 0);
        assertThat(load.recent().compareCost(answeredIn(999 * MILLI).recent())).isNotNegative();
        assertThat(load.recent().compareCost(answeredIn(1_001 * MILLI).recent()))
                .isNegative();
    }

    private static NodeLoad answeredIn(long nanos) {
        NodeLoad other = new NodeLoad(SelectionStrategy.LEAST_LATENCY);
        other.begun();
        other.answered(nanos, 0);
        return other;
    }

    @Test
    void percentiles_are_told_from_a_hundred_answers_of_the_last_minute_on() {
        for (int i = 1; i < 100; i++) {
            answer(i * MILLI, 0);
        }
        assertThat(load.microsAt(95, 0)).isEqualTo(-1);
        answer(100 * MILLI, 0);
        assertThat(load.microsAt(95, 0)).isBetween(90_000L, 103_000L);
        assertThat(load.microsAt(50, 0)).isBetween(46_000L, 54_000L);
        assertThat(load.microsAt(95, 45 * SECOND)).isBetween(90_000L, 103_000L);
        assertThat(load.microsAt(95, 61 * SECOND)).isEqualTo(-1);
    }

    @Test
    void old_answers_are_forgotten_when_newer_ones_have_come() {
        for (int i = 0; i < 200; i++) {
            answer(100 * MILLI, 0);
        }
        for (int i = 0; i < 50; i++) {
            answer(MILLI, 31 * SECOND);
        }
        assertThat(load.microsAt(50, 31 * SECOND)).isGreaterThan(90_000L);
        for (int i = 0; i < 250; i++) {
            answer(MILLI, 32 * SECOND);
        }
        assertThat(load.microsAt(50, 32 * SECOND)).isLessThan(1_100L);
    }

    @Test
    void a_second_copy_goes_after_a_fixed_time_or_beyond_the_95th_percentile() {
        HedgePolicy policy = new HedgePolicy(Map.of(
                "eth_call", new HedgePolicy.Delay(Duration.ofMillis(50)),
                "eth_getLogs", HedgePolicy.Delay.BEYOND_P95,
                "eth_sendRawTransaction", new HedgePolicy.Delay(Duration.ofMillis(50))));
        assertThat(policy.delayNanos("eth_call", load, 0)).isEqualTo(OptionalLong.of(50 * MILLI));
        assertThat(policy.delayNanos("eth_getLogs", load, 0)).isEmpty();
        assertThat(policy.delayNanos("eth_sendRawTransaction", load, 0)).isEmpty();
        assertThat(policy.delayNanos("eth_chainId", load, 0)).isEmpty();
        for (int i = 0; i < 100; i++) {
            answer(10 * MILLI, 0);
        }
        assertThat(policy.delayNanos("eth_getLogs", load, 0).getAsLong()).isBetween(9 * MILLI, 11 * MILLI);
        assertThatThrownBy(() -> new HedgePolicy.Delay(Duration.ZERO)).isInstanceOf(IllegalArgumentException.class);
    }

    private void answer(long tookNanos, long nowNanos) {
        load.begun();
        load.answered(tookNanos, nowNanos);
    }

    @Test
    void of_a_busy_node_no_more_answers_wait_to_be_counted_than_a_thread_gathers() {
        for (int i = 0; i < 1_000; i++) {
            answer(MILLI, 0);
        }
        for (int i = 0; i < 1_000 + GatheredTimes.MOST; i++) {
            answer(100 * MILLI, 0);
        }
        assertThat(load.microsAt(50, 0)).isGreaterThan(90_000L);
        assertThat(load.microsAt(45, 0)).isLessThan(1_100L);
    }

    @ParameterizedTest
    @EnumSource(SelectionStrategy.class)
    void calls_in_flight_are_known_however_nodes_are_chosen(SelectionStrategy strategy) {
        NodeLoad other = new NodeLoad(strategy);
        other.begun();
        other.begun();
        other.answered(MILLI, 0);
        assertThat(other.inFlight()).isOne();
        other.abandoned();
        assertThat(other.inFlight()).isZero();
    }

    @Test
    void what_was_gathered_long_ago_is_no_answer_of_today() {
        long today = 3600 * SECOND;
        for (int i = 0; i < 1_000 + GatheredTimes.MOST - 1; i++) {
            answer(2_000 * MILLI, 0);
        }
        for (int i = 0; i < 1_000 + GatheredTimes.MOST; i++) {
            answer(10 * MILLI, today);
        }
        assertThat(load.microsAt(100, today)).isLessThan(11_000L);
    }
}
