package io.ethryx.server.listener.http2;

import static org.assertj.core.api.Assertions.assertThat;

import io.ethryx.server.listener.InboundLimits;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** The average rate of a body over HTTP/2, on a clock that is moved by hand: 100 B/s over 30 s. */
class BodyPaceTest {

    private long now;
    private final BodyPace pace = new BodyPace(InboundLimits.DEFAULT, () -> now);

    private void pass(int seconds) {
        now += TimeUnit.SECONDS.toNanos(seconds);
    }

    @Test
    void too_few_bytes_in_half_a_minute_are_too_slow() {
        pace.wanted(true);
        pass(29);
        assertThat(pace.isTooSlow(1)).as("not before its end").isFalse();
        pass(1);
        assertThat(pace.isTooSlow(2_998)).isTrue();
    }

    @Test
    void a_hundred_bytes_a_second_are_enough() {
        pace.wanted(true);
        for (int i = 0; i < 300; i++) {
            pass(1);
            assertThat(pace.isTooSlow(100)).isFalse();
        }
    }

    @Test
    void each_half_minute_counts_by_itself() {
        pace.wanted(true);
        pass(30);
        assertThat(pace.isTooSlow(1_000_000)).isFalse();
        pass(30);
        assertThat(pace.isTooSlow(2_999)).isTrue();
    }

    @Test
    void time_in_which_nobody_waits_for_it_is_not_the_clients() {
        pace.wanted(true);
        pass(20);
        pace.wanted(false);
        pass(1_000);
        assertThat(pace.isTooSlow(1)).isFalse();
        pace.wanted(true);
        pace.wanted(true);
        pass(9);
        assertThat(pace.isTooSlow(1)).isFalse();
        pass(1);
        assertThat(pace.isTooSlow(1)).isTrue();
    }
}
