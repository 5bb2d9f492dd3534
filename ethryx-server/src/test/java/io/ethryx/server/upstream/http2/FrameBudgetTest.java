package io.ethryx.server.upstream.http2;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** How many frames without a body a peer may send (decision S27). */
class FrameBudgetTest {

    private static int taken(FrameBudget budget, long now, long sent, int tries) {
        int taken = 0;
        for (int i = 0; i < tries; i++) {
            taken += budget.take(now, sent) ? 1 : 0;
        }
        return taken;
    }

    @Test
    void ten_thousand_frames_in_ten_seconds_are_the_most_for_nothing() {
        FrameBudget budget = new FrameBudget(0);
        assertThat(taken(budget, 0, 0, 5_000)).isEqualTo(5_000);
        assertThat(taken(budget, FrameBudget.SPAN_NANOS - 1, 0, 6_000)).isEqualTo(5_000);
    }

    @Test
    void the_next_ten_seconds_begin_anew() {
        FrameBudget budget = new FrameBudget(0);
        assertThat(taken(budget, 0, 0, 20_000)).isEqualTo(10_000);
        assertThat(taken(budget, FrameBudget.SPAN_NANOS, 0, 20_000)).isEqualTo(10_000);
    }

    @Test
    void each_frame_that_was_sent_in_that_time_lets_four_more_come() {
        FrameBudget budget = new FrameBudget(0);
        assertThat(taken(budget, 0, 1_000, 20_000)).isEqualTo(14_000);
        assertThat(taken(budget, FrameBudget.SPAN_NANOS, 1_000, 20_000)).isEqualTo(10_000);
        assertThat(taken(budget, 2 * FrameBudget.SPAN_NANOS, 1_000, 1)).isEqualTo(1);
        assertThat(taken(budget, 2 * FrameBudget.SPAN_NANOS, 3_000, 30_000)).isEqualTo(17_999);
    }
}
