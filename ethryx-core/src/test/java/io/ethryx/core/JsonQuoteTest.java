package io.ethryx.core;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class JsonQuoteTest {

    @Test
    void what_would_end_a_string_or_its_line_is_escaped() {
        assertThat(JsonQuote.of("a\"b\\c/\n\r\t\b\0\u007f\u2028\u2029é"))
                .isEqualTo("\"a\\\"b\\\\c/\\n\\r\\t\\u0008\\u0000\\u007f\\u2028\\u2029é\"");
    }

    @Test
    void half_a_pair_is_replaced_and_a_whole_one_stays() {
        assertThat(JsonQuote.of("\ud83d\ude00")).isEqualTo("\"\ud83d\ude00\"");
        assertThat(JsonQuote.of("\ud83d")).isEqualTo("\"\ufffd\"");
        assertThat(JsonQuote.of("\ud83d\ud83d\ude00")).isEqualTo("\"\ufffd\ud83d\ude00\"");
        assertThat(JsonQuote.of("\ude00x")).isEqualTo("\"\ufffdx\"");
    }

    @Test
    void another_reader_finds_the_text_that_was_written() throws Exception {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int i = 0; i < 2_000; i++) {
            StringBuilder text = new StringBuilder();
            for (int n = random.nextInt(12); n > 0; n--) {
                text.append((char) random.nextInt(random.nextBoolean() ? 0x80 : 0x1_0000));
            }
            byte[] json = JsonQuote.of(text.toString()).getBytes(StandardCharsets.UTF_8);
            try (JsonParser parser = new JsonFactory().createParser(json)) {
                parser.nextToken();
                assertThat(parser.getText()).as("seed " + seed).isEqualTo(sound(text.toString()));
            }
        }
    }

    /** The text as UTF-8 can hold it. */
    private static String sound(String text) {
        StringBuilder sound = new StringBuilder();
        text.codePoints().forEach(point -> {
            boolean half = point >= Character.MIN_SURROGATE && point <= Character.MAX_SURROGATE;
            sound.appendCodePoint(half ? 0xFFFD : point);
        });
        return sound.toString();
    }
}
