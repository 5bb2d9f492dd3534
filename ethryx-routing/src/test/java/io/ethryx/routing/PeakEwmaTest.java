package io.ethryx.routing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

final class PeakEwmaTest {

    private static final long SECOND = 1_000_000_000L;
    private static final long MILLI = 1_000_000L;

    @Test
    void nothing_is_known_before_the_first_answer() {
        assertThat(new PeakEwma(10 * SECOND).nanos(5 * SECOND)).isZero();
    }

    @Test
    void a_slower_answer_counts_at_once() {
        PeakEwma ewma = new PeakEwma(10 * SECOND);
        ewma.observe(5 * MILLI, 0);
        ewma.observe(80 * MILLI, SECOND);
        assertThat(ewma.nanos(SECOND)).isCloseTo(80.0 * MILLI, within(10.0));
    }

    @Test
    void a_faster_answer_counts_as_time_passes() {
        PeakEwma ewma = new PeakEwma(10 * SECOND);
        ewma.observe(80 * MILLI, 0);
        ewma.observe(5 * MILLI, 1);
        assertThat(ewma.nanos(1)).isCloseTo(80.0 * MILLI, within(10.0));
        ewma.observe(5 * MILLI, 10 * SECOND);
        assertThat(ewma.nanos(10 * SECOND)).isCloseTo((0.4 * 80 * MILLI + 0.6 * 5 * MILLI), within(0.1 * MILLI));
    }

    @Test
    void silence_lets_it_sink_to_two_fifths_in_the_decay_time() {
        PeakEwma ewma = new PeakEwma(10 * SECOND);
        ewma.observe(100 * MILLI, 0);
        assertThat(ewma.nanos(10 * SECOND)).isCloseTo(40.0 * MILLI, within(0.1 * MILLI));
    }

    @Test
    void a_clock_that_stands_before_the_last_answer_changes_nothing() {
        PeakEwma ewma = new PeakEwma(10 * SECOND);
        ewma.observe(100 * MILLI, 10 * SECOND);
        assertThat(ewma.nanos(0)).isCloseTo(100.0 * MILLI, within(10.0));
    }

    @Test
    void a_ticker_may_begin_anywhere() {
        PeakEwma ewma = new PeakEwma(10 * SECOND);
        long begin = Long.MAX_VALUE - SECOND;
        ewma.observe(100 * MILLI, begin);
        assertThat(ewma.nanos(begin + 11 * SECOND)).isCloseTo(100 * MILLI / 2.705, within(0.2 * MILLI));
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
        assertThat(ewma.nanos(SECOND)).isCloseTo(200_000.0, within(1.0));
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }
}
