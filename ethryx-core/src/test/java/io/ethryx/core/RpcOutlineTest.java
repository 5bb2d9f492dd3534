package io.ethryx.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RpcOutlineTest {

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static RpcOutline outline(String body) {
        return RpcOutline.of(bytes(body)).orElseThrow();
    }

    private static String cut(String body, int from, int to) {
        return new String(bytes(body), from, to - from, StandardCharsets.UTF_8);
    }

    private static String id(String body, RpcMessage message) {
        return message.hasId() ? cut(body, message.idFrom(), message.idTo()) : "none";
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '\0',
            value = {
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"eth_syncing\"} | eth_syncing | 1",
                "{\"id\" : \"a\\u0062\\\"é\" , \"method\" : \"a\" } | a | \"a\\u0062\\\"é\"",
                "{\"id\":-0.10e+5,\"method\":\"a\"} | a | -0.10e+5",
                "{\"id\":123456789012345678901234567890,\"method\":\"a\"} | a | 123456789012345678901234567890",
                "{\"method\":\"a\",\"id\":1} | a | 1",
                "{\"id\":null,\"method\":\"a\"} | a | null",
                "{\"method\":\"a\"} | a | none",
                "{\"method\":\"eth\\u005fsyncing\",\"params\":[{\"id\":7,\"method\":\"b\"}],\"id\":2} | eth_syncing | 2",
                "{\"other\":{\"METHOD\":1},\"method\":\"a\",\"id\":\"\"} | a | \"\"",
                "{\"é\":\"\\\\\",\"method\":\"\",\"id\":0} |  | 0",
            })
    void a_plain_message_tells_its_method_unescaped_and_its_id_as_it_stands(String body, String method, String id) {
        RpcMessage message = outline(body).messages().get(0);
        assertThat(message.plain()).isTrue();
        assertThat(message.method()).isEqualTo(method == null ? "" : method);
        assertThat(id(body, message)).isEqualTo(id);
        assertThat(cut(body, message.from(), message.to())).isEqualTo(body);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"method\":\"a\",\"method\":\"a\",\"id\":1}",
                "{\"method\":\"a\",\"id\":1,\"id\":1}",
                "{\"method\":\"a\",\"params\":[],\"params\":[],\"id\":1}",
                "{\"jsonrpc\":\"2.0\",\"method\":\"a\",\"jsonrpc\":\"2.0\",\"id\":1}",
                "{\"Method\":\"a\",\"id\":1}",
                "{\"method\":\"a\",\"METHOD\":\"b\",\"id\":1}",
                "{\"method\":\"a\",\"ID\":1}",
                "{\"\\u006dethod\":\"a\",\"id\":1}",
                "{\"method\":\"a\",\"i\\u0064\":1}",
                "{\"method\":7,\"id\":1}",
                "{\"method\":null,\"id\":1}",
                "{\"method\":\"a\",\"id\":true}",
                "{\"method\":\"a\",\"id\":[1]}",
                "{\"method\":\"a\",\"id\":{\"id\":1}}",
            })
    void a_message_that_readers_may_read_apart_tells_neither_method_nor_id(String body) {
        RpcMessage message = outline("[" + body + "]").messages().get(0);
        assertThat(message).isEqualTo(new RpcMessage(1, 1 + body.length(), false, null, -1, -1));
    }

    @Test
    void a_batch_tells_where_each_message_stands() {
        String body = " [ {\"id\":1,\"method\":\"a\"} ,\n7,\"é\",null,[1,[2]] , 1.5e3,{} ] ";
        RpcOutline outline = outline(body);
        assertThat(outline.batch()).isTrue();
        assertThat(outline.messages())
                .extracting(message -> cut(body, message.from(), message.to()))
                .containsExactly("{\"id\":1,\"method\":\"a\"}", "7", "\"é\"", "null", "[1,[2]]", "1.5e3", "{}");
        assertThat(outline.messages())
                .extracting(RpcMessage::plain)
                .containsExactly(true, false, false, false, false, false, true);
        assertThat(outline("[]").messages()).isEmpty();
        assertThat(outline("{}").batch()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "7",
                "\"eth_syncing\"",
                "null",
                "{",
                "[",
                "[{}",
                "{}]",
                "{} {}",
                "[{},]",
                "{\"id\":01}",
                "{'id':1}",
                "{\"id\":1,}",
                "{\"a\":\"\n\"}",
                "\uFEFF{\"id\":1}",
                "{\"a\":\"\\x\"}",
                "{\"id\":1}\u0000",
                "nonsense",
            })
    void what_is_not_strict_json_has_no_outline(String body) {
        assertThat(RpcOutline.of(bytes(body))).isEmpty();
    }

    @Test
    void other_encodings_malformed_bytes_depth_and_crowds_have_no_outline() {
        assertThat(RpcOutline.of("{\"id\":1}".getBytes(StandardCharsets.UTF_16LE)))
                .isEmpty();
        assertThat(RpcOutline.of("{\"id\":1}".getBytes(StandardCharsets.UTF_16BE)))
                .isEmpty();
        byte[] malformed = bytes("{\"a\":\"x\"}");
        malformed[6] = (byte) 0xC3;
        assertThat(RpcOutline.of(malformed)).isEmpty();
        assertThat(RpcOutline.of(bytes("[".repeat(512) + "]".repeat(512)))).isPresent();
        assertThat(RpcOutline.of(bytes("[".repeat(513) + "]".repeat(513)))).isEmpty();
        assertThat(RpcOutline.of(bytes("[" + "1,".repeat(9_999) + "1]"))).isPresent();
        assertThat(RpcOutline.of(bytes("[" + "1,".repeat(10_000) + "1]"))).isEmpty();
    }

    @Test
    void random_batches_are_cut_where_they_were_joined() {
        for (int round = 0; round < 2_000; round++) {
            Random random = new Random(round);
            List<String> parts = new ArrayList<>();
            for (int i = random.nextInt(6); i >= 0; i--) {
                parts.add(randomMessage(random));
            }
            String blank = " \n\t".repeat(random.nextInt(2));
            String body = blank + "[" + blank + String.join(blank + "," + blank, parts) + blank + "]" + blank;
            assertThat(outline(body).messages())
                    .as("seed %s: %s", round, body)
                    .extracting(message -> cut(body, message.from(), message.to()))
                    .isEqualTo(parts);
        }
    }

    private static String randomMessage(Random random) {
        String[] values = {"1", "-2.5E-3", "\"x\\\\\"", "\"𝄞\"", "null", "true", "[]", "{\"id\":[{}]}", "[1,\"]\"]"};
        String value = values[random.nextInt(values.length)];
        return random.nextBoolean()
                ? value
                : "{\"" + (random.nextBoolean() ? "id" : "é") + "\" :" + value + ",\"method\":\"m\" }";
    }
}
