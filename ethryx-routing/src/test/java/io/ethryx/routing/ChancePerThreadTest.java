package io.ethryx.routing;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class ChancePerThreadTest {

    private final Randomness chance = Randomness.perThread();

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 7, 100, 10_000, 1L << 30, Integer.MAX_VALUE, 1L << 31, 1L << 40, Long.MAX_VALUE})
    void a_number_is_never_below_nought_nor_at_the_bound(long bound) {
        for (int i = 0; i < 20_000; i++) {
            assertThat(chance.below(bound)).isBetween(0L, bound - 1);
        }
    }

    @Test
    void no_number_is_likelier_than_another() {
        for (int bound : new int[] {2, 3, 10, 1_431_655_765}) {
            int draws = 200_000;
            int half = bound / 2;
            int low = 0;
            for (int i = 0; i < draws; i++) {
                low += chance.below(bound) < half ? 1 : 0;
            }
            double share = (double) half / bound;
            double deviation = Math.sqrt(draws * share * (1 - share));
            assertThat((double) low)
                    .as("bound %d", bound)
                    .isBetween(draws * share - 6 * deviation, draws * share + 6 * deviation);
        }
    }

    @Test
    void the_only_number_below_one_is_nought() {
        assertThat(chance.below(1)).isZero();
    }
}
