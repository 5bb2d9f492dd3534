package io.ethryx.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class AnswerReaderTest {

    private final AnswerReader reader = new AnswerReader();

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":\"0x1\"}",
                "{\"result\":null}",
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"error\":{\"code\":-39006}}}",
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"error\":null,\"result\":1}",
                " \n{\"jsonrpc\":\"2.0\"}",
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":\"\\\"error\\\":{\\\"code\\\":-39006}\"}",
                "{\"result\":1.0,\"result\":0.0013166190117983544,\"x\":12345678901234567890123}",
                "[{\"error\":{\"code\":-39006}}]",
            })
    void a_result_is_no_error(String answer) {
        assertThat(look(answer)).isNull();
    }

    @Test
    void an_error_is_found_wherever_it_stands() {
        AnswerError wanted = new AnswerError(-39006, "state not found", null);

        assertThat(look("{\"jsonrpc\":\"2.0\",\"id\":1,\"error\":{\"code\":-39006,\"message\":\"state not found\"}}"))
                .isEqualTo(wanted);
        assertThat(look("{\"error\" : {\"message\":\"state not found\", \"x\":[{}], \"code\" : -39006 },\"id\":1}"))
                .isEqualTo(wanted);
        assertThat(
                        look(
                                "{\"id\":null,\"result\":null,\"error\":{\"code\":-39006,\"message\":\"state not found\",\"data\":{}}}"))
                .isEqualTo(wanted);
    }

    @Test
    void data_is_told_if_it_is_a_string() {
        assertThat(look("{\"error\":{\"code\":3,\"message\":\"a\\u0062\\n\",\"data\":\"0x08c3\"}}"))
                .isEqualTo(new AnswerError(3, "ab\n", "0x08c3"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"null", "99999999999", "2147483648"})
    void a_code_that_is_beyond_32_bits_or_left_out_is_none(String code) {
        assertThat(look("{\"error\":{\"code\":" + code + ",\"message\":\"m\"}}"))
                .isEqualTo(new AnswerError(0, "m", null));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"code\":\"-39006\",\"message\":\"m\"}",
                "{\"code\":-39006.5}",
                "{\"code\":-39006.0}",
                "{\"message\":\"m\",\"code\":1e3}",
                "{\"code\":[-39006]}",
                "{\"code\":{}}",
                "{\"code\":true}",
                "\"-39006\"",
                "[-39006]"
            })
    void an_error_without_a_code_that_can_be_read_has_the_code_of_an_invalid_response(String error) {
        assertThat(look("{\"jsonrpc\":\"2.0\",\"id\":1,\"error\":" + error + "}"))
                .isEqualTo(new AnswerError(-32604, "invalid response", "error unmarshal failed"))
                .isNotSameAs(AnswerError.NO_ANSWER);
    }

    @Test
    void an_error_that_is_no_object_is_one_nevertheless_if_the_answer_is_json_rpc() {
        assertThat(look("{\"jsonrpc\":\"2.0\",\"error\":\"no\"}")).isNotNull().isNotSameAs(AnswerError.NO_ANSWER);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "<html>502 Bad Gateway</html>",
                "upstream error",
                "\"x\"",
                "null",
                "{}",
                "{\"timestamp\":1,\"status\":500,\"error\":\"Internal Server Error\"}",
                "{\"message\":\"no Route matched\"}",
                "{oops}",
            })
    void what_is_no_answer_is_told(String answer) {
        assertThat(look(answer)).isSameAs(AnswerError.NO_ANSWER);
    }

    @Test
    void of_a_long_answer_the_beginning_is_enough() {
        String result = "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":\"" + "a".repeat(1000);
        String error = "{\"jsonrpc\":\"2.0\",\"id\":1,\"error\":{\"code\":-39006,\"message\":\"m\"},\"x\":\""
                + "a".repeat(1000);

        assertThat(reader.look(body(result), false)).isNull();
        assertThat(reader.look(body(error), false)).isEqualTo(new AnswerError(-39006, "m", null));
        assertThat(reader.look(body("{\"padding\":\"" + "a".repeat(1000)), false))
                .isNull();
        assertThat(reader.look(body("   "), false)).isNull();
    }

    @Test
    void a_torn_error_is_not_guessed() {
        String error = "{\"jsonrpc\":\"2.0\",\"id\":1,\"error\":{\"code\":-39006,\"message\":\"m\"},\"x\":1}";
        int known = error.indexOf("},\"x\"") + 1;

        for (int cut = 1; cut < error.length(); cut++) {
            AnswerError told = reader.look(body(error.substring(0, cut)), false);
            assertThat(told)
                    .as(error.substring(0, cut))
                    .isEqualTo(cut < known ? null : new AnswerError(-39006, "m", null));
        }
    }

    @Test
    void bytes_that_are_no_text_are_the_nodes_own_matter() {
        byte[] bytes = "{\"jsonrpc\":\"2.0\",\"result\":\"a?b\nc\",\"error\":{\"code\":5,\"message\":\"?\"}}"
                .getBytes(StandardCharsets.ISO_8859_1);
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = bytes[i] == '?' ? (byte) 0x96 : bytes[i];
        }

        assertThat(reader.look(Body.of(bytes), true)).isEqualTo(new AnswerError(5, "\ufffd", null));
    }

    @Test
    void a_trace_may_nest_deeper_than_a_request() {
        String deep = "{\"calls\":[".repeat(5_000) + "]}".repeat(5_000);

        assertThat(look("{\"result\":" + deep + ",\"error\":{\"code\":7,\"message\":\"\"}}"))
                .isEqualTo(new AnswerError(7, "", null));
        assertThat(reader.readAll(body("[".repeat(100_000) + "]".repeat(100_000))))
                .isNull();
    }

    @Test
    void long_texts_are_cut_without_tearing_an_escape() {
        for (int shift = 0; shift < 12; shift++) {
            String message = "x".repeat(1012 + shift) + "\\u00e9\\\\\\\\\\n".repeat(400);
            AnswerError error = look("{\"error\":{\"code\":1,\"message\":\"" + message + "\",\"data\":\"d\"}}");

            assertThat(error.message()).hasSizeLessThanOrEqualTo(1024).startsWith("x".repeat(1012));
            assertThat(error.data()).isEqualTo("d");
        }
    }

    @Test
    void the_answers_to_a_batch_are_told_where_they_stand() {
        AnswerList list = reader.readAll(
                body(
                        " [ {\"jsonrpc\":\"2.0\",\"id\":\"b\",\"result\":1.0} ,{\"id\":2,\"error\":{\"code\":-39006,\"message\":\"m\"}}, 5 ]\n"));

        assertThat(list.array()).isTrue();
        assertThat(list.answers()).hasSize(2);
        assertThat(list.answers().get(0)).hasToString("{\"jsonrpc\":\"2.0\",\"id\":\"b\",\"result\":1.0}");
        assertThat(list.answers().get(0).id()).hasToString("\"b\"");
        assertThat(list.answers().get(1).error()).isEqualTo(new AnswerError(-39006, "m", null));
        assertThat(reader.readAll(body("[]")).answers()).isEmpty();
        assertThat(reader.readAll(body("{\"id\":null,\"error\":{\"code\":1,\"message\":\"\"}}"))
                        .array())
                .isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "<html>", "5", "[{]", "[1,]", "[1 2]", "[] []", "[{\"id\":1}", "{\"id\":1}x"})
    void what_answers_no_batch_is_unreadable(String answer) {
        assertThat(reader.readAll(body(answer))).isNull();
    }

    @Test
    void damaged_answers_are_read_alike_however_they_are_split() {
        for (long seed = 0; seed < 20_000; seed++) {
            Random random = new Random(seed);
            RandomJson json = new RandomJson(random);
            String text = random.nextBoolean()
                    ? "{\"id\":1,\"error\":{\"code\":-39006,\"message\":" + json.value(1) + ",\"data\":" + json.value(2)
                            + "}}"
                    : "[{\"id\":" + json.value(0) + ",\"result\":" + json.value(3) + "}," + json.value(2) + "]";
            byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
            if (random.nextInt(3) != 0) {
                bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
            }
            int cut = random.nextInt(bytes.length + 1);
            Body whole = Body.of(bytes);
            Body split = Body.of(List.of(
                    ByteBuffer.allocateDirect(cut).put(bytes, 0, cut).flip(),
                    ByteBuffer.wrap(bytes, cut, bytes.length - cut)));

            assertThat(reader.look(split, true)).as("seed " + seed).isEqualTo(reader.look(whole, true));
            assertThat(told(reader.readAll(split))).as("seed " + seed).isEqualTo(told(reader.readAll(whole)));
        }
    }

    @Test
    void a_look_at_a_good_answer_costs_no_memory() {
        Body answer = body("{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":\"0x1\"}");
        var threads = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
        int times = 10_000;
        reader.look(answer, true);

        long before = threads.getCurrentThreadAllocatedBytes();
        for (int i = 0; i < times; i++) {
            reader.look(answer, true);
        }

        assertThat((threads.getCurrentThreadAllocatedBytes() - before) / times).isZero();
    }

    private static String told(AnswerList list) {
        return list == null
                ? "unreadable"
                : list.array()
                        + list.answers().stream()
                                .map(answer -> answer.from() + " " + answer.id() + " " + answer.error() + " " + answer)
                                .toList()
                                .toString();
    }

    private AnswerError look(String answer) {
        return reader.look(body(answer), true);
    }

    private static Body body(String text) {
        return Body.of(text.getBytes(StandardCharsets.UTF_8));
    }
}
