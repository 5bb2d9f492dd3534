package io.ethryx.routing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

final class AliasTableTest {

    @Test
    void every_number_of_chance_counts_and_the_shares_are_exactly_the_weights() {
        long[][] tables = {
            {1},
            {100, 100},
            {1, 2, 3},
            {0, 100},
            {100, 0},
            {0, 0, 7, 0},
            {1, 99},
            {3, 3, 3, 5},
            {100, 1, 1, 1, 1, 0, 13}
        };
        for (long[] weights : tables) {
            assertThat(sharesOf(weights)).as(Arrays.toString(weights)).isEqualTo(scaled(weights));
        }
    }

    @Test
    void random_weights_get_exactly_their_shares() {
        for (long seed = 0; seed < 200; seed++) {
            Random random = new Random(seed);
            long[] weights = random.longs(1 + random.nextInt(40), 0, 30).toArray();
            weights[0]++;
            assertThat(sharesOf(weights)).as("seed %d", seed).isEqualTo(scaled(weights));
        }
    }

    @Test
    void a_weight_of_zero_is_never_drawn() {
        AliasTable table = new AliasTable(new long[] {0, 100});
        Randomness chance = new SeededChance(1);
        for (int i = 0; i < 10_000; i++) {
            assertThat(table.draw(chance)).isEqualTo(1);
        }
    }

    @Test
    void draws_keep_within_statistical_bounds() {
        long[] weights = {1, 5, 10, 100, 50};
        AliasTable table = new AliasTable(weights);
        Randomness chance = new SeededChance(7);
        int draws = 1_000_000;
        long[] seen = new long[weights.length];
        for (int i = 0; i < draws; i++) {
            seen[table.draw(chance)]++;
        }
        for (int i = 0; i < weights.length; i++) {
            double share = weights[i] / 166.0;
            double sigmas = 5 * Math.sqrt(draws * share * (1 - share));
            assertThat((double) seen[i]).as("index %d", i).isCloseTo(draws * share, within(sigmas));
        }
    }

    @Test
    void no_weight_at_all_is_told_by_the_total() {
        assertThat(new AliasTable(new long[] {0, 0}).total()).isZero();
        assertThat(new AliasTable(new long[0]).total()).isZero();
    }

    @Test
    void weights_too_large_to_be_exact_are_refused() {
        assertThatThrownBy(() -> new AliasTable(new long[] {Long.MAX_VALUE / 2, 1, 1}))
                .isInstanceOf(ArithmeticException.class);
    }

    /** Feeds each possible pair of numbers to the table once, and counts where it leads. */
    private static long[] sharesOf(long[] weights) {
        AliasTable table = new AliasTable(weights);
        long[] seen = new long[weights.length];
        for (long column = 0; column < weights.length; column++) {
            for (long height = 0; height < table.total(); height++) {
                long[] numbers = {column, height};
                int[] next = {0};
                seen[table.draw(bound -> numbers[next[0]++])]++;
            }
        }
        return seen;
    }

    private static long[] scaled(long[] weights) {
        return LongStream.of(weights).map(weight -> weight * weights.length).toArray();
    }
}
