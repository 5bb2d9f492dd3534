package io.ethryx.routing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

final class SmoothCycleTest {

    @Test
    void equal_weights_take_turns_in_order() {
        assertThat(turns(new long[] {100, 100, 100}, 7)).containsExactly(0, 1, 2, 0, 1, 2, 0);
    }

    @Test
    void weights_1_2_3_give_the_sequence_that_the_reference_pins() {
        assertThat(turns(new long[] {1, 2, 3}, 12)).containsExactly(2, 1, 2, 0, 1, 2, 2, 1, 2, 0, 1, 2);
    }

    @Test
    void weights_5_1_1_are_interleaved() {
        assertThat(turns(new long[] {5, 1, 1}, 7)).containsExactly(0, 0, 0, 1, 0, 0, 2);
    }

    @Test
    void random_weights_follow_the_reference_s_rule_step_by_step() {
        for (long seed = 0; seed < 100; seed++) {
            Random random = new Random(seed);
            long[] weights = random.longs(1 + random.nextInt(30), 1, 101).toArray();
            int total = (int) LongStream.of(weights).sum();
            assertThat(total).isLessThanOrEqualTo(SmoothCycle.LONGEST_WRITTEN_OUT);
            assertThat(turns(weights, 2 * total)).as("seed %d", seed).isEqualTo(stepByStep(weights, 2 * total));
        }
    }

    @Test
    void ten_thousand_equal_weights_still_take_turns_in_order() {
        long[] weights = new long[10_000];
        Arrays.fill(weights, 100);
        assertThat(turns(weights, 20_000))
                .isEqualTo(IntStream.range(0, 20_000).map(i -> i % 10_000).toArray());
    }

    @Test
    void beyond_the_limit_each_gets_its_weight_in_any_window_of_a_cycle() {
        long[] weights = new Random(3).longs(500, 1, 101).toArray();
        SmoothCycle cycle = new SmoothCycle(weights);
        int period = (int) cycle.period();
        assertThat(period).isGreaterThan(SmoothCycle.LONGEST_WRITTEN_OUT);
        for (int from : new int[] {0, 1, 4_321, period - 1}) {
            long[] seen = new long[weights.length];
            for (int turn = from; turn < from + period; turn++) {
                seen[cycle.at(turn)]++;
            }
            assertThat(seen).as("from turn %d", from).isEqualTo(weights);
        }
    }

    @Test
    void beyond_the_limit_turns_are_spread_over_the_cycle() {
        long[] weights = new long[101];
        Arrays.fill(weights, 50);
        weights[0] = 99;
        SmoothCycle cycle = new SmoothCycle(weights);
        long longestGap = 0;
        long last = 0;
        for (long turn = 0; turn < 2 * cycle.period(); turn++) {
            if (cycle.at(turn) == 0) {
                longestGap = Math.max(longestGap, turn - last);
                last = turn;
            }
        }
        assertThat(longestGap).isLessThan(3 * cycle.period() / 99);
    }

    @Test
    void a_weight_below_one_or_a_sum_too_large_is_refused() {
        assertThatThrownBy(() -> new SmoothCycle(new long[] {1, 0})).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new SmoothCycle(new long[] {Integer.MAX_VALUE, 2}))
                .isInstanceOf(IllegalArgumentException.class);
    }

    private static int[] turns(long[] weights, int count) {
        SmoothCycle cycle = new SmoothCycle(weights);
        return IntStream.range(0, count).map(cycle::at).toArray();
    }

    private static int[] stepByStep(long[] weights, int count) {
        long[] current = weights.clone();
        long total = LongStream.of(weights).sum();
        return IntStream.range(0, count)
                .map(turn -> {
                    int best = -1;
                    for (int i = 0; i < weights.length; i++) {
                        current[i] += weights[i];
                        if (best < 0 || current[i] > current[best]) {
                            best = i;
                        }
                    }
                    current[best] -= total;
                    return best;
                })
                .toArray();
    }
}
