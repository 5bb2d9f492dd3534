package io.ethryx.server.io;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What is put off to the end of a round, with rounds that end by hand. */
class RoundEndTest {

    private final ArrayDeque<Runnable> tasks = new ArrayDeque<>();
    private final List<Integer> done = new ArrayList<>();
    private final RoundEnd end = new RoundEnd(tasks::add);

    /** The sockets at hand have been served: the thread runs its tasks, those too that come meanwhile. */
    private void roundEnds() {
        for (Runnable task = tasks.poll(); task != null; task = tasks.poll()) {
            task.run();
        }
    }

    private void putOff(int... numbers) {
        for (int number : numbers) {
            end.add(() -> done.add(number));
        }
    }

    @Test
    void what_is_put_off_waits_for_the_end_of_the_round_and_runs_in_order() {
        putOff(1, 2, 3);
        assertThat(done).isEmpty();
        roundEnds();
        assertThat(done).containsExactly(1, 2, 3);
    }

    @Test
    void a_round_is_one_task_of_the_thread_however_much_is_put_off() {
        putOff(1, 2, 3);
        assertThat(tasks).hasSize(1);
        roundEnds();
        putOff(4, 5);
        assertThat(tasks).hasSize(1);
        roundEnds();
        assertThat(done).containsExactly(1, 2, 3, 4, 5);
    }

    @Test
    void where_much_waits_it_is_not_left_waiting_for_the_end() {
        putOff(IntStream.range(0, RoundEnd.MOST).toArray());
        assertThat(done).hasSize(RoundEnd.MOST);
        putOff(-1);
        assertThat(done).doesNotContain(-1);
        roundEnds();
        assertThat(done).hasSize(RoundEnd.MOST + 1).endsWith(-1);
    }

    @Test
    void what_is_put_off_at_the_end_of_a_round_runs_and_each_only_once() {
        end.add(() -> {
            done.add(1);
            putOff(3);
        });
        putOff(2);
        roundEnds();
        roundEnds();
        assertThat(done).containsExactly(1, 2, 3);
    }

    @Test
    void whoever_puts_off_while_much_is_run_keeps_the_order_and_loses_nothing() {
        for (int i = 0; i < RoundEnd.MOST; i++) {
            int number = i;
            end.add(() -> {
                done.add(number);
                if (number < RoundEnd.MOST / 2) {
                    putOff(100 + number);
                }
            });
        }
        roundEnds();
        assertThat(done).hasSize(RoundEnd.MOST * 3 / 2).doesNotHaveDuplicates().isSorted();
    }

    @Test
    void what_fails_keeps_nobody_else_waiting() {
        putOff(1);
        end.add(() -> {
            throw new IllegalStateException("of the test");
        });
        putOff(2);
        roundEnds();
        putOff(3);
        roundEnds();
        assertThat(done).containsExactly(1, 2, 3);
    }

    @Test
    void a_thread_that_takes_no_more_tasks_has_no_later() {
        RoundEnd last = new RoundEnd(task -> {
            throw new RejectedExecutionException();
        });
        last.add(() -> done.add(1));
        last.add(() -> done.add(2));
        assertThat(done).containsExactly(1, 2);
    }
}
