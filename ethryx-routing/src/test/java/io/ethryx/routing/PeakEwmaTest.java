package io.ethryx.routing;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

final class PeakEwmaTest {

    private static final long SECOND = 1_000_000_000L;
    private static final long MILLI = 1_000_000L;

    /** What a call to it costs at a time, within a hundredth, by comparison with others that answered just then. */
    private static void assertCost(PeakEwma ewma, double nanos, long now) {
        PeakEwma below = new PeakEwma(10 * SECOND);
        below.observe((long) (nanos * 0.99), now);
        PeakEwma above = new PeakEwma(10 * SECOND);
        above.observe((long) (nanos * 1.01), now);
        assertThat(below.compareCost(ewma)).isNegative();
        assertThat(ewma.compareCost(above)).isNegative();
    }

    @Test
    void a_slower_answer_counts_at_once() {
        PeakEwma ewma = new PeakEwma(10 * SECOND);
        ewma.observe(5 * MILLI, 0);
        ewma.observe(80 * MILLI, SECOND);
        assertCost(ewma, 80.0 * MILLI, SECOND);
    }

    @Test
    void a_faster_answer_counts_as_time_passes() {
        PeakEwma ewma = new PeakEwma(10 * SECOND);
        ewma.observe(80 * MILLI, 0);
        ewma.observe(5 * MILLI, 1);
        assertCost(ewma, 80.0 * MILLI, 1);
        ewma.observe(5 * MILLI, 10 * SECOND);
        assertCost(ewma, 0.4 * 80 * MILLI + 0.6 * 5 * MILLI, 10 * SECOND);
    }

    @Test
    void silence_lets_it_sink_to_two_fifths_in_the_decay_time() {
        PeakEwma ewma = new PeakEwma(10 * SECOND);
        ewma.observe(100 * MILLI, 0);
        assertCost(ewma, 40.0 * MILLI, 10 * SECOND);
    }

    @Test
    void of_two_that_were_seen_at_different_times_the_earlier_has_sunk_by_the_time_between() {
        PeakEwma early = new PeakEwma(10 * SECOND);
        early.observe(100 * MILLI, 0);
        for (long took : new long[] {39, 41}) {
            PeakEwma late = new PeakEwma(10 * SECOND);
            late.observe(took * MILLI, 10 * SECOND);
            assertThat(early.compareCost(late) < 0).isEqualTo(took == 41);
            assertThat(late.compareCost(early) < 0).isEqualTo(took == 39);
        }
    }

    @Test
    void of_two_that_cost_the_same_neither_is_cheaper() {
        PeakEwma one = new PeakEwma(10 * SECOND);
        PeakEwma other = new PeakEwma(10 * SECOND);
        assertThat(one.compareCost(other)).isNotNegative();
        one.observe(MILLI, SECOND);
        other.observe(MILLI, SECOND);
        assertThat(one.compareCost(other)).isNotNegative();
        other.begun();
        assertThat(one.compareCost(other)).isNegative();
    }

    @Test
    void a_clock_that_stands_before_the_last_answer_takes_nothing_away() {
        PeakEwma ewma = new PeakEwma(10 * SECOND);
        ewma.observe(100 * MILLI, 10 * SECOND);
        ewma.observe(MILLI, 0);
        assertCost(ewma, 100.0 * MILLI, 0);
    }

    @Test
    void a_ticker_may_begin_anywhere() {
        PeakEwma ewma = new PeakEwma(10 * SECOND);
        long begin = Long.MAX_VALUE - SECOND;
        ewma.observe(100 * MILLI, begin);
        assertCost(ewma, 100 * MILLI / 2.705, begin + 11 * SECOND);
    }

    @Test
    void of_many_answers_at_once_the_slowest_is_kept() throws Exception {
        PeakEwma ewma = new PeakEwma(10 * SECOND);
        int threads = 4;
        CountDownLatch begin = new CountDownLatch(1);
        ExecutorService pool = Executors.newFixedThreadPool(threads);
        for (int t = 0; t < threads; t++) {
            long offset = t;
            pool.execute(() -> {
                awaitQuietly(begin);
                for (long i = 0; i < 50_000; i++) {
                    ewma.observe((i * 4 + offset) % 200_000 + 1, SECOND);
                }
            });
        }
        begin.countDown();
        pool.shutdown();
        assertThat(pool.awaitTermination(60, TimeUnit.SECONDS)).isTrue();
        assertCost(ewma, 200_000.0, SECOND);
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }
}
