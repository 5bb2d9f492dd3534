package io.ethryx.routing;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class HedgeBudgetTest {

    private final HedgeBudget budget = new HedgeBudget();

    private int takes(int tries) {
        return (int) IntStream.range(0, tries).filter(i -> budget.take()).count();
    }

    @Test
    void ten_copies_may_be_sent_before_any_call() {
        assertThat(takes(50)).isEqualTo(10);
    }

    @Test
    void every_tenth_call_pays_for_one_copy() {
        takes(50);
        int copies = 0;
        for (int i = 0; i < 1_000; i++) {
            budget.called();
            copies += budget.take() ? 1 : 0;
        }
        assertThat(copies).isEqualTo(100);
    }

    @Test
    void calls_that_are_answered_fast_save_up_no_more_than_ten_copies() {
        IntStream.range(0, 100_000).forEach(i -> budget.called());
        assertThat(takes(50)).isEqualTo(10);
    }

    @Test
    void threads_together_send_no_more_than_were_paid_for() throws InterruptedException {
        takes(50);
        AtomicInteger copies = new AtomicInteger();
        List<Thread> threads = new ArrayList<>();
        for (int t = 0; t < 4; t++) {
            Thread thread = new Thread(() -> {
                for (int i = 0; i < 10_000; i++) {
                    budget.called();
                    copies.addAndGet(budget.take() ? 1 : 0);
                }
            });
            threads.add(thread);
            thread.start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        assertThat(copies.get() + takes(50)).isBetween(1, 4_000);
    }
}
