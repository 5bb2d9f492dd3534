package io.ethryx.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class AnswerMatchTest {

    @Test
    void an_answer_belongs_to_the_call_with_its_id() {
        assertThat(matched(
                        calls("1", "\"1\"", "null"),
                        "{\"id\":null,\"result\":\"n\"},{\"id\":\"1\",\"result\":\"s\"},{\"id\":1}"))
                .containsExactly("{\"id\":1}", "{\"id\":\"1\",\"result\":\"s\"}", "{\"id\":null,\"result\":\"n\"}");
    }

    @Test
    void among_equal_ids_the_order_of_appearance_counts() {
        assertThat(matched(calls("7", "8", "7"), "{\"id\":8},{\"id\":7,\"result\":1},{\"id\":7,\"result\":2}"))
                .containsExactly("{\"id\":7,\"result\":1}", "{\"id\":8}", "{\"id\":7,\"result\":2}");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "1.0 | 1",
                "1e2 | 100",
                "-0 | 0",
                "\"\\u0061\" | \"a\"",
                "\"\\/\" | \"/\"",
                "\"é\" | \"\\u00e9\"",
                "1e99999999999 | 1e99999999999",
                "12345678901234567890123456789012345678901234567890123456789012345678901234567890 | 12345678901234567890123456789012345678901234567890123456789012345678901234567890",
            })
    void an_id_may_come_back_written_otherwise(String sent, String back) {
        assertThat(matched(calls("5", sent), "{\"id\":" + back + "},{\"id\":5}"))
                .containsExactly("{\"id\":5}", "{\"id\":" + back + "}");
    }

    @Test
    void numbers_that_differ_are_not_taken_for_each_other() {
        assertThat(matched(calls("9007199254740993"), "{\"id\":9007199254740992}"))
                .containsExactly((String) null);
        assertThat(matched(calls("1"), "{\"id\":\"1\"}")).containsExactly((String) null);
    }

    @Test
    void what_is_left_out_is_missing_and_what_no_one_asked_for_is_dropped() {
        AnswerMatch match = match(calls("1", "2", "3"), "{\"id\":3},{\"id\":9},{\"result\":1},{\"id\":1},{\"id\":1},4");

        assertThat(told(match, 3)).containsExactly("{\"id\":1}", null, "{\"id\":3}");
        assertThat(match.unknown()).isEqualTo(3);
    }

    @Test
    void notifications_get_no_answer() {
        assertThat(matched(calls("", "1", "", "2", ""), "{\"id\":1},{\"id\":2}"))
                .containsExactly(null, "{\"id\":1}", null, "{\"id\":2}", null);
        assertThat(matched(calls("", "1", "2"), "{\"id\":2},{\"id\":1}"))
                .containsExactly(null, "{\"id\":1}", "{\"id\":2}");
    }

    @Test
    void one_error_for_the_whole_batch_answers_each_call_with_its_own_id() {
        String error =
                "{\"jsonrpc\":\"2.0\",\"id\":null,\"error\":{\"code\":-32000,\"message\":\"batch limit 100 exceeded\"}}";
        List<RpcCall> calls = calls("1", "\"b\"", "", "null");

        AnswerMatch match = AnswerMatch.of(calls, read(error));

        assertThat(told(match, 4))
                .containsExactly(error.replace("null", "1"), error.replace("null", "\"b\""), null, error);
        assertThat(match.answer(0).error()).isEqualTo(new AnswerError(-32000, "batch limit 100 exceeded", null));
        assertThat(match.answer(1).id()).hasToString("\"b\"");
        assertThat(match.unknown()).isZero();
    }

    @Test
    void one_error_without_an_id_answers_each_call_with_its_own() {
        AnswerMatch match =
                AnswerMatch.of(calls("1", "\"b\""), read("{ \"error\":{\"code\":-32000,\"message\":\"no\"}}"));

        assertThat(told(match, 2))
                .containsExactly(
                        "{\"id\":1, \"error\":{\"code\":-32000,\"message\":\"no\"}}",
                        "{\"id\":\"b\", \"error\":{\"code\":-32000,\"message\":\"no\"}}");
        assertThat(match.answer(0).error().code()).isEqualTo(-32000);
        assertThat(match.answer(1).id()).hasToString("\"b\"");
    }

    @ParameterizedTest
    @ValueSource(strings = {"1", "2", "9", "\"x\"", "0"})
    void one_error_answers_each_call_whatever_id_it_carries(String id) {
        String error =
                "{\"jsonrpc\":\"2.0\",\"error\":{\"code\":-41001,\"message\":\"too many requests\"},\"id\":" + id + "}";

        AnswerMatch match = AnswerMatch.of(calls("1", "", "2"), read(error));

        String without = error.substring(0, error.lastIndexOf(':') + 1);
        assertThat(told(match, 3)).containsExactly(without + "1}", null, without + "2}");
    }

    @Test
    void a_single_answer_that_is_no_array_belongs_to_its_call() {
        assertThat(told(AnswerMatch.of(calls("1"), read("{\"id\":1,\"result\":1}")), 1))
                .containsExactly("{\"id\":1,\"result\":1}");
        assertThat(told(AnswerMatch.of(calls("1", "2"), read("{\"id\":2,\"result\":1}")), 2))
                .containsExactly(null, "{\"id\":2,\"result\":1}");
    }

    @Test
    void any_order_of_the_answers_gives_each_call_its_own() {
        for (long seed = 0; seed < 2_000; seed++) {
            Random random = new Random(seed);
            int count = 1 + random.nextInt(12);
            List<String> ids = IntStream.range(0, count)
                    .mapToObj(i -> random.nextInt(5) == 0 ? "" : Integer.toString(random.nextInt(6)))
                    .toList();
            List<Integer> order = new ArrayList<>(IntStream.range(0, count)
                    .filter(i -> !ids.get(i).isEmpty())
                    .boxed()
                    .toList());
            Collections.shuffle(order, random);
            order.removeIf(i -> random.nextInt(6) == 0);
            StringBuilder answers = new StringBuilder();
            String[] wanted = new String[count];
            boolean[] taken = new boolean[count];
            for (int which : order) {
                String answer = "{\"id\":" + ids.get(which) + ",\"result\":" + which + "}";
                answers.append(answers.isEmpty() ? "" : ",").append(answer);
                int first = IntStream.range(0, count)
                        .filter(i -> !taken[i] && ids.get(i).equals(ids.get(which)))
                        .findFirst()
                        .orElseThrow();
                taken[first] = true;
                wanted[first] = answer;
            }

            assertThat(matched(calls(ids.toArray(String[]::new)), answers.toString()))
                    .as("seed " + seed)
                    .isEqualTo(Arrays.asList(wanted));
        }
    }

    private static List<String> matched(List<RpcCall> sent, String answers) {
        return told(match(sent, answers), sent.size());
    }

    private static AnswerMatch match(List<RpcCall> sent, String answers) {
        return AnswerMatch.of(sent, read("[" + answers + "]"));
    }

    private static AnswerList read(String text) {
        return new AnswerReader().readAll(Body.of(text.getBytes(StandardCharsets.UTF_8)));
    }

    private static List<String> told(AnswerMatch match, int count) {
        return IntStream.range(0, count)
                .mapToObj(match::answer)
                .map(answer -> answer == null ? null : answer.toString())
                .toList();
    }

    /** Calls with these ids; an empty one makes a notification. */
    private static List<RpcCall> calls(String... ids) {
        String elements = String.join(
                ",",
                Arrays.stream(ids)
                        .map(id ->
                                "{\"jsonrpc\":\"2.0\",\"method\":\"m\"" + (id.isEmpty() ? "" : ",\"id\":" + id) + "}")
                        .toList());
        Body body = Body.of(("[" + elements + "]").getBytes(StandardCharsets.UTF_8));
        return ((RpcBatch) new JsonRpcReader().read(body))
                .elements().stream().map(RpcCall.class::cast).toList();
    }
}
