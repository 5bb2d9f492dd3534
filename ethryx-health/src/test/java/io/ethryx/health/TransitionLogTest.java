package io.ethryx.health;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class TransitionLogTest {

    private static final Readiness READY =
            new Readiness(ReadinessState.READY, ReadinessReason.CHECKS_PASSED, List.of());
    private static final Readiness NOT_READY =
            new Readiness(ReadinessState.NOT_READY, ReadinessReason.EL_SYNCING, List.of());

    private final TransitionLog log = new TransitionLog(0);

    private String observe(Readiness readiness, long nanos) {
        return log.observe(readiness, nanos, Instant.ofEpochSecond(nanos))
                .map(change -> (change.reported() ? "" : "silent ") + change.message())
                .orElse("-");
    }

    @Test
    void a_first_ready_is_silent_and_each_change_is_told_once() {
        assertThat(observe(READY, 1)).isEqualTo("silent readiness recovered");
        assertThat(observe(READY, 2)).isEqualTo("-");
        assertThat(observe(NOT_READY, 3)).isEqualTo("not ready");
        assertThat(observe(NOT_READY, 4)).isEqualTo("-");
        assertThat(observe(READY, 5)).isEqualTo("readiness recovered");
    }

    @Test
    void a_first_not_ready_is_told() {
        assertThat(observe(NOT_READY, 1)).isEqualTo("not ready");
    }

    @Test
    void a_verdict_from_before_the_last_change_is_no_change() {
        observe(READY, 10);
        assertThat(observe(NOT_READY, 9)).isEqualTo("-");
        assertThat(log.newestFirst()).hasSize(1);
    }

    @Test
    void the_last_64_changes_are_kept_newest_first() {
        for (int i = 1; i <= 100; i++) {
            observe(i % 2 == 0 ? READY : NOT_READY, i);
        }
        List<Long> seconds = log.newestFirst().stream()
                .map(change -> change.at().getEpochSecond())
                .toList();
        assertThat(seconds).hasSize(64).first().isEqualTo(100L);
        assertThat(seconds.get(63)).isEqualTo(37L);
    }

    @Test
    void of_many_that_see_a_change_one_tells_it() throws InterruptedException {
        AtomicInteger told = new AtomicInteger();
        for (int round = 1; round <= 500; round++) {
            Readiness verdict = round % 2 == 0 ? READY : NOT_READY;
            long nanos = round;
            CountDownLatch go = new CountDownLatch(1);
            List<Thread> threads = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                Thread thread = new Thread(() -> {
                    awaitQuietly(go);
                    log.observe(verdict, nanos, Instant.EPOCH).ifPresent(change -> told.incrementAndGet());
                });
                thread.start();
                threads.add(thread);
            }
            go.countDown();
            for (Thread thread : threads) {
                thread.join(10_000);
            }
            assertThat(told).as("round %d", round).hasValue(round);
        }
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            assertThat(latch.await(10, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
