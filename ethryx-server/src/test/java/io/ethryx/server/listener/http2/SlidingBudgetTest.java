package io.ethryx.server.listener.http2;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class SlidingBudgetTest {

    private long now = 77;
    private final SlidingBudget budget = new SlidingBudget(100, () -> now);

    private void pass(Duration time) {
        now += time.toNanos();
    }

    private boolean spend(int times) {
        boolean within = true;
        for (int i = 0; i < times; i++) {
            within = budget.spend();
        }
        return within;
    }

    @Test
    void one_too_many_within_ten_seconds_is_too_many() {
        assertThat(spend(100)).isTrue();
        assertThat(spend(1)).isFalse();
    }

    @Test
    void a_steady_ten_a_second_is_borne_for_ever() {
        for (int second = 0; second < 1_000; second++) {
            assertThat(spend(10)).as("second %d", second).isTrue();
            pass(Duration.ofSeconds(1));
        }
    }

    @Test
    void what_was_spent_counts_for_ten_seconds_wherever_they_begin() {
        pass(Duration.ofMillis(9_900));
        assertThat(spend(60)).isTrue();
        pass(Duration.ofMillis(200));
        assertThat(spend(40)).isTrue();
        assertThat(spend(1)).isFalse();
        pass(Duration.ofSeconds(9));
        assertThat(spend(59)).isTrue();
    }

    @Test
    void a_long_silence_makes_everything_good() {
        assertThat(spend(150)).isFalse();
        pass(Duration.ofDays(30));
        assertThat(spend(100)).isTrue();
        assertThat(spend(1)).isFalse();
    }
}
