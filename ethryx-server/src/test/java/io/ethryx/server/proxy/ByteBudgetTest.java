package io.ethryx.server.proxy;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ByteBudgetTest {

    @Test
    void no_more_is_taken_than_there_is_and_what_is_given_back_can_be_taken_again() {
        ByteBudget budget = new ByteBudget(10);
        assertThat(budget.take(6)).isTrue();
        assertThat(budget.take(5)).isFalse();
        assertThat(budget.take(4)).isTrue();
        assertThat(budget.taken()).isEqualTo(10);
        assertThat(budget.take(1)).isFalse();
        budget.give(6);
        assertThat(budget.take(6)).isTrue();
    }

    @Test
    void all_threads_together_stay_within_it() throws Exception {
        ByteBudget budget = new ByteBudget(1_000);
        Thread[] threads = new Thread[4];
        int[] taken = new int[threads.length];
        for (int i = 0; i < threads.length; i++) {
            int index = i;
            threads[i] = new Thread(() -> {
                for (int round = 0; round < 10_000; round++) {
                    taken[index] += budget.take(1) ? 1 : 0;
                }
            });
            threads[i].start();
        }
        int sum = 0;
        for (int i = 0; i < threads.length; i++) {
            threads[i].join();
            sum += taken[i];
        }
        assertThat(sum).isEqualTo(1_000);
        assertThat(budget.taken()).isEqualTo(1_000);
    }
}
