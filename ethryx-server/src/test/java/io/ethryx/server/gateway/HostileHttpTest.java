package io.ethryx.server.gateway;

import static io.ethryx.server.gateway.ThreePools.call;
import static org.assertj.core.api.Assertions.assertThat;

import io.ethryx.server.testing.Await;
import io.ethryx.server.testing.FrameClient;
import io.ethryx.server.testing.RawClient;
import java.io.IOException;
import java.util.Locale;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** HTTP that two hops could read differently, and peers that misbehave, before and behind the gateway. */
@Timeout(60)
final class HostileHttpTest {

    private static final String CALL = call("eth_chainId", "[]");

    private ThreePools pools;

    @AfterEach
    void stop() throws IOException {
        pools.close();
    }

    private void refused(String request, String... statuses) throws Exception {
        pools = ThreePools.named();
        try (RawClient client = pools.gateway.client()) {
            String answer = client.send(request).readAll();
            assertThat(answer.substring(0, Math.min(answer.length(), 13)))
                    .as(request)
                    .isIn((Object[]) statuses);
            assertThat(answer.split("HTTP/1.1 ", -1))
                    .as("one answer and the end")
                    .hasSize(2);
        }
        assertThat(pools.asked()).isZero();
    }

    private static String post(String fields, String body) {
        return "POST /1 HTTP/1.1\r\nHost: a\r\n" + fields + "\r\n" + body;
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "xchunked",
                "chunked,",
                "chunked, gzip",
                "gzip, chunked",
                "\u000bchunked",
                "chunked\t",
                "identity",
                ""
            })
    void an_unknown_transfer_coding_is_refused(String coding) throws Exception {
        refused(
                post("Transfer-Encoding: " + coding + "\r\n", "2\r\n{}\r\n0\r\n\r\n"),
                "HTTP/1.1 400 ",
                "HTTP/1.1 501 ");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "+2",
                "2, 2",
                "0x2",
                "2 x",
                "-1",
                "9223372036854775808",
                "",
                "2\r\nContent-Length: 3",
                "2\r\nContent-Length: 2"
            })
    void an_odd_length_is_refused(String length) throws Exception {
        refused(post("Content-Length: " + length + "\r\n", "{}"), "HTTP/1.1 400 ");
    }

    @Test
    void a_length_beside_chunks_is_refused() throws Exception {
        refused(post("Content-Length: 2\r\nTransfer-Encoding: chunked\r\n", "2\r\n{}\r\n0\r\n\r\n"), "HTTP/1.1 400 ");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Content-Length : 2\r\n",
                "X: 1\nContent-Length: 2\r\n",
                "X: a\rb\r\nContent-Length: 2\r\n",
                "X\r\nContent-Length: 2\r\n",
                "X: 1\r\n folded\r\nContent-Length: 2\r\n",
                "X: a\0b\r\nContent-Length: 2\r\n",
                "Host: b\r\nContent-Length: 2\r\n",
            })
    void a_malformed_head_is_refused(String fields) throws Exception {
        refused(post(fields, "{}"), "HTTP/1.1 400 ");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "POST /1 HTTP/1.1\r\nContent-Length: 2\r\n\r\n{}",
                "POST /1 HTTP/1.1\r\nHost: a b\r\nContent-Length: 2\r\n\r\n{}",
                "POST /1 HTTP/1.1\r\nHost: a@b\r\nContent-Length: 2\r\n\r\n{}",
                "POST /1 HTTP/1.1\r\nHost: [::1\r\nContent-Length: 2\r\n\r\n{}",
                "POST /1 HTTP/1.1\r\nHost: a:99999\r\nContent-Length: 2\r\n\r\n{}",
                "POST http://b/1 HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\n{}",
                "POST /1\nHTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\n{}",
            })
    void a_host_or_request_line_that_is_none_is_refused(String request) throws Exception {
        refused(request, "HTTP/1.1 400 ");
    }

    @Test
    void what_follows_a_chunked_body_never_becomes_a_field_of_the_node_s_request() throws Exception {
        pools = ThreePools.named();
        String chunked = Integer.toHexString(CALL.length()) + "\r\n" + CALL + "\r\n0\r\n"
                + "Content-Length: 9\r\nX-Forwarded-For: 1.2.3.4\r\nAuthorization: x\r\n\r\n";
        try (RawClient client = pools.gateway.client()) {
            assertThat(client.send(post("Transfer-Encoding: chunked\r\n", chunked))
                            .readAnswer())
                    .contains("\"result\":\"state\"");
        }
        assertThat(pools.state.upstream().nextRequest())
                .containsIgnoringCase("\r\ncontent-length: " + CALL.length() + "\r\n")
                .doesNotContainIgnoringCase("transfer-encoding")
                .doesNotContain("1.2.3.4", "Authorization")
                .endsWith("\r\n\r\n" + CALL);
    }

    @Test
    void fields_for_one_hop_end_here_both_ways() throws Exception {
        String body = ThreePools.echo(CALL);
        pools = ThreePools.with(ScriptedNode.of(connection -> {
            while (connection.readRequest() != null) {
                connection.send("HTTP/1.1 200 OK\r\nConnection:\r\nConnection: keep-alive, X-Down\r\nX-Down: v\r\n"
                        + "Keep-Alive: timeout=5\r\nProxy-Authenticate: Basic\r\nTrailer: x\r\nUpgrade: h2c\r\nX-Kept: 1\r\nContent-Length: "
                        + body.length() + "\r\n\r\n" + body);
            }
        }));
        String answer = pools.ask(
                CALL,
                "Connection:",
                "Connection: keep-alive, X-Drop",
                "X-Drop: v",
                "TE: trailers",
                "Keep-Alive: timeout=5",
                "Proxy-Authorization: Basic QQ==",
                "Proxy-Connection: x",
                "X-Kept: 1");
        assertThat(answer)
                .contains("X-Kept: 1\r\n")
                .doesNotContainIgnoringCase("\r\nx-down:")
                .doesNotContainIgnoringCase("\r\nkeep-alive:")
                .doesNotContainIgnoringCase("\r\nupgrade:");
        assertThat(pools.state.upstream().nextRequest())
                .contains("X-Kept: 1\r\n")
                .doesNotContainIgnoringCase("\r\nx-drop:")
                .doesNotContainIgnoringCase("\r\nte:")
                .doesNotContainIgnoringCase("\r\nkeep-alive:")
                .doesNotContainIgnoringCase("\r\nproxy-");
    }

    @ParameterizedTest
    @ValueSource(strings = {"close, x-foo", "X, CLOSE", "x\r\nConnection: close"})
    void a_close_anywhere_in_the_connection_field_is_heard(String connection) throws Exception {
        pools = ThreePools.named();
        try (RawClient client = pools.gateway.client()) {
            String all = client.send(
                            post("Connection: " + connection + "\r\nContent-Length: " + CALL.length() + "\r\n", CALL))
                    .readAll();
            assertThat(all).contains("\r\nConnection: close\r\n").contains("\"result\":\"state\"");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "X-A: b\rX-B: c\r\nContent-Length: 2\r\n\r\n{}",
                "X-A: b\0\r\nContent-Length: 2\r\n\r\n{}",
                "X-A: b\nX-B: c\r\nContent-Length: 2\r\n\r\n{}",
                "X-A : b\r\nContent-Length: 2\r\n\r\n{}",
                "Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}",
                "Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n",
                "Transfer-Encoding: xchunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n",
            })
    void an_answer_that_could_be_read_in_two_ways_is_none_and_no_field_of_it_reaches_the_client(String rest)
            throws Exception {
        pools = ThreePools.with(ScriptedNode.of(connection -> {
            while (connection.readRequest() != null) {
                connection.send("HTTP/1.1 200 OK\r\n" + rest);
            }
        }));
        String answer = pools.ask(call("eth_sendRawTransaction", "[\"0x1\"]"));
        assertThat(answer).doesNotContain("X-B", "X-A");
        assertThat(answer).startsWith("HTTP/1.1 502 ").contains("\"code\":-32603");
    }

    @Test
    void a_body_that_is_announced_too_long_is_413_without_a_go_on() throws Exception {
        refused(post("Expect: 100-continue\r\nContent-Length: 999999999\r\n", ""), "HTTP/1.1 413 ");
    }

    @ParameterizedTest
    @ValueSource(strings = {"100-continue", "100-Continue", "a, 100-continue", "a\r\nExpect: 100-continue"})
    void a_client_that_waits_is_told_to_go_on(String expectation) throws Exception {
        pools = ThreePools.named();
        try (RawClient client = pools.gateway.client()) {
            client.send(post("Expect: " + expectation + "\r\nContent-Length: " + CALL.length() + "\r\n", ""));
            assertThat(client.readUntil("\r\n\r\n")).startsWith("HTTP/1.1 100 ");
            assertThat(client.send(CALL).readAnswer()).contains("\"result\":\"state\"");
        }
        assertThat(pools.state.upstream().nextRequest()).doesNotContainIgnoringCase("expect");
    }

    @Test
    void a_transaction_whose_connection_breaks_arrives_exactly_once() throws Exception {
        pools = ThreePools.with(ScriptedNode.of(connection -> {
            connection.readRequest();
            connection.reset();
        }));
        assertThat(pools.ask(call("eth_sendRawTransaction", "[\"0x1\"]"))).startsWith("HTTP/1.1 502 ");
        assertThat(pools.asked()).isEqualTo(1);
    }

    @Test
    void a_transaction_whose_reused_connection_breaks_arrives_exactly_once() throws Exception {
        pools = ThreePools.with(ScriptedNode.of(connection -> {
            String first = connection.readRequest();
            if (first != null) {
                String answer = ThreePools.echo(ThreePools.bodyOf(first));
                connection.send("HTTP/1.1 200 OK\r\nContent-Length: " + answer.length() + "\r\n\r\n" + answer);
                connection.readRequest();
                connection.reset();
            }
        }));
        try (RawClient client = pools.gateway.client()) {
            client.send(GatewayFixture.post("/1", CALL)).readAnswer();
            assertThat(client.send(GatewayFixture.post("/1", call("eth_sendRawTransaction", "[\"0x1\"]")))
                            .readAnswer())
                    .startsWith("HTTP/1.1 502 ");
        }
        assertThat(pools.asked()).isEqualTo(2);
        assertThat(pools.archive.upstream().received()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"fin", "rst", "http2"})
    void a_caller_that_leaves_takes_its_call_along(String how) throws Exception {
        pools = ThreePools.with(ScriptedNode.of(connection -> {
            connection.readRequest();
            connection.readToEnd();
        }));
        String trace = call("debug_traceBlockByNumber", "[\"latest\"]");
        for (int i = 0; i < 20; i++) {
            if (how.equals("http2")) {
                try (FrameClient client = FrameClient.connect(pools.gateway.port())) {
                    client.post(1, "/1", "content-type", "application/json").data(1, trace, true);
                    pools.state.upstream().nextRequest();
                    client.reset(1, 8);
                    Await.until(() -> pools.state.upstream().open() == 0, () -> "the call goes on");
                }
            } else {
                try (RawClient client = pools.gateway.client()) {
                    client.send(GatewayFixture.post("/1", trace));
                    pools.state.upstream().nextRequest();
                    if (how.equals("rst")) {
                        client.reset();
                    }
                }
            }
        }
        Await.until(() -> pools.state.upstream().open() == 0, () -> "calls go on without their callers");
        pools.gateway.awaitSum(0, "ethryx_gateway_in_flight_bytes");
        assertThat(pools.archive.upstream().received()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "OPTIONS, 405",
        "GET, 405",
        "HEAD, 405",
        "DELETE, 405",
        "TRACE, 405",
        "QUERY, 405",
        "post, 405",
        "Post, 405"
    })
    void other_methods_are_told_which_one_is_allowed(String method, int status) throws Exception {
        pools = ThreePools.named();
        try (RawClient client = pools.gateway.client()) {
            client.send(method
                    + " /1 HTTP/1.1\r\nHost: a\r\nOrigin: https://x\r\nAccess-Control-Request-Method: POST\r\n\r\n");
            String head = client.readUntil("\r\n\r\n");
            assertThat(head)
                    .startsWith("HTTP/1.1 " + status + " ")
                    .containsIgnoringCase("\r\nallow: POST")
                    .doesNotContainIgnoringCase("access-control");
        }
        assertThat(pools.asked()).isZero();
    }

    @ParameterizedTest
    @CsvSource({"/1/, /1", "/0x1/?a=/b, /0x1?a=/b", "/%31/, /%31"})
    void a_slash_too_many_is_redirected(String target, String location) throws Exception {
        pools = ThreePools.named();
        assertThat(pools.gateway.ask(target, ThreePools.call("eth_chainId", "[]")))
                .startsWith("HTTP/1.1 307 ")
                .contains("\r\nLocation: " + location + "\r\n");
        assertThat(pools.asked()).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"/", "//1", "/1//", "//1/", "/1/2", "/1%2f", "/1%2F2", "/1%2f/", "/./1", "/1/../1", "/?x"})
    void a_path_that_is_not_one_segment_leads_nowhere(String target) throws Exception {
        pools = ThreePools.named();
        assertThat(pools.gateway.ask(target, ThreePools.call("eth_chainId", "[]")))
                .startsWith("HTTP/1.1 404 ");
        assertThat(pools.asked()).isZero();
    }

    @Test
    void uploads_that_are_cut_leave_nothing_behind() throws Exception {
        pools = ThreePools.named();
        for (int i = 0; i < 100; i++) {
            try (RawClient client = pools.gateway.client()) {
                client.send(post("Transfer-Encoding: chunked\r\n", "a0\r\n{\"jsonrpc\":"));
                if (i % 2 == 0) {
                    client.reset();
                }
            }
            try (FrameClient client = FrameClient.connect(pools.gateway.port())) {
                client.post(1, "/1", "content-type", "application/json").data(1, "{\"jsonrpc\":", false);
                client.reset(1, 8);
            }
        }
        pools.gateway.awaitBaseline();
        pools.gateway.awaitSum(0, "ethryx_gateway_in_flight_bytes");
        assertThat(pools.asked()).isZero();
    }

    @Test
    void many_bodies_that_dawdle_do_not_hold_up_a_call() throws Exception {
        pools = ThreePools.named();
        RawClient[] slow = new RawClient[200];
        for (int i = 0; i < slow.length; i++) {
            slow[i] = pools.gateway.client();
            slow[i].send(post("Content-Length: 100\r\n", "{"));
        }
        assertThat(pools.ask(CALL)).contains("\"result\":\"state\"");
        for (RawClient client : slow) {
            client.close();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"b\r\n\r\nPOST /smuggled HTTP/1.1\r\nHost: a\r\nX-Q: y", "b\nX-E: 1", "b\0c", " b", "b "})
    void a_control_character_in_an_http2_field_reaches_no_node(String value) throws Exception {
        pools = ThreePools.named();
        for (String name : new String[] {"x-a", "client-id", "traceparent", "cookie"}) {
            try (FrameClient client = FrameClient.connect(pools.gateway.port())) {
                client.post(1, "/1", "content-type", "application/json", name, value)
                        .data(1, CALL, true);
                assertThat(client.of(1).type()).as(name).isEqualTo(FrameClient.RST_STREAM);
            }
        }
        assertThat(pools.asked()).isZero();
    }

    @Test
    void calls_over_http2_are_answered_each_on_its_stream() throws Exception {
        pools = ThreePools.named();
        try (FrameClient client = FrameClient.connect(pools.gateway.port())) {
            for (int stream = 1; stream < 40; stream += 2) {
                String body = call(
                        Integer.toString(stream),
                        "eth_getBalance",
                        stream % 4 == 1 ? "[\"0x0\",\"0x1\"]" : "[\"0x0\"]");
                client.post(stream, "/1", "content-type", "application/json").data(stream, body, true);
                assertThat(client.answer(stream))
                        .isEqualTo("200 {\"jsonrpc\":\"2.0\",\"id\":" + stream + ",\"result\":\""
                                + (stream % 4 == 1 ? "archive" : "state") + "\"}");
            }
        }
    }

    @Test
    void a_storm_of_resets_ends_its_connection_and_no_other() throws Exception {
        pools = ThreePools.named();
        try (FrameClient good = FrameClient.connect(pools.gateway.port());
                FrameClient storm = FrameClient.connect(pools.gateway.port())) {
            for (int stream = 1; stream < 2_100; stream += 2) {
                storm.post(stream, "/1", "content-type", "application/json").reset(stream, 8);
            }
            assertThat(storm.outcome()).isEqualTo("goaway 11");
            good.post(1, "/1", "content-type", "application/json").data(1, CALL, true);
            assertThat(good.answer(1)).startsWith("200 ");
        }
        assertThat(pools.asked()).isEqualTo(1);
    }

    @Test
    void a_call_with_a_long_head_reaches_its_node() throws Exception {
        pools = ThreePools.named();
        for (int length : new int[] {8_000, 12_000, 20_000, 60_000, 120_000}) {
            String own = "v".repeat(length);
            assertThat(pools.gateway.ask("/1", CALL, "X-Own: " + own)).startsWith("HTTP/1.1 200 ");
            assertThat(pools.state.upstream().nextRequest()).contains("\r\nX-Own: " + own + "\r\n");
        }
    }

    @Test
    void fields_never_pass_from_one_request_to_the_next() throws Exception {
        pools = ThreePools.named();
        try (FrameClient client = FrameClient.connect(pools.gateway.port())) {
            for (int stream = 1; stream < 20; stream += 2) {
                String own = "v".repeat(stream * 37);
                client.post(stream, "/1", "content-type", "application/json", "x-own-" + stream, own)
                        .data(stream, CALL, true);
                assertThat(client.answer(stream)).startsWith("200 ");
                String request = pools.state.upstream().nextRequest();
                assertThat(request.toLowerCase(Locale.ROOT).split("\r\nx-own-", -1))
                        .hasSize(2);
                assertThat(request).contains(": " + own + "\r\n");
            }
        }
    }
}
