package io.ethryx.server.timer;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class TimerWheelTest {

    private final AtomicLong now = new AtomicLong(Long.MAX_VALUE - 5_000_000_000L);
    private final TimerWheel wheel = new TimerWheel(now::get);
    private final List<String> passed = new ArrayList<>();

    @Test
    void a_deadline_passes_at_its_time_and_never_before() {
        Timeout timeout = timeout("a");
        wheel.set(timeout, Duration.ofSeconds(10));
        advance(Duration.ofMillis(9_999));
        assertThat(passed).isEmpty();
        assertThat(timeout.isSet()).isTrue();
        advance(Duration.ofMillis(101));
        assertThat(passed).containsExactly("a");
        assertThat(timeout.isSet()).isFalse();
    }

    @Test
    void a_deadline_that_was_cleared_never_passes() {
        Timeout timeout = timeout("a");
        wheel.set(timeout, Duration.ofSeconds(1));
        timeout.clear();
        timeout.clear();
        advance(Duration.ofMinutes(5));
        assertThat(passed).isEmpty();
    }

    @Test
    void setting_again_moves_the_deadline() {
        Timeout timeout = timeout("a");
        wheel.set(timeout, Duration.ofSeconds(1));
        advance(Duration.ofMillis(900));
        wheel.set(timeout, Duration.ofSeconds(1));
        advance(Duration.ofMillis(900));
        assertThat(passed).isEmpty();
        advance(Duration.ofMillis(300));
        assertThat(passed).containsExactly("a");
    }

    @Test
    void a_deadline_beyond_one_turn_of_the_wheel_waits_for_its_own_turn() {
        wheel.set(timeout("later"), Duration.ofMinutes(10));
        for (int i = 0; i < 599; i++) {
            advance(Duration.ofSeconds(1));
        }
        assertThat(passed).isEmpty();
        advance(Duration.ofSeconds(2));
        assertThat(passed).containsExactly("later");
    }

    @Test
    void a_thread_that_was_late_for_many_turns_still_runs_each_deadline_once() {
        wheel.set(timeout("a"), Duration.ofSeconds(1));
        wheel.set(timeout("b"), Duration.ofSeconds(70));
        advance(Duration.ofHours(1));
        assertThat(passed).containsExactlyInAnyOrder("a", "b");
    }

    @Test
    void an_action_may_set_its_own_deadline_again() {
        Timeout[] self = new Timeout[1];
        self[0] = new Timeout(() -> {
            passed.add("tick");
            wheel.set(self[0], Duration.ofSeconds(1));
        });
        wheel.set(self[0], Duration.ofSeconds(1));
        for (int i = 0; i < 50; i++) {
            advance(Duration.ofMillis(100));
        }
        assertThat(passed).hasSizeBetween(4, 5);
    }

    @Test
    void any_order_of_setting_and_clearing_passes_exactly_the_deadlines_that_stand() {
        for (int seed = 0; seed < 50; seed++) {
            Random random = new Random(seed);
            passed.clear();
            Timeout[] timeouts = new Timeout[100];
            long[] due = new long[timeouts.length];
            for (int i = 0; i < timeouts.length; i++) {
                timeouts[i] = timeout(Integer.toString(i));
            }
            for (int step = 0; step < 1_000; step++) {
                int i = random.nextInt(timeouts.length);
                if (random.nextInt(3) == 0) {
                    timeouts[i].clear();
                    due[i] = 0;
                } else {
                    due[i] = 1L + random.nextInt(200_000);
                    wheel.set(timeouts[i], Duration.ofMillis(due[i]));
                }
            }
            List<String> expected = new ArrayList<>();
            for (int i = 0; i < timeouts.length; i++) {
                if (due[i] > 0 && due[i] <= 100_000) {
                    expected.add(Integer.toString(i));
                }
            }
            advance(Duration.ofMillis(100_000 - 1));
            advance(Duration.ofMillis(101));
            assertThat(passed).as("seed %d", seed).containsAll(expected);
            for (Timeout timeout : timeouts) {
                timeout.clear();
            }
        }
    }

    private Timeout timeout(String name) {
        return new Timeout(() -> passed.add(name));
    }

    private void advance(Duration duration) {
        now.addAndGet(duration.toNanos());
        wheel.advance();
    }
}
