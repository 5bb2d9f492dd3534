package io.ethryx.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Usual names are known by the eight bytes that they begin, and by nothing less. */
final class UsualNamesTest {

    private static final String MESSAGE =
            "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"eth_x\",\"params\":[],\"result\":1}";

    private static long eight(String text) {
        return ByteBuffer.wrap(text.getBytes(StandardCharsets.ISO_8859_1))
                .order(ByteOrder.LITTLE_ENDIAN)
                .getLong();
    }

    @ParameterizedTest
    @ValueSource(strings = {"jsonrpc", "id", "method", "params", "result"})
    void a_name_and_its_quote_are_enough_whatever_comes_behind(String name) {
        for (char behind = 0; behind < 256; behind++) {
            String text = name + '"' + Character.toString(behind).repeat(8);
            assertThat(UsualNames.length(eight(text))).as(text).isEqualTo(name.length());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"jsonrpc", "id", "method", "params", "result"})
    void a_name_with_any_one_byte_changed_is_none(String name) {
        String text = name + '"';
        for (int at = 0; at < text.length(); at++) {
            for (char other = 0; other < 256; other++) {
                if (other != text.charAt(at)) {
                    String changed = text.substring(0, at) + other + text.substring(at + 1) + "\":1,\"id\"";
                    assertThat(UsualNames.length(eight(changed))).as(changed).isEqualTo(UsualNames.NONE);
                }
            }
        }
    }

    @Test
    void a_text_that_ends_within_a_name_is_not_filled_up_with_what_was_read_before() {
        byte[] bytes = MESSAGE.getBytes(StandardCharsets.US_ASCII);
        JsonScanner scanner = JsonScanner.strict();
        for (int cut = 1; cut < bytes.length; cut++) {
            ByteBuffer outside =
                    ByteBuffer.allocateDirect(bytes.length).put(bytes).flip();
            assertThat(passes(scanner, Body.of(outside))).isTrue();
            for (Body torn :
                    List.of(Body.of(outside.duplicate().limit(cut)), Body.of(ByteBuffer.wrap(bytes, 0, cut)))) {
                assertThat(passes(scanner, torn)).isFalse();
                assertThat(scanner.fault()).isEqualTo("ends early at byte " + cut);
            }
        }
    }

    private static boolean passes(JsonScanner scanner, Body body) {
        scanner.begin(body);
        return scanner.value(scanner.token()) && scanner.atEnd();
    }
}
