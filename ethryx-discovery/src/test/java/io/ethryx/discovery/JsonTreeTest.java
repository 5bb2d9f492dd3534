package io.ethryx.discovery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The values of keys are JSON in the strict sense. Much of what is refused here passes through dsl-json by itself. */
class JsonTreeTest {

    @Test
    void an_object_is_read_with_its_members_in_order() throws MalformedJsonException {
        String text = " {\"b\":1,\"a\":[true,false,null,\"x\"], \"c\":{\"d\":-2.5e+3}}\r\n";
        Object tree = parse(text);
        assertThat(tree).asString().isEqualTo("{b=1, a=[true, false, null, x], c={d=-2.5e+3}}");
    }

    @Test
    void strings_are_unescaped() throws MalformedJsonException {
        assertThat(parse("\"\\\"\\\\\\/\\b\\f\\n\\r\\t\\u00e9\\ud83d\\ude00é€😀\""))
                .isEqualTo("\"\\/\b\f\n\r\té😀é€😀");
    }

    @Test
    void an_integer_is_only_what_is_written_as_one() {
        assertThat(new JsonNumber("-7").asInt()).hasValue(-7);
        for (String other : List.of("1.0", "1e3", "2147483648", "99999999999999999999")) {
            assertThat(new JsonNumber(other).asInt()).as(other).isEmpty();
        }
    }

    @Test
    void empty_containers_are_read() throws MalformedJsonException {
        assertThat(parse("{}")).isEqualTo(Map.of());
        assertThat(parse("[ ]")).isEqualTo(List.of());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "  ",
                "not-json",
                "nul",
                "nullx",
                "truee",
                "True",
                "NaN",
                "01",
                "+1",
                "-",
                "1.",
                ".5",
                "1e",
                "0x10",
                "1 2",
                "{} {}",
                "{}x",
                "[1,]",
                "[,1]",
                "[1 2]",
                "[1}",
                "{\"a\"}",
                "{\"a\":}",
                "{\"a\":1,}",
                "{a:1}",
                "{'a':1}",
                "{\"a\":1 \"b\":2}",
                "[",
                "{",
                "\"a",
                "\"a\\",
                "\"\\x\"",
                "\"\\u12\"",
                "\"\\u12g4\"",
                "// c",
                "/**/1",
                "\ufeff{}",
                "[1,\u00a02]",
                "[1,\u000b2]",
                "\"a\nb\"",
                "\"a\tb\"",
                "{\"a\":1,\"a\":2}",
                "{\"a\":1,\"\\u0061\":2}"
            })
    void what_is_no_json_or_could_be_read_in_two_ways_is_refused(String text) {
        assertThatThrownBy(() -> parse(text)).isInstanceOf(MalformedJsonException.class);
    }

    @Test
    void bytes_that_are_not_utf_8_are_refused() {
        for (byte[] bad : new byte[][] {
            {'"', (byte) 0xC3, '"'},
            {'"', (byte) 0xC0, (byte) 0x80, '"'},
            {'"', (byte) 0xED, (byte) 0xA0, (byte) 0x80, '"'}
        }) {
            assertThatThrownBy(() -> JsonTree.parse(bad))
                    .as(Arrays.toString(bad))
                    .isInstanceOf(MalformedJsonException.class)
                    .hasMessage("not UTF-8");
        }
    }

    @Test
    void nesting_is_bounded() throws MalformedJsonException {
        String deepest = "[".repeat(JsonTree.MAX_DEPTH) + "]".repeat(JsonTree.MAX_DEPTH);
        assertThat(parse(deepest)).isInstanceOf(List.class);
        assertThatThrownBy(() -> parse("[" + deepest + "]")).hasMessageStartingWith("nesting deeper than 32");
        assertThatThrownBy(() -> parse("[".repeat(1 << 20))).hasMessageStartingWith("nesting deeper than 32");
    }

    @Test
    void any_damage_to_a_text_ends_as_another_value_or_as_malformed() {
        long seed = 20261130;
        Random random = new Random(seed);
        byte[] whole = "{\"weights\":[{\"node_key\":\"k\\u00e9\",\"weight\":10}],\"x\":[null,true,-1.5e3,\"é\"]}"
                .getBytes(StandardCharsets.UTF_8);
        for (int i = 0; i < 50_000; i++) {
            byte[] text = Arrays.copyOf(whole, random.nextInt(whole.length + 1));
            for (int flips = random.nextInt(3); flips > 0 && text.length > 0; flips--) {
                text[random.nextInt(text.length)] = (byte) random.nextInt(256);
            }
            try {
                JsonTree.parse(text);
            } catch (MalformedJsonException expected) {
                assertThat(expected).hasMessageNotContaining("\n");
            } catch (RuntimeException | Error unexpected) {
                throw new AssertionError("seed " + seed + ": " + Arrays.toString(text), unexpected);
            }
        }
    }

    private static Object parse(String text) throws MalformedJsonException {
        return JsonTree.parse(text.getBytes(StandardCharsets.UTF_8));
    }
}
