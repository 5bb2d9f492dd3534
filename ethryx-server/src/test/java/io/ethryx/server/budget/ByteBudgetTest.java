package io.ethryx.server.budget;

import static org.assertj.core.api.Assertions.assertThat;

import io.ethryx.core.apart.ThreadRows;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
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

    @Test
    void what_another_thread_has_at_hand_is_there_for_all() throws Exception {
        ByteBudget budget = new ByteBudget(1_000_000);
        for (int i = 0; i < 2 * ThreadRows.count(); i++) {
            Thread other = new Thread(() -> {
                assertThat(budget.take(100)).isTrue();
                budget.give(100);
            });
            other.start();
            other.join();
        }
        assertThat(budget.taken()).isZero();
        assertThat(budget.take(1_000_000)).isTrue();
        assertThat(budget.take(1)).isFalse();
        assertThat(budget.taken()).isEqualTo(1_000_000);
        budget.give(1_000_000);
        assertThat(budget.taken()).isZero();
    }

    /** Some give back what others took. */
    @Test
    void what_is_held_never_exceeds_it_while_threads_take_and_give() throws Exception {
        ByteBudget budget = new ByteBudget(100_000);
        AtomicLong held = new AtomicLong();
        Queue<Integer> passed = new ConcurrentLinkedQueue<>();
        List<String> faults = new CopyOnWriteArrayList<>();
        Thread[] threads = new Thread[4];
        for (int i = 0; i < threads.length; i++) {
            Random random = new Random(i);
            threads[i] = new Thread(() -> {
                for (int round = 0; round < 50_000; round++) {
                    int bytes = random.nextInt(20_000);
                    if (budget.take(bytes)) {
                        if (held.addAndGet(bytes) > 100_000) {
                            faults.add("held " + held);
                        }
                        passed.add(bytes);
                    }
                    Integer back = random.nextBoolean() ? passed.poll() : null;
                    if (back != null) {
                        held.addAndGet(-back);
                        budget.give(back);
                    }
                }
            });
            threads[i].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        assertThat(faults).isEmpty();
        assertThat(budget.taken()).isEqualTo(held.get());
        passed.forEach(budget::give);
        assertThat(budget.taken()).isZero();
        assertThat(budget.take(100_000)).isTrue();
    }

    /** However many large takes and gives there were: others find all but what is held, and little at hand. */
    @Test
    void large_shares_come_and_go_without_leaving_anything_at_hand() {
        ByteBudget budget = new ByteBudget(100_000_000);
        for (int i = 0; i < 10_000; i++) {
            assertThat(budget.take(1_000_000)).isTrue();
            assertThat(budget.take(10)).isTrue();
            budget.give(1_000_000);
            budget.give(10);
        }
        assertThat(budget.taken()).isZero();
        assertThat(budget.take(100_000_000)).isTrue();
    }

    /** Two threads that together never want more than there is are never refused. */
    @Test
    void nobody_is_refused_what_is_there() throws Exception {
        ByteBudget budget = new ByteBudget(8_002_000);
        List<String> refused = new CopyOnWriteArrayList<>();
        Thread[] threads = new Thread[2];
        for (int i = 0; i < threads.length; i++) {
            int bytes = i == 0 ? 8_000_000 : 1_000;
            threads[i] = new Thread(() -> {
                for (int round = 0; round < 200_000; round++) {
                    if (budget.take(bytes)) {
                        budget.give(bytes);
                    } else {
                        refused.add(bytes + " in round " + round);
                    }
                }
            });
            threads[i].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        assertThat(refused).isEmpty();
    }
}
