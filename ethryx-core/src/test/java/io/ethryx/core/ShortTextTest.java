package io.ethryx.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Names are told by one number each: wherever they stand, and whatever bytes a node sends in their place. */
final class ShortTextTest {

    private static final List<String> NAMES =
            List.of("", "id", "2.0", "code", "data", "error", "result", "method", "params", "message", "jsonrpc");

    private final JsonScanner scanner = JsonScanner.lenient();

    @Test
    void a_name_is_told_just_where_its_bytes_stand_at_every_place_of_the_window() {
        int told = 0;
        for (int before = OneMember.WINDOW - 24; before < OneMember.WINDOW + 4; before++) {
            for (long seed = 0; seed < 400; seed++) {
                Random random = new Random(seed);
                byte[] name = name(random);
                assertThat(read(before, name, random)).as("seed %d", seed).isTrue();
                for (String known : NAMES) {
                    boolean same = Arrays.equals(known.getBytes(StandardCharsets.US_ASCII), name);
                    told += same ? 1 : 0;
                    assertThat(scanner.word() == ShortText.word(known))
                            .as("%s in seed %d behind %d bytes", known, seed, before)
                            .isEqualTo(same);
                }
            }
        }
        assertThat(told).isGreaterThan(1_000);
    }

    @Test
    void a_string_holds_its_own_bytes_and_no_others_at_every_place_of_the_window() {
        for (int before = OneMember.WINDOW - 24; before < OneMember.WINDOW + 4; before++) {
            for (long seed = 0; seed < 200; seed++) {
                Random random = new Random(seed);
                byte[] name = name(random);
                assertThat(read(before, name, random)).as("seed %d", seed).isTrue();

                assertThat(scanner.holds(name)).as("seed %d", seed).isTrue();
                assertThat(scanner.holds(Arrays.copyOf(name, name.length + 1)))
                        .as("seed %d", seed)
                        .isFalse();
                if (name.length > 0) {
                    byte[] other = name.clone();
                    other[random.nextInt(name.length)] ^= 1;
                    assertThat(scanner.holds(other)).as("seed %d", seed).isFalse();
                }
            }
        }
    }

    @Test
    void some_bytes_make_the_same_number_wherever_the_window_begins_and_ends() {
        for (int before = OneMember.WINDOW - 24; before < OneMember.WINDOW + 4; before++) {
            for (long seed = 0; seed < 200; seed++) {
                Random random = new Random(seed);
                byte[] name = name(random);
                assertThat(read(before, name, random)).as("seed %d", seed).isTrue();
                for (int count = 1; count <= Math.min(Long.BYTES, name.length); count++) {
                    int from = random.nextInt(name.length - count + 1);
                    long number = 0;
                    for (int i = 0; i < count; i++) {
                        number += (long) Byte.toUnsignedInt(name[from + i]) << (8 * i);
                    }
                    assertThat(scanner.word(scanner.stringFrom() + from, count))
                            .as("%d bytes in seed %d behind %d", count, seed, before)
                            .isEqualTo(number);
                }
            }
        }
    }

    @Test
    void a_name_with_escapes_is_another_one() {
        for (String name : List.of("i\\u0064", "id\\\"", "\\u0069d", "id\\\\", "id\\n")) {
            assertThat(read(3, name.getBytes(StandardCharsets.US_ASCII), new Random(1)))
                    .isTrue();
            assertThat(scanner.word()).as(name).isNotEqualTo(ShortText.word("id"));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"longerxx", "a\"", "\\", "\n", "é"})
    void what_cannot_stand_between_quotes_as_one_number_is_refused(String text) {
        assertThatIllegalArgumentException().isThrownBy(() -> ShortText.word(text));
    }

    /** One of the names, often with a change, or other bytes. */
    private static byte[] name(Random random) {
        byte[] name = NAMES.get(random.nextInt(NAMES.size())).getBytes(StandardCharsets.US_ASCII);
        switch (random.nextInt(5)) {
            case 0 -> name = Arrays.copyOf(name, random.nextInt(10));
            case 1 -> {
                name = new byte[random.nextInt(10)];
                random.nextBytes(name);
            }
            case 2 -> name = Arrays.copyOf(name, Math.max(0, name.length - 1));
            default -> {}
        }
        for (int i = 0; i < name.length; i++) {
            name[i] = name[i] == '"' || name[i] == '\\' ? 0 : name[i];
        }
        return name;
    }

    private boolean read(int before, byte[] name, Random random) {
        scanner.begin(OneMember.named(before, name, random));
        return scanner.token() == '{' && scanner.firstMember();
    }
}
