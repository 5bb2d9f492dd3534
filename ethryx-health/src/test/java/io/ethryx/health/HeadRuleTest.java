package io.ethryx.health;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.OptionalLong;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HeadRuleTest {

    private static final long SECOND = 1_000_000_000L;

    private final HeadRule rule = new HeadRule();

    /** Rounds of heads, one a second, parted by {@code |}; and the heads that are made of them. */
    @ParameterizedTest
    @CsvSource(textBlock = """
                    a single node's word is all there is,          500 | 501,                                    500 501
                    two vouch for the second highest,              500 500 | 502 501,                            500 501
                    of several the second highest,                 500 490 505 | 501 491 506,                    500 501
                    nobody told anything,                          - | - ,                                       - -
                    the last head stays while nobody tells,        500 | -,                                      500 500
                    a reorganisation is followed,                  500 500 | 497 497 | 498 498,                  500 497 498
                    one of two runs off,                           500 500 | 9000000000 501 | 9000000001 502,    500 501 502
                    one of two had run off before,                 9000000000 500 | 9000000001 501,              500 501
                    the rogue answers first,                       9000000000 | 9000000000 500 | 9000000000 501, 9000000000 500 501
                    the rogue is left alone,                       500 500 | 9000000000 501 | 9000000000 | 9000000000 502, 500 501 501 502
                    one of two syncs anew,                         90000 90000 | 90001 0 | 90002 700,            90000 90001 90002
                    two of three sync anew,                        90000 90000 90000 | 90001 0 10 | 90002 5 20,  90000 90001 90002
                    one of two stands still,                       90000 90000 | 90050 90000 | 90200 90000 | 90210 90000, 90000 90000 90200 90210
                    one of two lags and catches up,                90000 90000 | 90020 90000 | 90040 90020 | 90060 90060, 90000 90000 90020 90060
                    the chain is begun anew on all nodes,          90000 90000 | 0 0 | 1 1,                      90000 0 1
                    a single node's chain is begun anew,           90000 | 0 | 1,                                90000 0 1
                    who disagrees with the past and each other,    500 500 | 90000 70000 | 90001 70250 70001,    500 70000 70250
                    a single node has begun the past anew,         90000 90000 | 0 | 90000 300 0,                 90000 0 300
                    a single node leaps further than is likely,    500 | 2000000 | 501,                          500 500 501
                    two nodes leap further than is likely,         500 500 | 2000000 2000000,                    500 2000000
                    a rogue climbs at a likely pace,               500 500 500 | 650 501 501 | 800 502 502,      500 501 502
                    """)
    void heads_are_made_of_what_nodes_tell(String name, String rounds, String heads) {
        StringBuilder made = new StringBuilder();
        long now = 7 * SECOND;
        for (String round : rounds.split("[|]", -1)) {
            long[] told = round.isBlank() || round.strip().equals("-")
                    ? new long[0]
                    : Arrays.stream(round.strip().split(" ", -1))
                            .mapToLong(Long::parseLong)
                            .toArray();
            OptionalLong head = rule.head(told, now);
            made.append(made.isEmpty() ? "" : " ").append(head.isPresent() ? head.getAsLong() : "-");
            now += SECOND;
        }
        assertThat(made.toString()).as(name).isEqualTo(heads);
    }

    @Test
    void a_leap_becomes_likely_with_time() {
        rule.head(new long[] {500}, 0);
        assertThat(rule.head(new long[] {500 + HeadRule.NEAR + 1}, SECOND / 2)).hasValue(500);
        long after = 500 + HeadRule.NEAR + 10 * HeadRule.BLOCKS_A_SECOND;
        assertThat(rule.head(new long[] {after + 1}, 10 * SECOND)).hasValue(500);
        assertThat(rule.head(new long[] {after}, 10 * SECOND)).hasValue(after);
    }

    /** Whatever one of several nodes tells, the others, who are near one another, keep the head among them. */
    @Test
    void a_single_node_never_takes_the_head_away_from_the_others() {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        for (int run = 0; run < 500; run++) {
            HeadRule fresh = new HeadRule();
            long height = 1_000L + random.nextInt(1_000_000);
            int honest = 2 + random.nextInt(4);
            for (int round = 0; round < 50; round++) {
                long base = height += random.nextInt(20);
                long[] told = LongStream.concat(
                                random.longs(honest, -5, 6).map(off -> base + off),
                                LongStream.of(
                                        random.nextBoolean() ? random.nextLong(Long.MAX_VALUE) : random.nextInt(100)))
                        .toArray();
                assertThat(fresh.head(told, round * SECOND).orElseThrow())
                        .as("seed %d, run %d, round %d, told %s", seed, run, round, Arrays.toString(told))
                        .isBetween(base - 5, base + 5);
            }
        }
    }
}
