package io.ethryx.server.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JsonReaderTest {

    @Test
    void a_value_remembers_how_it_was_written() throws JsonSyntaxException {
        JsonValue value =
                read(" {\"id\" : 1.0e+2 ,\"s\":\"a\\u0041\\n\",\"l\":[ 1,{} ],\"id2\":12345678901234567890} ");
        assertThat(value.members().get("id").raw()).isEqualTo("1.0e+2");
        assertThat(value.members().get("id2").raw()).isEqualTo("12345678901234567890");
        assertThat(value.members().get("s").raw()).isEqualTo("\"a\\u0041\\n\"");
        assertThat(value.members().get("s").text()).isEqualTo("aA\n");
        assertThat(value.members().get("l").raw()).isEqualTo("[ 1,{} ]");
        assertThat(value.members().get("l").elements()).hasSize(2);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "{",
                "[",
                "[1",
                "[1,]",
                "{\"a\"}",
                "{\"a\":}",
                "{\"a\":1,}",
                "{a:1}",
                "tru",
                "nul",
                "01",
                "-",
                "1.",
                "1e",
                "+1",
                "\"a",
                "\"\\x\"",
                "\"\\u12g4\"",
                "\"\t\"",
                "1 2",
                "{}x",
                "\uFEFF{}",
                "NaN",
                "'a'",
                ","
            })
    void what_is_not_json_is_refused(String document) {
        assertThatThrownBy(() -> read(document)).isInstanceOf(JsonSyntaxException.class);
    }

    @Test
    void bytes_that_are_not_utf_8_are_refused() {
        assertThatThrownBy(() -> JsonReader.read(new byte[] {'"', (byte) 0xff, '"'}))
                .isInstanceOf(JsonSyntaxException.class);
    }

    @Test
    void depth_is_bounded() throws JsonSyntaxException {
        assertThat(read("[".repeat(64) + "]".repeat(64)).raw()).hasSize(128);
        assertThatThrownBy(() -> read("[".repeat(100_000))).hasMessageContaining("too deep");
    }

    @Test
    void any_document_comes_back_as_it_was_written_and_any_damage_is_either_refused_or_read_whole() {
        for (int seed = 0; seed < 500; seed++) {
            Random random = new Random(seed);
            String document = document(random, 4);
            assertThat(readOrNull(document)).as("seed %d: %s", seed, document).isEqualTo(document);
            int at = random.nextInt(document.length());
            String damaged = document.substring(0, at) + (char) random.nextInt(128) + document.substring(at + 1);
            String read = readOrNull(damaged);
            if (read != null) {
                assertThat(read).as("seed %d: %s", seed, damaged).isEqualTo(damaged.strip());
            }
        }
    }

    private static String document(Random random, int depth) {
        String space = " ".repeat(random.nextInt(2));
        int kind = random.nextInt(depth == 0 ? 4 : 6);
        return switch (kind) {
            case 0 -> Long.toString(random.nextLong());
            case 1 -> random.nextBoolean() ? "true" : "null";
            case 2 -> JsonText.quote("x" + (char) random.nextInt(0xd7ff));
            case 3 -> "-0.5E-3";
            case 4 -> "[" + space + document(random, depth - 1) + "," + space + document(random, depth - 1) + "]";
            default -> "{" + space + "\"m\":" + document(random, depth - 1) + space + "}";
        };
    }

    private static String readOrNull(String document) {
        try {
            return read(document).raw();
        } catch (JsonSyntaxException e) {
            return null;
        }
    }

    private static JsonValue read(String document) throws JsonSyntaxException {
        return JsonReader.read(document.getBytes(StandardCharsets.UTF_8));
    }
}
