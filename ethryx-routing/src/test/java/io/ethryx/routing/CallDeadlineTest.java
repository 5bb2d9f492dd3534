package io.ethryx.routing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;

final class CallDeadlineTest {

    private static final long SECOND = 1_000_000_000L;

    @Test
    void all_attempts_share_one_deadline() {
        CallDeadline deadline = CallDeadline.of(10 * SECOND, Duration.ofSeconds(5));
        assertThat(deadline.leftNanos(10 * SECOND)).isEqualTo(5 * SECOND);
        assertThat(deadline.leftNanos(12 * SECOND)).isEqualTo(3 * SECOND);
        assertThat(deadline.leftNanos(15 * SECOND)).isZero();
        assertThat(deadline.leftNanos(16 * SECOND)).isNegative();
    }

    @Test
    void an_answer_that_has_begun_ends_by_a_minute_of_silence_only() {
        CallDeadline deadline = CallDeadline.of(0, Duration.ofSeconds(5));
        assertThat(deadline.leftInAnswerNanos(100 * SECOND, 130 * SECOND)).isEqualTo(30 * SECOND);
        assertThat(deadline.leftInAnswerNanos(100 * SECOND, 160 * SECOND)).isZero();
    }

    @Test
    void the_ticker_may_begin_anywhere() {
        long began = Long.MAX_VALUE - SECOND;
        CallDeadline deadline = CallDeadline.of(began, Duration.ofSeconds(5));
        assertThat(deadline.leftNanos(began + 3 * SECOND)).isEqualTo(2 * SECOND);
    }

    @Test
    void no_time_is_no_deadline() {
        assertThatThrownBy(() -> CallDeadline.of(0, Duration.ZERO)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new CallDeadline(0, Duration.ofSeconds(1), Duration.ofSeconds(-1)))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
