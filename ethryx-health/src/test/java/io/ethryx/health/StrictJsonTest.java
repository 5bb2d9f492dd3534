package io.ethryx.health;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class StrictJsonTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "null",
                " true\r\n",
                "false",
                "0",
                "-0.5e+10",
                "1E-2",
                "123456789012345678901234567890",
                "\"\"",
                "\"\\\"\\\\\\/\\b\\f\\n\\r\\t\\u00e9\\ud800\"",
                "\"é€😀\"",
                "[]",
                "[ ]",
                "{ }",
                "[1,[2,{\"a\":[]}], \"x\"]",
                "{\"a\" : 1 , \"a\":{\"\":null}}"
            })
    void json_is_json(String text) {
        assertThatCode(() -> StrictJson.check(text.getBytes(StandardCharsets.UTF_8)))
                .doesNotThrowAnyException();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "`` | unexpected end at byte 0",
                "`   ` | unexpected end at byte 3",
                "nul | unexpected end at byte 3",
                "True | unexpected byte at byte 0",
                "NaN | unexpected byte at byte 0",
                "01 | trailing bytes at byte 1",
                "+1 | unexpected byte at byte 0",
                "-  | unexpected end at byte 1",
                "1. | unexpected end at byte 2",
                ".5 | unexpected byte at byte 0",
                "1e | unexpected end at byte 2",
                "{} {} | trailing bytes at byte 3",
                "[1,] | unexpected byte at byte 3",
                "[1 2] | unexpected byte at byte 3",
                "[1} | unexpected byte at byte 2",
                "{\"a\"} | unexpected byte at byte 4",
                "{\"a\":} | unexpected byte at byte 5",
                "{\"a\":1,} | unexpected byte at byte 7",
                "{a:1} | unexpected byte at byte 1",
                "{'a':1} | unexpected byte at byte 1",
                "[ | unexpected end at byte 1",
                "\"a | unexpected end at byte 2",
                "\"\\x\" | bad escape at byte 2",
                "\"\\u12g4\" | bad escape at byte 5",
                "// c | unexpected byte at byte 0",
                "\ufeff{} | unexpected byte at byte 0"
            })
    void the_rest_is_refused_with_its_place(String text, String message) {
        refused(text.getBytes(StandardCharsets.UTF_8), message);
    }

    @Test
    void control_characters_and_bytes_that_are_not_utf_8_are_refused() {
        refused(new byte[] {'"', '\n', '"'}, "control character in a string at byte 1");
        int[][] bad = {
            {0x80},
            {0xC0, 0x80},
            {0xC1, 0xBF},
            {0xE0, 0x80, 0x80},
            {0xED, 0xA0, 0x80},
            {0xF0, 0x80, 0x80, 0x80},
            {0xF4, 0x90, 0x80, 0x80},
            {0xF5, 0x80, 0x80, 0x80},
            {0xFF},
            {0xC3, 0x28},
            {0xE2, 0x82, 0x28}
        };
        for (int[] bytes : bad) {
            byte[] text = new byte[bytes.length + 2];
            text[0] = '"';
            text[text.length - 1] = '"';
            for (int i = 0; i < bytes.length; i++) {
                text[i + 1] = (byte) bytes[i];
            }
            assertThatThrownBy(() -> StrictJson.check(text))
                    .as(Arrays.toString(bytes))
                    .isInstanceOf(MalformedJsonException.class)
                    .hasMessageStartingWith("not UTF-8");
        }
    }

    @Test
    void nesting_is_bounded() {
        String deepest = "[".repeat(StrictJson.MAX_DEPTH) + "]".repeat(StrictJson.MAX_DEPTH);
        json_is_json(deepest);
        refused(("[" + deepest + "]").getBytes(StandardCharsets.UTF_8), "nesting deeper than 128 at byte 128");
    }

    @Test
    void ten_mebibytes_of_brackets_are_refused_at_once() {
        byte[] brackets = new byte[ProbeResponse.MAX_BODY_BYTES];
        Arrays.fill(brackets, (byte) '[');
        Assertions.assertTimeoutPreemptively(
                Duration.ofSeconds(5), () -> refused(brackets, "nesting deeper than 128 at byte 128"));
    }

    private static void refused(byte[] text, String message) {
        assertThatThrownBy(() -> StrictJson.check(text))
                .isInstanceOf(MalformedJsonException.class)
                .hasMessage(message);
    }
}
