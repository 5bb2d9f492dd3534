package io.ethryx.core.apart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

class ApartCountsTest {

    private static final int TIMES = 20_000;

    @Test
    void a_counter_nobody_added_to_is_zero() {
        assertThat(new ApartCounts(2).sum(1)).isZero();
    }

    @Test
    void counters_do_not_mix() {
        ApartCounts counts = new ApartCounts(3);
        counts.add(0, 1);
        counts.add(1, 10);
        counts.add(2, 100);
        counts.add(1, -3);
        assertThat(counts.sum(0)).isEqualTo(1);
        assertThat(counts.sum(1)).isEqualTo(7);
        assertThat(counts.sum(2)).isEqualTo(100);
    }

    @Test
    void a_counter_that_is_not_there_takes_nothing() {
        ApartCounts counts = new ApartCounts(1);
        assertThatThrownBy(() -> counts.add(1, 1)).isInstanceOf(IndexOutOfBoundsException.class);
    }

    /** More threads than there can be rows, so that some share one. */
    @Test
    void nothing_is_lost_however_many_threads_add() throws InterruptedException {
        int threads = 16 * Runtime.getRuntime().availableProcessors();
        ApartCounts counts = new ApartCounts(2);
        CountDownLatch begun = new CountDownLatch(threads);
        List<Thread> all = new ArrayList<>();
        for (int i = 0; i < threads; i++) {
            Thread thread = new Thread(() -> {
                begun.countDown();
                awaitAll(begun);
                for (int n = 0; n < TIMES; n++) {
                    counts.add(0, 1);
                    counts.add(1, 2);
                }
            });
            thread.start();
            all.add(thread);
        }
        for (Thread thread : all) {
            thread.join();
        }
        assertThat(counts.sum(0)).isEqualTo((long) threads * TIMES);
        assertThat(counts.sum(1)).isEqualTo(2L * threads * TIMES);
    }

    private static void awaitAll(CountDownLatch begun) {
        try {
            begun.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
