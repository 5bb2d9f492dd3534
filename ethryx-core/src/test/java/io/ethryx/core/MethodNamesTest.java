package io.ethryx.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Names of methods are remembered by their bytes, and never taken for one another. */
final class MethodNamesTest {

    private final JsonScanner scanner = JsonScanner.strict();

    @Test
    void a_method_seen_before_is_the_same_object_wherever_it_stands_and_never_another_one() {
        for (long seed = 0; seed < 5_000; seed++) {
            Random random = new Random(seed);
            MethodNames names = new MethodNames();
            String method = text(random, 1 + random.nextInt(70));
            String first = named(names, method, random);

            String again = named(names, method, random);
            assertThat(first).as("seed %d", seed).isEqualTo(method);
            assertThat(again).as("seed %d", seed).isEqualTo(method);
            if (method.length() <= 64) {
                assertThat(again).as("seed %d", seed).isSameAs(first);
            } else {
                assertThat(again).as("seed %d", seed).isNotSameAs(first);
            }
        }
    }

    @Test
    void methods_that_push_each_other_out_keep_their_texts() {
        MethodNames names = new MethodNames();
        for (long seed = 0; seed < 20_000; seed++) {
            Random random = new Random(seed);
            String method = "eth_" + Integer.toString(random.nextInt(2_000), 36) + text(random, random.nextInt(3));
            assertThat(named(names, method, random)).as("seed %d", seed).isEqualTo(method);
        }
    }

    private String named(MethodNames names, String method, Random random) {
        byte[] name = method.getBytes(StandardCharsets.US_ASCII);
        int before = random.nextInt(3) == 0 ? OneMember.WINDOW - random.nextInt(90) : random.nextInt(9);
        Body body = OneMember.named(before, name, random);
        scanner.begin(body);
        assertThat(scanner.token() == '{' && scanner.firstMember()).isTrue();
        return names.name(scanner, body);
    }

    private static String text(Random random, int length) {
        return random.ints(length, 'a', 'e').mapToObj(Character::toString).reduce("", String::concat);
    }
}
