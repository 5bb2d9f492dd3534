package io.ethryx.server.gateway;

import static io.ethryx.server.gateway.ThreePools.call;
import static org.assertj.core.api.Assertions.assertThat;

import io.ethryx.server.testing.RawClient;
import io.ethryx.server.testing.RawUpstream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What callers send that is no plain call, and what nodes answer that is no plain answer, over sockets. */
@Timeout(60)
final class EnvelopeCasesTest {

    private static final String PARSE_ERROR = "{\"jsonrpc\":\"2.0\",\"error\":{\"code\":-32700,";
    private static final String INVALID =
            "{\"jsonrpc\":\"2.0\",\"error\":{\"code\":-32600,\"message\":\"invalid request\",";

    private ThreePools pools;

    private ThreePools start(String... more) throws IOException {
        pools = ThreePools.named(more);
        return pools;
    }

    @AfterEach
    void stop() throws IOException {
        pools.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"[]", "[ ]", "\n[]\n", "\t[\r\n]"})
    void an_empty_batch_is_one_invalid_request_and_costs_nothing(String body) throws Exception {
        start();
        assertThat(pools.ask(body)).startsWith("HTTP/1.1 200 ");
        assertThat(pools.answer(body)).startsWith(INVALID).endsWith(",\"id\":null}");
        assertThat(pools.asked()).isZero();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {"[1,2,3] | 3", "[null] | 1", "[[]] | 1", "[\"a\",true,{}] | 3", "[{\"foo\":\"boo\"}] | 1"})
    void each_element_of_a_batch_of_garbage_is_an_invalid_request(String body, int elements) throws Exception {
        start();
        String answer = pools.answer(body);
        assertThat(answer).startsWith("[" + INVALID).endsWith(",\"id\":null}]");
        assertThat(answer.split("\"code\":-32600", -1)).hasSize(elements + 1);
        assertThat(pools.ask(body)).startsWith("HTTP/1.1 200 ");
        assertThat(pools.asked()).isZero();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"jsonrpc\":\"2.0\",\"method\":\"net_version\",\"params\":[]}",
                "{\"jsonrpc\":\"2.0\",\"method\":\"eth_getBalance\",\"params\":[\"0x0\",\"0x1\"]}",
                "[{\"jsonrpc\":\"2.0\",\"method\":\"net_version\"},{\"jsonrpc\":\"2.0\",\"method\":\"eth_x\"}]",
            })
    void a_notification_reaches_a_node_and_is_answered_by_silence(String body) throws Exception {
        pools = ThreePools.of(ignored -> "");
        try (RawClient client = pools.gateway.client()) {
            for (int i = 0; i < 3; i++) {
                String answer = client.send(GatewayFixture.post("/1", body)).readAnswer();
                assertThat(answer).startsWith("HTTP/1.1 204 ").endsWith("\r\n\r\n");
            }
        }
        assertThat(pools.asked()).isEqualTo(3);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "9007199254740993",
                "1501691352102",
                "1057264140543346",
                "9223372036854775808",
                "18446744073709551616",
                "43",
                "-0",
                "1.50",
                "1e400",
                "\"\\u0061b\"",
                "\"\\ud800\"",
                "\"\"",
                "null",
            })
    void an_id_comes_back_byte_for_byte_whatever_becomes_of_its_call(String id) throws Exception {
        start("---", "proxy_config: {processor: {rate_limiter: {rpc_methods: {eth_gasPrice: 0.001}}}}");
        assertThat(pools.ask(call(id, "eth_chainId", "[]"))).contains("\"id\":" + id + ",\"result\":\"state\"");
        String lost = ",\"id\":" + id + "}";
        assertThat(pools.ask(call(id, "txpool_content", "[]")))
                .startsWith("HTTP/1.1 400 ")
                .endsWith(lost);
        pools.ask(call(id, "eth_gasPrice", "[]"));
        assertThat(pools.ask(call(id, "eth_gasPrice", "[]")))
                .startsWith("HTTP/1.1 429 ")
                .endsWith(lost);
        assertThat(pools.ask(call(id, "eth_x", "3")))
                .contains("\"code\":-32600")
                .endsWith(lost);
        assertThat(pools.gateway.ask("/77", call(id, "eth_x", "[]")))
                .contains("no backends")
                .endsWith(lost);
        pools.state.close();
        pools.archive.close();
        assertThat(pools.ask(call(id, "eth_chainId", "[]")))
                .startsWith("HTTP/1.1 502 ")
                .endsWith(lost);
        assertThat(pools.answer("[" + call(id, "eth_chainId", "[]") + "]")).endsWith(lost + "]");
    }

    @ParameterizedTest
    @ValueSource(strings = {"true", "false", "[1]", "{\"a\":1}", "{}", "[]"})
    void an_id_of_another_type_is_invalid_and_harms_no_one_else(String id) throws Exception {
        start();
        String bad = call(id, "eth_chainId", "[]");
        String good = call("7", "eth_chainId", "[]");
        try (RawClient client = pools.gateway.client()) {
            assertThat(client.send(GatewayFixture.post("/1", bad)).readAnswer())
                    .contains(INVALID)
                    .endsWith(",\"id\":null}");
            assertThat(client.send(GatewayFixture.post("/1", good)).readAnswer())
                    .contains("\"id\":7,\"result\":\"state\"");
            assertThat(client.send(GatewayFixture.post("/1", "[" + bad + "," + good + "]"))
                            .readAnswer())
                    .contains(INVALID)
                    .endsWith(",{\"jsonrpc\":\"2.0\",\"id\":7,\"result\":\"state\"}]");
        }
    }

    @Test
    void answers_never_cross_between_batches_that_race() throws Exception {
        pools = ThreePools.of(EnvelopeCasesTest::saidBackwards);
        ConcurrentLinkedQueue<String> wrong = new ConcurrentLinkedQueue<>();
        Thread[] clients = new Thread[24];
        for (int c = 0; c < clients.length; c++) {
            long seed = c;
            clients[c] = new Thread(() -> race(new Random(seed), wrong), "racing-" + c);
            clients[c].start();
        }
        for (Thread client : clients) {
            client.join();
        }
        assertThat(wrong).isEmpty();
    }

    /** Each element's first parameter as its result, the last element first. */
    private static String saidBackwards(String batch) {
        List<String> answers = new ArrayList<>();
        Matcher element =
                Pattern.compile("\"id\":(\\d+),[^\\[]*\\[(\"[^\"]*\")").matcher(batch);
        while (element.find()) {
            answers.add(0, "{\"jsonrpc\":\"2.0\",\"id\":" + element.group(1) + ",\"result\":" + element.group(2) + "}");
        }
        return answers.toString();
    }

    private void race(Random random, ConcurrentLinkedQueue<String> wrong) {
        try (RawClient client = pools.gateway.client()) {
            for (int i = 0; i < 20; i++) {
                String first = Long.toHexString(random.nextLong());
                String second = Long.toHexString(random.nextLong());
                String body = "[" + call("1", "proxy_echo", "[\"" + first + "\"]") + ","
                        + call("2", "proxy_echo", "[\"" + second + "\"]") + "]";
                String answer = client.send(GatewayFixture.post("/1", body)).readAnswer();
                String right = "[{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":\"" + first
                        + "\"},{\"jsonrpc\":\"2.0\",\"id\":2,\"result\":\"" + second + "\"}]";
                if (!answer.endsWith(right)) {
                    wrong.add(answer + " instead of " + right);
                }
            }
        } catch (IOException e) {
            wrong.add(e.toString());
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\"method\":\"eth_chainId\",\"method\":\"txpool_content\"",
                "\"method\":\"txpool_content\",\"method\":\"eth_chainId\"",
                "\"method\":\"eth_chainId\",\"id\":2",
                "\"method\":\"eth_chainId\",\"params\":[],\"params\":[1]",
                "\"method\":\"eth_chainId\",\"jsonrpc\":\"2.0\"",
                "\"method\":\"eth_chainId\",\"Method\":\"txpool_content\"",
                "\"method\":\"eth_chainId\",\"\\u006dethod\":\"txpool_content\"",
                "\"method\":\"eth_chainId\",\"ID\":2",
            })
    void what_two_parsers_could_read_differently_reaches_no_node(String members) throws Exception {
        start();
        assertThat(pools.answer("{\"jsonrpc\":\"2.0\",\"id\":1," + members + "}"))
                .startsWith(INVALID);
        assertThat(pools.answer("[{\"jsonrpc\":\"2.0\",\"id\":1," + members + "}]"))
                .startsWith("[" + INVALID);
        assertThat(pools.asked()).isZero();
    }

    static Stream<byte[]> textsInOtherEncodings() {
        String body = call("eth_chainId", "[]");
        return Stream.of(
                ("\ufeff" + body).getBytes(StandardCharsets.UTF_8),
                body.getBytes(StandardCharsets.UTF_16LE),
                body.getBytes(StandardCharsets.UTF_16BE),
                body.getBytes(StandardCharsets.UTF_16),
                body.getBytes(Charset.forName("UTF-32LE")),
                (body + "\ufeff").getBytes(StandardCharsets.UTF_8),
                (body + "\0").getBytes(StandardCharsets.UTF_8));
    }

    @ParameterizedTest
    @MethodSource("textsInOtherEncodings")
    void a_mark_before_the_text_and_other_encodings_are_no_json(byte[] body) throws Exception {
        start();
        assertThat(pools.askRaw(post(body, "Content-Type: application/json; charset=utf-16\r\n")))
                .startsWith("HTTP/1.1 200 ")
                .contains(PARSE_ERROR)
                .endsWith(",\"id\":null}");
        assertThat(pools.asked()).isZero();
    }

    private static byte[] post(byte[] body, String fields) {
        ByteArrayOutputStream request = new ByteArrayOutputStream();
        request.writeBytes(("POST /1 HTTP/1.1\r\nHost: a\r\n" + fields + "Content-Length: " + body.length + "\r\n\r\n")
                .getBytes(StandardCharsets.ISO_8859_1));
        request.writeBytes(body);
        return request.toByteArray();
    }

    private static byte[] gzip(byte[] bytes) throws IOException {
        ByteArrayOutputStream coded = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(coded)) {
            gzip.write(bytes);
        }
        return coded.toByteArray();
    }

    @Test
    void a_gzip_request_over_many_buffers_is_unpacked_once_and_sent_on_plain() throws Exception {
        start();
        Random random = new Random(19);
        String filler = IntStream.range(0, 300_000)
                .mapToObj(i -> Character.toString('a' + random.nextInt(26)))
                .collect(Collectors.joining());
        String body = call("eth_call", "[{\"data\":\"" + filler + "\"},\"latest\"]");
        assertThat(pools.askRaw(post(gzip(body.getBytes(StandardCharsets.UTF_8)), "Content-Encoding: gzip\r\n")))
                .contains("\"result\":\"state\"");
        String request = pools.state.upstream().nextRequest();
        assertThat(request)
                .doesNotContainIgnoringCase("content-encoding")
                .contains("Content-Length: " + body.length() + "\r\n")
                .endsWith("\r\n\r\n" + body);
    }

    @Test
    void a_gzip_bomb_is_413_and_one_that_breaks_off_400_and_neither_reaches_a_node() throws Exception {
        start();
        byte[] bomb = gzip(new byte[64 << 20]);
        assertThat(bomb.length).isLessThan(100_000);
        assertThat(pools.askRaw(post(bomb, "Content-Encoding: gzip\r\n"))).startsWith("HTTP/1.1 413 ");
        byte[] whole = gzip(call("eth_chainId", "[]").getBytes(StandardCharsets.UTF_8));
        for (int cut : new int[] {0, 1, 9, 12, whole.length - 9, whole.length - 1}) {
            byte[] part = Arrays.copyOf(whole, cut);
            assertThat(pools.askRaw(post(part, "Content-Encoding: gzip\r\n")))
                    .as("%d of %d bytes", cut, whole.length)
                    .startsWith("HTTP/1.1 400 ");
        }
        assertThat(pools.asked()).isZero();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "gzip, gzip",
                "gzip\r\nContent-Encoding: gzip",
                "gzip\r\nContent-Encoding: br",
                "identity\r\nContent-Encoding: br",
                "br, gzip",
                "gzip;q=1",
                "*",
                "deflate",
                "compress",
                "zstd",
            })
    void a_body_that_is_coded_in_another_way_than_by_one_gzip_is_415(String coding) throws Exception {
        start();
        byte[] once = gzip(call("eth_chainId", "[]").getBytes(StandardCharsets.UTF_8));
        for (byte[] body : List.of(once, gzip(once))) {
            assertThat(pools.askRaw(post(body, "Content-Encoding: " + coding + "\r\n")))
                    .startsWith("HTTP/1.1 415 ")
                    .contains("\r\nAccept-Encoding: gzip\r\n");
        }
        assertThat(pools.asked()).isZero();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "GZip",
                "x-gzip",
                "identity, gzip",
                ", gzip ,",
                "gzip\r\nContent-Encoding: identity",
                "gzip\r\nContent-Encoding:"
            })
    void one_gzip_is_undone_however_it_is_named(String coding) throws Exception {
        start();
        String body = call("eth_chainId", "[]");
        assertThat(pools.askRaw(
                        post(gzip(body.getBytes(StandardCharsets.UTF_8)), "Content-Encoding: " + coding + "\r\n")))
                .contains("\"result\":\"state\"");
        assertThat(pools.state.upstream().nextRequest())
                .doesNotContainIgnoringCase("content-encoding")
                .endsWith("\r\n\r\n" + body);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\0",
                "\0\0\0\0\0\0\0\0\0\0\0\0",
                "garbage",
                "\u001f\u008b",
                "\u001f\u008b\b\0\0\0\0\0\0\0and something that is no more gzip"
            })
    void what_stands_behind_the_gzip_of_a_call_makes_it_400(String rest) throws Exception {
        start();
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        body.writeBytes(gzip(call("eth_chainId", "[]").getBytes(StandardCharsets.UTF_8)));
        body.writeBytes(rest.getBytes(StandardCharsets.ISO_8859_1));
        assertThat(pools.askRaw(post(body.toByteArray(), "Content-Encoding: gzip\r\n")))
                .startsWith("HTTP/1.1 400 ");
        assertThat(pools.asked()).isZero();
    }

    @Test
    void a_gzip_body_of_some_empty_members_is_read_and_one_of_no_end_of_them_is_400() throws Exception {
        start();
        byte[] call = gzip(call("eth_chainId", "[]").getBytes(StandardCharsets.UTF_8));
        assertThat(pools.askRaw(post(afterEmptyMembers(50, call), "Content-Encoding: gzip\r\n")))
                .startsWith("HTTP/1.1 200 ");
        assertThat(pools.askRaw(post(afterEmptyMembers(150_000, call), "Content-Encoding: gzip\r\n")))
                .startsWith("HTTP/1.1 400 ");
    }

    private static byte[] afterEmptyMembers(int members, byte[] last) throws IOException {
        byte[] empty = gzip(new byte[0]);
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (int i = 0; i < members; i++) {
            all.write(empty);
        }
        all.write(last);
        return all.toByteArray();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", ",\"params\":null", ",\"params\":{}", ",\"params\":[]", ",\"params\":{\"block\":\"0x1\"}"})
    void params_may_be_absent_null_by_name_or_empty(String params) throws Exception {
        start();
        for (String method : new String[] {"eth_blockNumber", "eth_call", "eth_getLogs", "eth_feeHistory"}) {
            String body = "{\"jsonrpc\":\"2.0\",\"id\":\"me\",\"method\":\"" + method + "\"" + params + "}";
            assertThat(pools.answer(body)).as(method).contains("\"id\":\"me\",\"result\":");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"\"latest\"", "0", "true", "-1.5"})
    void params_of_another_type_are_invalid_with_the_caller_s_id(String params) throws Exception {
        start();
        assertThat(pools.answer(call("\"me\"", "eth_blockNumber", params)))
                .startsWith(INVALID)
                .endsWith(",\"id\":\"me\"}");
        assertThat(pools.asked()).isZero();
    }

    @ParameterizedTest
    @ValueSource(ints = {513, 1_001, 100_000})
    void nesting_beyond_measure_is_a_parse_error_at_once_and_the_connection_lives(int depth) throws Exception {
        start();
        String deep = call("eth_call", "[".repeat(depth) + "]".repeat(depth));
        String good = call("7", "eth_chainId", "[]");
        try (RawClient client = pools.gateway.client()) {
            assertThat(client.send(GatewayFixture.post("/1", deep)).readAnswer())
                    .contains(PARSE_ERROR);
            assertThat(client.send(GatewayFixture.post("/1", "[" + good + "," + deep + "]"))
                            .readAnswer())
                    .contains(PARSE_ERROR);
            assertThat(client.send(GatewayFixture.post("/1", good)).readAnswer())
                    .contains("\"id\":7,");
        }
    }

    @Test
    void malformed_utf8_is_a_parse_error_and_an_escaped_half_of_a_pair_passes_as_it_is() throws Exception {
        start();
        for (String bytes : new String[] {
            "\u00ff\u00fe", "\u00c0\u0080", "\u00ed\u00a0\u0080", "\u0096", "\u00f5\u0080\u0080\u0080", "\u00e2\u0082"
        }) {
            byte[] body = call("eth_x", "[\"" + bytes + "\"]").getBytes(StandardCharsets.ISO_8859_1);
            assertThat(pools.askRaw(post(body, ""))).contains(PARSE_ERROR);
        }
        assertThat(pools.asked()).isZero();
        String half = call("eth_x", "[\"\\ud800\",\"\\uDFFF\\u0000\"]");
        assertThat(pools.answer(half)).contains("\"result\":\"state\"");
        assertThat(pools.state.upstream().nextRequest()).endsWith("\r\n\r\n" + half);
    }

    @Test
    void a_node_s_own_bytes_reach_the_caller_however_odd_they_are() throws Exception {
        String odd = "{\"result\" : [0.0013166190117983544,1e-7,12345678901234567890123,1.0,\"\u0096\u00ff\"],"
                + "\"result\":{\"z\":1,\"a\":2,\"a\":3} , \"id\":1,\"jsonrpc\":\"2.0\"}\n";
        pools = ThreePools.of(body -> odd);
        assertThat(pools.answer(call("eth_feeHistory", "[1,\"latest\",[]]"))).isEqualTo(odd);
    }

    @Test
    void elements_of_a_batch_keep_a_node_s_own_bytes_too() throws Exception {
        String first = "{\"id\":1, \"result\":{\"z\":1.0,\"a\":2,\"a\":3},\"jsonrpc\":\"2.0\"}";
        String second = "{\"jsonrpc\":\"2.0\",\"result\":12345678901234567890123 ,\"id\":2}";
        pools = ThreePools.of(body -> "[ " + second + " ,\n" + first + "]");
        assertThat(pools.answer("[" + call("1", "eth_a", "[]") + "," + call("2", "eth_b", "[]") + "]"))
                .isEqualTo("[" + first + "," + second + "]");
    }

    @Test
    void a_batch_that_a_node_answers_with_one_object_is_an_error_for_each_element() throws Exception {
        pools = ThreePools.of(
                body -> "{\"jsonrpc\":\"2.0\",\"id\":null,\"error\":{\"code\":-32000,\"message\":\"batch limit\"}}");
        String batch = IntStream.range(0, 526)
                .mapToObj(i -> call(Integer.toString(i), "eth_chainId", "[]"))
                .collect(Collectors.joining(",", "[", "]"));
        String answer = pools.ask(batch);
        assertThat(answer).startsWith("HTTP/1.1 200 ");
        assertThat(ThreePools.bodyOf(answer))
                .startsWith("[{\"jsonrpc\":\"2.0\",\"id\":0,\"error\":{\"code\":-32000,\"message\":\"batch limit\"}},")
                .endsWith("\"id\":525,\"error\":{\"code\":-32000,\"message\":\"batch limit\"}}]");
        pools.gateway.awaitSum(526, "jrpcx_rpc_calls_failed");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "429 Too Many Requests | text/html | <html>slow down</html> | 429",
                "502 Bad Gateway | text/html | <html>bad</html> | 502",
                "200 OK | text/html | <html>fine</html> | 502",
                "404 Not Found | text/plain | 404 page not found | 404",
            })
    void what_is_no_json_becomes_an_error_with_the_caller_s_id_and_the_node_s_status(
            String status, String type, String body, int told) throws Exception {
        pools = ThreePools.with(ScriptedNode.of(connection -> {
            while (connection.readRequest() != null) {
                connection.send("HTTP/1.1 " + status + "\r\nContent-Type: " + type
                        + "\r\nRetry-After: 2\r\nContent-Length: " + body.length() + "\r\n\r\n" + body);
            }
        }));
        String answer = pools.ask(call("\"me\"", "eth_chainId", "[]"));
        assertThat(answer)
                .startsWith("HTTP/1.1 " + told + " ")
                .containsIgnoringCase("content-type: application/json")
                .contains("\"code\":-32603")
                .doesNotContain(body)
                .endsWith(",\"id\":\"me\"}");
    }

    @Test
    void when_a_node_says_when_to_come_again_the_caller_hears_it() throws Exception {
        pools = ThreePools.with(ScriptedNode.of(connection -> {
            while (connection.readRequest() != null) {
                connection.send("HTTP/1.1 429 Too Many Requests\r\nRetry-After: 2\r\nContent-Length: 2\r\n\r\nno");
            }
        }));
        assertThat(pools.ask(call("eth_chainId", "[]")))
                .startsWith("HTTP/1.1 429 ")
                .containsIgnoringCase("\r\nretry-after: 2\r\n");
    }

    @Test
    void a_json_rpc_error_passes_unchanged_whatever_the_status() throws Exception {
        String error = "{\"jsonrpc\":\"2.0\",\"id\":1,\"error\":{\"code\":-32005,\"message\":\"limit exceeded\"}}";
        pools = ThreePools.with(ScriptedNode.of((RawUpstream.Connection connection) -> {
            while (connection.readRequest() != null) {
                connection.send("HTTP/1.1 503 Service Unavailable\r\nContent-Type: application/json\r\nContent-Length: "
                        + error.length() + "\r\n\r\n" + error);
            }
        }));
        assertThat(pools.ask(call("eth_chainId", "[]")))
                .startsWith("HTTP/1.1 503 ")
                .endsWith("\r\n\r\n" + error);
    }

    @Test
    void a_call_beyond_the_head_gets_the_node_s_own_error() throws Exception {
        String error = "{\"jsonrpc\":\"2.0\",\"id\":1,\"error\":{\"code\":-32000,\"message\":\"header not found\"}}";
        pools = ThreePools.of(body -> error);
        assertThat(pools.answer(call("eth_call", "[{},\"0x3ea\"]"))).isEqualTo(error);
        assertThat(pools.asked()).isEqualTo(1);
    }
}
