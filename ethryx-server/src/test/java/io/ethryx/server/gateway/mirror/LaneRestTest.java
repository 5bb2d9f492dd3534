package io.ethryx.server.gateway.mirror;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class LaneRestTest {

    private static final long MILLI = 1_000_000;

    private long now = Long.MAX_VALUE - 20 * MILLI;
    private final LaneRest rest = new LaneRest(() -> now);

    private void fail(int times) {
        for (int i = 0; i < times; i++) {
            rest.failed();
        }
    }

    @Test
    void seven_failures_in_a_row_are_bad_luck_and_eight_are_not() {
        fail(7);
        assertThat(rest.rests()).isFalse();
        rest.answered();
        fail(7);
        assertThat(rest.rests()).isFalse();
        fail(1);
        assertThat(rest.rests()).isTrue();
    }

    @Test
    void it_rests_for_longer_and_longer_and_never_for_more_than_some_seconds() {
        fail(7);
        for (long millis : new long[] {50, 100, 200, 400, 800, 1_600, 3_200, 6_400, 6_400, 6_400}) {
            fail(1);
            now += millis * MILLI - 1;
            assertThat(rest.rests()).isTrue();
            now += 1;
            assertThat(rest.rests()).isFalse();
        }
    }

    @Test
    void an_answer_makes_good_for_all_of_it() {
        fail(20);
        now += 6_400 * MILLI;
        rest.answered();
        fail(7);
        assertThat(rest.rests()).isFalse();
    }
}
