package io.ethryx.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class JsonRpcReaderTest {

    private final JsonRpcReader reader = new JsonRpcReader(3);

    @Test
    void a_call_is_found_with_its_parts_where_they_stand() {
        RpcCall call = call(
                " {\"jsonrpc\" : \"2.0\", \"id\": 7 ,\"method\":\"eth_call\",\"params\": [ {\"to\":\"0x1\"} ,\"latest\" ] }\n");

        assertThat(call.method()).isEqualTo("eth_call");
        assertThat(text(call, call.methodFrom(), call.methodTo())).isEqualTo("\"eth_call\"");
        assertThat(text(call, call.paramsFrom(), call.paramsTo())).isEqualTo("[ {\"to\":\"0x1\"} ,\"latest\" ]");
        assertThat(text(call, call.idFrom(), call.idTo())).isEqualTo("7");
        assertThat(call.id()).hasToString("7");
        assertThat(call.toString()).startsWith("{\"jsonrpc\"").endsWith("] }");
        assertThat(call.batched()).isFalse();
        assertThat(call.notification()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "9007199254740993",
                "1501691352102",
                "1057264140543346",
                "9223372036854775808",
                "18446744073709551616",
                "-0",
                "1.50",
                "1e400",
                "-12345678901234567890123456789.000E-77",
                "0",
                "null",
                "\"\"",
                "\"a\\u0062\\n\"",
                "\"\\ud800\"",
                "\"é€𐍈\"",
                "43"
            })
    void an_id_is_told_as_it_was_written(String id) {
        assertThat(call("{\"jsonrpc\":\"2.0\",\"method\":\"m\",\"id\":" + id + "}")
                        .id())
                .hasToString(id);
    }

    @Test
    void a_call_without_an_id_is_a_notification_and_null_is_an_id() {
        RpcCall notification = call("{\"jsonrpc\":\"2.0\",\"method\":\"net_version\",\"params\":[]}");

        assertThat(notification.notification()).isTrue();
        assertThat(notification.id()).isNull();
        assertThat(notification.idFrom()).isEqualTo(RpcCall.ABSENT);
        assertThat(call("{\"jsonrpc\":\"2.0\",\"method\":\"m\",\"id\":null}").notification())
                .isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                ",\"params\":null",
                ",\"params\":{}",
                ",\"params\":[]",
                ",\"params\":{\"method\":\"x\",\"METHOD\":1}"
            })
    void params_may_be_absent_null_an_array_or_an_object(String params) {
        RpcCall call = call("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"eth_blockNumber\"" + params + "}");

        assertThat(call.paramsFrom() == RpcCall.ABSENT).isEqualTo(params.isEmpty());
    }

    @Test
    void parameters_are_found_without_a_search() {
        RpcCall call =
                call("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"m\",\"params\":[ 1,[2,2] ,{\"a\":[3]},\"4\",5,6 ]}");

        assertThat(text(call, call.parameter(0), call.parameter(1))).isEqualTo("1,");
        assertThat(text(call, call.parameter(1), call.parameter(2))).isEqualTo("[2,2] ,");
        assertThat(text(call, call.parameter(2), call.parameter(3))).isEqualTo("{\"a\":[3]},");
        assertThat(text(call, call.parameter(3), call.lastParameter())).isEqualTo("\"4\",5,");
        assertThat(text(call, call.lastParameter(), call.paramsTo())).isEqualTo("6 ]");
        assertThatIllegalArgumentException().isThrownBy(() -> call.parameter(4));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", ",\"params\":null", ",\"params\":{\"a\":1}", ",\"params\":[]"})
    void without_an_array_that_holds_one_there_is_no_parameter(String params) {
        RpcCall call = call("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"m\"" + params + "}");

        assertThat(call.parameter(0)).isEqualTo(RpcCall.ABSENT);
        assertThat(call.lastParameter()).isEqualTo(RpcCall.ABSENT);
    }

    @ParameterizedTest
    @ValueSource(strings = {"\"latest\"", "0", "-1.5", "true", "false"})
    void params_of_another_type_are_refused_with_the_id_of_the_caller(String params) {
        invalid(
                "{\"jsonrpc\":\"2.0\",\"id\":\"me\",\"method\":\"m\",\"params\":" + params + "}",
                RequestRule.PARAMS,
                "\"me\"");
    }

    @ParameterizedTest
    @ValueSource(strings = {"true", "false", "[1]", "[]", "{\"a\":1}", "{}"})
    void an_id_of_another_type_is_refused_and_not_told(String id) {
        invalid("{\"jsonrpc\":\"2.0\",\"method\":\"m\",\"id\":" + id + "}", RequestRule.ID, "null");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\"method\":\"a\",\"method\":\"b\"",
                "\"method\":\"a\",\"params\":[],\"params\":[]",
                "\"method\":\"a\",\"jsonrpc\":\"2.0\"",
                "\"method\":\"a\",\"method\":\"a\"",
                "\"method\":\"a\",\"method\":1",
            })
    void a_repeated_member_is_refused(String members) {
        invalid("{\"jsonrpc\":\"2.0\",\"id\":1," + members + "}", RequestRule.MEMBER_ONCE, "1");
    }

    @Test
    void of_two_ids_none_is_told() {
        invalid("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"a\",\"id\":1}", RequestRule.MEMBER_ONCE, "null");
        invalid("{\"jsonrpc\":\"2.0\",\"id\":[],\"method\":\"a\",\"id\":1}", RequestRule.ID, "null");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Method",
                "METHOD",
                "methoD",
                "PARAMS",
                "Id",
                "iD",
                "JsonRpc",
                "\\u006dethod",
                "meth\\u006Fd",
                "i\\u0064",
                "\\u0069\\u0044",
                "jsonrp\\u0063",
                "param\u017f",
                "j\u017fonrpc",
                "p\\u0061ram\u017f",
                "param\\u017F",
            })
    void a_member_that_another_reader_may_take_for_one_of_ours_is_refused(String name) {
        invalid(
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"a\",\"" + name + "\":\"x\"}",
                RequestRule.MEMBER_SPELLING,
                "1");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "i",
                "ids",
                "methods",
                "meth",
                "result",
                "jsonRPC2",
                "\\n",
                "id ",
                " id",
                "pa\\u0072",
                "ïd",
                "xx",
                "xxxxxx",
                "xxxxxxx"
            })
    void other_members_are_let_through(String name) {
        assertThat(call("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"a\",\"" + name + "\":[{}],\"" + name + "\":2}")
                        .method())
                .isEqualTo("a");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"id\":1,\"method\":\"m\"}",
                "{\"jsonrpc\":\"1.0\",\"id\":1,\"method\":\"m\"}",
                "{\"jsonrpc\":2.0,\"id\":1,\"method\":\"m\"}",
                "{\"jsonrpc\":\"2.0 \",\"id\":1,\"method\":\"m\"}",
                "{\"jsonrpc\":\"2\",\"id\":1,\"method\":\"m\"}",
                "{\"jsonrpc\":null,\"id\":1,\"method\":\"m\"}",
                "{\"jsonrpc\":[\"2.0\"],\"id\":1,\"method\":\"m\"}",
            })
    void another_version_is_refused(String body) {
        invalid(body, RequestRule.VERSION, "1");
    }

    @Test
    void a_version_with_escapes_is_the_version() {
        assertThat(call("{\"jsonrpc\":\"2\\u002e0\",\"id\":1,\"method\":\"m\"}").method())
                .isEqualTo("m");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                ",\"method\":\"\"",
                ",\"method\":1",
                ",\"method\":null",
                ",\"method\":[\"m\"]",
                ",\"method\":{}"
            })
    void a_method_is_a_string_that_says_something(String method) {
        invalid("{\"jsonrpc\":\"2.0\",\"id\":1" + method + "}", RequestRule.METHOD, "1");
    }

    @Test
    void a_method_is_told_without_its_escapes() {
        assertThat(method("txpool\\u005fcontent")).isEqualTo("txpool_content");
        assertThat(method("\\u0074\\u0078pool_content")).isEqualTo("txpool_content");
        assertThat(method("a\\\"\\\\\\/\\b\\f\\n\\r\\tz")).isEqualTo("a\"\\/\b\f\n\r\tz");
        assertThat(method("txpool_content\\u0000")).isEqualTo("txpool_content\0");
        assertThat(method("\\ud83d\\ude00\\ud800")).isEqualTo("\ud83d\ude00\ud800");
        assertThat(method("txpool_\u0441ontent")).isEqualTo("txpool_\u0441ontent");
    }

    @Test
    void a_name_seen_before_is_the_same_object() {
        assertThat(method("eth_getBalance")).isSameAs(method("eth_getBalance"));
    }

    @Test
    void names_that_push_each_other_out_stay_right() {
        for (int round = 0; round < 2; round++) {
            for (int i = 0; i < 5_000; i++) {
                assertThat(method("m" + i)).isEqualTo("m" + i);
            }
        }
        String longName = "n".repeat(10_000);
        assertThat(method(longName)).isEqualTo(longName);
    }

    @ParameterizedTest
    @ValueSource(strings = {"1", "-1.5e3", "\"x\"", "null", "true", " false "})
    void json_that_is_no_object_is_no_request(String body) {
        invalid(body, RequestRule.OBJECT, "null");
    }

    @Test
    void an_empty_object_is_no_request() {
        invalid("{}", RequestRule.VERSION, "null");
    }

    @ParameterizedTest
    @ValueSource(strings = {"[]", "[ ]", "\n[]\n", "\t[\r\n]"})
    void an_empty_batch_is_one_error(String body) {
        invalid(body, RequestRule.BATCH_NOT_EMPTY, "null");
    }

    @Test
    void a_batch_keeps_its_elements_in_order_and_what_is_no_call_among_them() {
        RpcBatch batch = batch("[1, {\"jsonrpc\":\"2.0\",\"method\":\"a\",\"id\":\"x\"} ,{\"id\":5}]");

        assertThat(batch.elements()).hasSize(3);
        assertThat(((InvalidCall) batch.elements().get(0)).error()).isEqualTo(RequestRule.OBJECT);
        RpcCall call = (RpcCall) batch.elements().get(1);
        assertThat(call).hasToString("{\"jsonrpc\":\"2.0\",\"method\":\"a\",\"id\":\"x\"}");
        assertThat(call.batched()).isTrue();
        InvalidCall last = (InvalidCall) batch.elements().get(2);
        assertThat(last.error()).isEqualTo(RequestRule.VERSION);
        assertThat(last.id()).hasToString("5");
    }

    @Test
    void an_illegal_id_leaves_the_neighbours_alone() {
        RpcBatch batch = batch("[{\"jsonrpc\":\"2.0\",\"method\":\"a\",\"id\":{}},"
                + "{\"jsonrpc\":\"2.0\",\"method\":\"b\",\"method\":\"c\",\"id\":2},"
                + "{\"jsonrpc\":\"2.0\",\"method\":\"d\",\"id\":3}]");

        assertThat(((InvalidCall) batch.elements().get(0)).error()).isEqualTo(RequestRule.ID);
        assertThat(((InvalidCall) batch.elements().get(0)).id()).hasToString("null");
        assertThat(((InvalidCall) batch.elements().get(1)).error()).isEqualTo(RequestRule.MEMBER_ONCE);
        assertThat(((RpcCall) batch.elements().get(2)).method()).isEqualTo("d");
    }

    @Test
    void a_batch_of_garbage_has_an_error_for_each_element() {
        assertThat(batch("[1,2,3]").elements())
                .hasSize(3)
                .allSatisfy(element -> assertThat(((InvalidCall) element).id()).hasToString("null"));
        assertThat(batch("[[]]").elements()).hasSize(1);
        assertThat(batch("[null]").elements()).hasSize(1);
    }

    @Test
    void a_batch_of_one_is_a_batch() {
        assertThat(batch("[{\"jsonrpc\":\"2.0\",\"method\":\"a\",\"id\":1}]").elements())
                .hasSize(1);
    }

    @Test
    void a_batch_over_its_limit_is_one_error() {
        assertThat(batch("[1,1,1]").elements()).hasSize(3);
        invalid("[1,1,1,1]", RequestRule.BATCH_SIZE, "null");
        unreadable("[1,1,1,1,", "ends early at byte 9");
        assertThatIllegalArgumentException().isThrownBy(() -> new JsonRpcReader(0));
    }

    @Test
    void what_is_not_json_is_told_with_its_byte() {
        unreadable("", "empty at byte 0");
        unreadable(" \n", "ends early at byte 2");
        unreadable("{\"jsonrpc\":\"2.0\"", "ends early at byte 16");
        unreadable("{\"a\":1}x", "more bytes behind the end at byte 7");
        unreadable("{} {}", "more bytes behind the end at byte 3");
        unreadable("[1]]", "more bytes behind the end at byte 3");
        unreadable("[]x", "more bytes behind the end at byte 2");
        unreadable("{\"a\":1,}", "unexpected character at byte 7");
        unreadable("[1,]", "unexpected character at byte 3");
        unreadable("[1 2]", "unexpected character at byte 3");
        unreadable("[{]", "unexpected character at byte 2");
        unreadable("{'a':1}", "unexpected character at byte 1");
        unreadable("{\"a\" 1}", "unexpected character at byte 5");
        unreadable("{\"a\":}", "unexpected character at byte 5");
        unreadable("nul", "ends early at byte 3");
        unreadable("nulL", "unexpected character at byte 3");
        unreadable("\0{}", "unexpected character at byte 0");
        unreadable("//\n{}", "unexpected character at byte 0");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "NaN",
                "Infinity",
                "-Infinity",
                "+1",
                "01",
                "1.",
                ".5",
                "1e",
                "1e+",
                "0x1",
                "-",
                "1_0",
                "--1",
                "1.e1"
            })
    void numbers_that_json_does_not_know_are_refused(String number) {
        assertThat(read("{\"jsonrpc\":\"2.0\",\"method\":\"m\",\"id\":1,\"params\":[" + number + "]}"))
                .isInstanceOfSatisfying(
                        InvalidCall.class,
                        invalid -> assertThat(invalid.error().code()).isEqualTo(-32700));
    }

    @Test
    void controls_and_wrong_escapes_within_strings_are_refused() {
        unreadable("[\"a\nb\"]", "control character in a string at byte 3");
        unreadable("[\"a\0\"]", "control character in a string at byte 3");
        unreadable("[\"\u001f\"]", "control character in a string at byte 2");
        unreadable("[\"\\x\"]", "malformed escape at byte 3");
        unreadable("[\"\\u12g4\"]", "malformed escape at byte 6");
        unreadable("[\"\\u12", "ends early at byte 6");
        assertThat(batch("[\"\u007f\"]").elements()).hasSize(1);
    }

    @Test
    void a_byte_order_mark_and_other_encodings_are_refused() {
        String call = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"eth_chainId\",\"params\":[]}";

        unreadable("\ufeff" + call, "byte order mark at byte 0");
        assertThat(((InvalidCall) reader.read(Body.of(call.getBytes(StandardCharsets.UTF_16LE))))
                        .error()
                        .code())
                .isEqualTo(-32700);
        assertThat(((InvalidCall) reader.read(Body.of(call.getBytes(StandardCharsets.UTF_16BE))))
                        .error()
                        .code())
                .isEqualTo(-32700);
    }

    @Test
    void malformed_utf8_is_refused_and_a_lone_surrogate_in_escapes_is_not() {
        unreadable(bytes('[', '"', 0xff, 0xfe, '"', ']'), "malformed UTF-8 at byte 2");
        unreadable(bytes('[', '"', 0x96, '"', ']'), "malformed UTF-8 at byte 2");
        unreadable(bytes('[', '"', 0xc0, 0xaf, '"', ']'), "malformed UTF-8 at byte 2");
        unreadable(bytes('[', '"', 0xe0, 0x80, 0xaf, '"', ']'), "malformed UTF-8 at byte 2");
        unreadable(bytes('[', '"', 0xed, 0xa0, 0x80, '"', ']'), "malformed UTF-8 at byte 2");
        unreadable(bytes('[', '"', 0xf0, 0x8f, 0xbf, 0xbf, '"', ']'), "malformed UTF-8 at byte 2");
        unreadable(bytes('[', '"', 0xf4, 0x90, 0x80, 0x80, '"', ']'), "malformed UTF-8 at byte 2");
        unreadable(bytes('[', '"', 0xe2, 0x82, '"', ']'), "malformed UTF-8 at byte 2");
        unreadable(bytes('[', '"', 0xe2, 0x82), "malformed UTF-8 at byte 2");
        assertThat(batch("[\"\\ud800\", \"\u07ff\uffff\ud800\udc00\udbff\udfff\"]")
                        .elements())
                .hasSize(2);
    }

    @Test
    void a_text_is_512_containers_deep_at_most() {
        assertThat(call("{\"jsonrpc\":\"2.0\",\"method\":\"m\",\"params\":" + nested(511) + "}")
                        .method())
                .isEqualTo("m");
        unreadable(
                "{\"jsonrpc\":\"2.0\",\"method\":\"m\",\"params\":" + nested(512) + "}",
                "nested deeper than 512 at byte 550");
        assertThat(batch("[" + nested(511) + "]").elements()).hasSize(1);
        unreadable("[" + nested(512) + "]", "nested deeper than 512 at byte 512");
        unreadable("[".repeat(100_000) + "]".repeat(100_000), "nested deeper than 512 at byte 512");
        unreadable("{\"a\":".repeat(100_000), "nested deeper than 512 at byte 2560");
        assertThat(batch("[1]").elements()).hasSize(1);
    }

    private static String nested(int depth) {
        return "[".repeat(depth) + "]".repeat(depth);
    }

    private String method(String raw) {
        return call("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"" + raw + "\"}").method();
    }

    private void invalid(String body, RpcError rule, String id) {
        assertThat(read(body)).isInstanceOfSatisfying(InvalidCall.class, invalid -> {
            assertThat(invalid.error()).isEqualTo(rule);
            assertThat(invalid.id()).hasToString(id);
        });
    }

    private void unreadable(String body, String what) {
        unreadable(body.getBytes(StandardCharsets.UTF_8), what);
    }

    private void unreadable(byte[] body, String what) {
        assertThat(reader.read(Body.of(body))).isInstanceOfSatisfying(InvalidCall.class, invalid -> {
            assertThat(invalid.error()).isEqualTo(ErrorCatalogue.parseError(what));
            assertThat(invalid.id()).hasToString("null");
        });
    }

    private RpcCall call(String body) {
        return (RpcCall) read(body);
    }

    private RpcBatch batch(String body) {
        return (RpcBatch) read(body);
    }

    private RpcRequest read(String body) {
        return reader.read(Body.of(body.getBytes(StandardCharsets.UTF_8)));
    }

    private static String text(RpcCall call, int from, int to) {
        return call.body().text(from, to);
    }

    private static byte[] bytes(int... values) {
        byte[] bytes = new byte[values.length];
        for (int i = 0; i < values.length; i++) {
            bytes[i] = (byte) values[i];
        }
        return bytes;
    }
}
