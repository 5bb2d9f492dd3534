package io.ethryx.server.sidecar;

import static org.assertj.core.api.Assertions.assertThat;

import io.ethryx.server.testing.RawClient;
import io.ethryx.server.testing.RawUpstream;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What an upstream receives for a request, and what the client receives for an answer, to the byte. */
class ForwardingTest {

    private static final String OK = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}";

    private RawUpstream el;
    private RawUpstream cl;
    private SidecarFixture sidecar;

    @BeforeEach
    void start() throws Exception {
        el = RawUpstream.answering(OK);
        cl = RawUpstream.answering(OK);
    }

    @AfterEach
    void stop() throws Exception {
        sidecar.closeAndCheckNothingIsLeft();
        el.close();
        cl.close();
    }

    private RawClient client() throws Exception {
        if (sidecar == null) {
            sidecar = SidecarFixture.warmed(el.port(), cl.port());
        }
        return RawClient.connect(sidecar.port());
    }

    @Test
    void a_connect_is_declined_and_counted() throws Exception {
        try (RawClient client = client()) {
            client.send("CONNECT a:443 HTTP/1.1\r\nHost: a:443\r\n\r\n");
            assertThat(client.readAnswer()).startsWith("HTTP/1.1 405 ");
        }
        sidecar.awaitMetric("ethryx_proxy_requests_total{method=\"CONNECT\",status=\"405\",upstream=\"EL\"} 1");
        assertThat(el.waitingRequests()).isZero();
    }

    @Test
    void a_json_rpc_call_reaches_the_execution_layer_as_it_is_under_the_upstream_s_own_host() throws Exception {
        try (RawClient client = client()) {
            client.send("POST / HTTP/1.1\r\nHost: door.example\r\nContent-Type: application/json\r\n"
                    + "X-Custom: a\r\nContent-Length: 17\r\n\r\n{\"jsonrpc\":\"2.0\"}");
            assertThat(client.readAnswer()).startsWith("HTTP/1.1 200 OK\r\n").endsWith("\r\n\r\n{}");
        }
        String request = el.nextRequest();
        assertThat(request).startsWith("POST / HTTP/1.1\r\n").endsWith("\r\n\r\n{\"jsonrpc\":\"2.0\"}");
        assertThat(fields(request))
                .containsExactlyInAnyOrder(
                        "Host: 127.0.0.1:" + el.port(),
                        "Content-Type: application/json",
                        "X-Custom: a",
                        "Content-Length: 17");
        assertThat(cl.waitingRequests()).isZero();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/eth/v1/beacon/genesis",
                "/eth/v1/node/health",
                "/teku/v1/x",
                "/lighthouse",
                "/eth/../x?a=%zz",
                "/eth/v1/a|b",
                "/eth?x=/livez"
            })
    void a_beacon_path_reaches_the_consensus_layer_byte_for_byte(String target) throws Exception {
        try (RawClient client = client()) {
            client.send("GET " + target + " HTTP/1.1\r\nHost: a\r\n\r\n");
            assertThat(client.readAnswer()).startsWith("HTTP/1.1 200 OK\r\n");
        }
        assertThat(cl.nextRequest()).startsWith("GET " + target + " HTTP/1.1\r\n");
        assertThat(el.waitingRequests()).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"GET", "PUT", "DELETE", "PATCH", "OPTIONS", "PURGE", "get", "PROPFIND"})
    void any_method_passes(String method) throws Exception {
        try (RawClient client = client()) {
            client.send(method + " /x HTTP/1.1\r\nHost: a\r\n\r\n");
            assertThat(client.readAnswer()).startsWith("HTTP/1.1 200 OK\r\n");
        }
        assertThat(el.nextRequest()).startsWith(method + " /x HTTP/1.1\r\n");
    }

    @Test
    void an_options_request_with_its_cors_fields_passes_and_no_cors_field_is_added() throws Exception {
        try (RawClient client = client()) {
            client.send("OPTIONS / HTTP/1.1\r\nHost: a\r\nOrigin: http://x\r\n"
                    + "Access-Control-Request-Method: POST\r\n\r\n");
            assertThat(client.readAnswer()).doesNotContainIgnoringCase("access-control");
        }
        assertThat(fields(el.nextRequest())).contains("Origin: http://x", "Access-Control-Request-Method: POST");
    }

    @Test
    void an_asterisk_target_passes() throws Exception {
        try (RawClient client = client()) {
            client.send("OPTIONS * HTTP/1.1\r\nHost: a\r\n\r\n");
            assertThat(client.readAnswer()).startsWith("HTTP/1.1 200 OK\r\n");
        }
        assertThat(el.nextRequest()).startsWith("OPTIONS * HTTP/1.1\r\n");
    }

    @Test
    void an_absolute_target_is_reduced_to_its_path_and_query() throws Exception {
        try (RawClient client = client()) {
            client.send("GET http://a/x?y=1 HTTP/1.1\r\nHost: a\r\n\r\n");
            assertThat(client.readAnswer()).startsWith("HTTP/1.1 200 OK\r\n");
        }
        assertThat(el.nextRequest()).startsWith("GET /x?y=1 HTTP/1.1\r\n");
    }

    @Test
    void fields_for_one_hop_end_here_on_the_way_up() throws Exception {
        try (RawClient client = client()) {
            client.send("GET / HTTP/1.1\r\nHost: a\r\nConnection:\r\nConnection: keep-alive, X-Drop\r\nX-Drop: v\r\n"
                    + "TE: trailers\r\nKeep-Alive: timeout=5\r\nProxy-Authorization: Basic QQ==\r\n"
                    + "Proxy-Connection: x\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABk\r\nTrailer: X-T\r\n"
                    + "X-Stays: 1\r\n\r\n");
            assertThat(client.readAnswer()).startsWith("HTTP/1.1 200 OK\r\n");
        }
        assertThat(fields(el.nextRequest())).containsExactlyInAnyOrder("Host: 127.0.0.1:" + el.port(), "X-Stays: 1");
    }

    @Test
    void fields_for_one_hop_end_here_on_the_way_down() throws Exception {
        el.close();
        el = RawUpstream.answering("HTTP/1.1 200 OK\r\nConnection: keep-alive, X-Drop\r\nX-Drop: v\r\n"
                + "Keep-Alive: timeout=5\r\nProxy-Authenticate: Basic\r\nProxy-Connection: x\r\nUpgrade: h2c\r\n"
                + "Trailer: X-T\r\nX-Stays: 1\r\nX-Stays: 2\r\nContent-Length: 2\r\n\r\n{}");
        try (RawClient client = client()) {
            client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
            List<String> fields = fields(client.readAnswer());
            assertThat(fields).contains("X-Stays: 1", "X-Stays: 2", "Content-Length: 2");
            assertThat(fields).filteredOn(field -> !field.startsWith("Date: ")).hasSize(3);
        }
    }

    @Test
    void a_base_path_a_query_and_userinfo_of_the_upstream_url_are_used() throws Exception {
        sidecar = SidecarFixture.with(el.port(), cl.port())
                .elUrl("http://us%65r:p%40ss@127.0.0.1:" + el.port() + "/v2/KEY/?k=1")
                .warmed();
        try (RawClient client = client()) {
            client.send("GET /a?b=c HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer client\r\n\r\n");
            client.readAnswer();
        }
        String request = el.nextRequest();
        assertThat(request).startsWith("GET /v2/KEY/a?b=c&k=1 HTTP/1.1\r\n");
        assertThat(fields(request))
                .containsExactlyInAnyOrder("Host: 127.0.0.1:" + el.port(), "Authorization: Basic dXNlcjpwQHNz");
    }

    @ParameterizedTest
    @CsvSource({
        "off,9.9.9.9,,for=9.9.9.9",
        "append,'9.9.9.9, 127.0.0.1',https,'for=9.9.9.9, for=127.0.0.1;host=\"door\";proto=http'",
        "replace,127.0.0.1,http,for=127.0.0.1;host=\"door\";proto=http"
    })
    void forwarded_fields_are_left_appended_to_or_replaced(String mode, String xff, String proto, String forwarded)
            throws Exception {
        sidecar = SidecarFixture.with(el.port(), cl.port())
                .arguments("--forwarded-headers", mode)
                .warmed();
        try (RawClient client = client()) {
            client.send("GET / HTTP/1.1\r\nHost: door\r\nX-Forwarded-For: 9.9.9.9\r\nForwarded: for=9.9.9.9\r\n"
                    + (mode.equals("off") ? "" : "X-Forwarded-Proto: https\r\n") + "\r\n");
            client.readAnswer();
        }
        List<String> fields = fields(el.nextRequest());
        assertThat(fields).contains("X-Forwarded-For: " + xff, "Forwarded: " + forwarded);
        assertThat(fields)
                .filteredOn(field -> field.startsWith("X-Forwarded-For"))
                .hasSize(1);
        if (proto == null) {
            assertThat(fields).noneMatch(field -> field.startsWith("X-Forwarded-Proto"));
        } else {
            assertThat(fields).contains("X-Forwarded-Proto: " + proto, "X-Forwarded-Host: door");
        }
    }

    @Test
    void a_chunked_body_reaches_the_upstream_whole_with_its_permitted_trailers() throws Exception {
        try (RawClient client = client()) {
            client.send(
                    "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n"
                            + "3;ext=1\r\nabc\r\n2\r\nde\r\n0\r\nX-Sum: 5\r\nContent-Length: 9\r\nX-Forwarded-For: 1.2.3.4\r\n\r\n");
            assertThat(client.readAnswer()).startsWith("HTTP/1.1 200 OK\r\n");
        }
        String request = el.nextRequest();
        assertThat(fields(request)).contains("Transfer-Encoding: chunked");
        assertThat(unchunked(request)).isEqualTo("abcde");
        assertThat(request).endsWith("0\r\nX-Sum: 5\r\n\r\n");
    }

    @Test
    void a_chunked_answer_reaches_the_client_whole_with_its_permitted_trailers() throws Exception {
        el.close();
        el = RawUpstream.answering("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
                + "3;ext=1\r\nabc\r\n2\r\nde\r\n0\r\nX-Sum: 5\r\nSet-Cookie: a=b\r\n\r\n");
        try (RawClient client = client()) {
            client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
            String head = client.readUntil("\r\n\r\n");
            assertThat(head).containsIgnoringCase("transfer-encoding: chunked");
            String rest = client.readUntil("0\r\n") + client.readUntil("\r\n\r\n");
            assertThat(unchunked(head + rest)).isEqualTo("abcde");
            assertThat(rest).endsWith("0\r\nX-Sum: 5\r\n\r\n");
        }
    }

    @Test
    void an_answer_until_close_reaches_the_client_whole_and_its_connection_lives() throws Exception {
        el.close();
        el = RawUpstream.start(connection -> {
            connection.readRequest();
            connection.send("HTTP/1.0 200 OK\r\n\r\nabc");
        });
        try (RawClient client = client()) {
            for (int i = 0; i < 2; i++) {
                client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
                assertThat(unchunked(client.readAnswer())).isEqualTo("abc");
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"Content-Length: 12345\r\n", "Transfer-Encoding: chunked\r\n", ""})
    void a_head_request_is_answered_at_once_without_a_body_and_the_next_answer_is_clean(String framing)
            throws Exception {
        el.close();
        el = RawUpstream.start(connection -> {
            String request;
            while ((request = connection.readRequest()) != null) {
                connection.send(request.startsWith("HEAD") ? "HTTP/1.1 200 OK\r\n" + framing + "\r\n" : OK);
            }
        });
        try (RawClient client = client()) {
            client.send("HEAD / HTTP/1.1\r\nHost: a\r\n\r\n");
            String head = client.readUntil("\r\n\r\n");
            if (framing.startsWith("Content-Length")) {
                assertThat(head).contains("Content-Length: 12345\r\n");
            }
            client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
            assertThat(client.readAnswer()).startsWith("HTTP/1.1 200 OK\r\n").endsWith("\r\n\r\n{}");
        }
    }

    @ParameterizedTest
    @CsvSource({
        "GET,204,''",
        "HEAD,204,''",
        "GET,204,'Content-Length: 0'",
        "GET,304,''",
        "HEAD,304,''",
        "GET,304,'Content-Length: 777'",
        "GET,205,'Content-Length: 0'",
        "GET,205,''",
        "HEAD,205,''"
    })
    void an_answer_without_a_body_has_no_framing_that_promises_one(String method, int status, String framing)
            throws Exception {
        el.close();
        el = RawUpstream.start(connection -> {
            boolean first = true;
            while (connection.readRequest() != null) {
                connection.send(
                        first
                                ? "HTTP/1.1 " + status + " X\r\n" + (framing.isEmpty() ? "" : framing + "\r\n") + "\r\n"
                                : OK);
                first = false;
            }
        });
        try (RawClient client = client()) {
            client.send(method + " / HTTP/1.1\r\nHost: a\r\n\r\n");
            String head = client.readUntil("\r\n\r\n");
            assertThat(head).startsWith("HTTP/1.1 " + status + " ").doesNotContainIgnoringCase("transfer-encoding");
            if (framing.endsWith("777")) {
                assertThat(head).contains("Content-Length: 777\r\n");
            }
            client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
            assertThat(client.readAnswer()).startsWith("HTTP/1.1 200 OK\r\n").endsWith("\r\n\r\n{}");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Content-Length: 2\r\n\r\nno",
                "Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
                "Transfer-Encoding: chunked\r\n\r\n2\r\nno\r\n0\r\nX-Sum: 2\r\n\r\n"
            })
    void content_of_a_205_is_left_out(String framed) throws Exception {
        el.close();
        el = RawUpstream.start(connection -> {
            String request;
            while ((request = connection.readRequest()) != null) {
                connection.send(request.startsWith("GET /reset") ? "HTTP/1.1 205 Reset\r\n" + framed : OK);
            }
        });
        try (RawClient client = client()) {
            client.send("GET /reset HTTP/1.1\r\nHost: a\r\n\r\n");
            assertThat(client.readUntil("\r\n\r\n"))
                    .startsWith("HTTP/1.1 205 Reset Content\r\n")
                    .containsOnlyOnce("Content-Length: 0\r\n")
                    .doesNotContainIgnoringCase("transfer-encoding");
            client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
            assertThat(client.readAnswer()).startsWith("HTTP/1.1 200 OK\r\n").endsWith("\r\n\r\n{}");
        }
        assertThat(el.connections()).as("the node's connection is used again").hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"head", "Head", "get", "post"})
    void a_method_in_another_case_is_another_method_whose_answer_has_its_body(String method) throws Exception {
        try (RawClient client = client()) {
            for (int i = 0; i < 2; i++) {
                client.send(method + " /livez HTTP/1.1\r\nHost: a\r\n\r\n");
                assertThat(client.readAnswer())
                        .startsWith("HTTP/1.1 200 OK\r\n")
                        .endsWith("\r\n\r\n{}");
                assertThat(el.nextRequest()).startsWith(method + " /livez HTTP/1.1\r\n");
            }
        }
        sidecar.awaitMetric("ethryx_proxy_requests_total{method=\"OTHER\",status=\"200\",upstream=\"EL\"} 2");
    }

    @ParameterizedTest
    @CsvSource({
        "408,Request Timeout",
        "413,Content Too Large",
        "414,URI Too Long",
        "416,Range Not Satisfiable",
        "421,Misdirected Request",
        "422,Unprocessable Content",
        "425,Too Early",
        "429,Too Many Requests",
        "451,Unavailable For Legal Reasons",
        "504,Gateway Timeout",
        "505,HTTP Version Not Supported",
        "506,Variant Also Negotiates",
    })
    void a_status_has_its_registered_reason(int status, String reason) throws Exception {
        el.close();
        el = RawUpstream.answering("HTTP/1.1 " + status + "\r\nContent-Length: 0\r\n\r\n");
        try (RawClient client = client()) {
            client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
            assertThat(client.readAnswer()).startsWith("HTTP/1.1 " + status + " " + reason + "\r\n");
        }
    }

    @Test
    void a_status_and_body_of_the_upstream_s_own_error_pass_verbatim() throws Exception {
        el.close();
        el = RawUpstream.answering(
                "HTTP/1.1 429 Slow Down\r\nRetry-After: 2\r\nContent-Type: text/html\r\nContent-Length: 3\r\n\r\n<p>");
        try (RawClient client = client()) {
            client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n[]");
            assertThat(client.readAnswer())
                    .startsWith("HTTP/1.1 429 ")
                    .contains("Retry-After: 2\r\n", "Content-Type: text/html\r\n")
                    .endsWith("\r\n\r\n<p>");
        }
    }

    @Test
    void a_compressed_body_and_its_coding_pass_untouched() throws Exception {
        String gzip = "\u001f\u008b\b\0\0\0\0\0\0\u00ff\u0003\0truncated";
        try (RawClient client = client()) {
            client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Encoding: gzip\r\nContent-Length: " + gzip.length()
                    + "\r\n\r\n" + gzip);
            assertThat(client.readAnswer()).startsWith("HTTP/1.1 200 OK\r\n");
        }
        assertThat(el.nextRequest()).contains("Content-Encoding: gzip\r\n").endsWith("\r\n\r\n" + gzip);
    }

    @Test
    void an_added_segment_goes_to_the_consensus_layer() throws Exception {
        sidecar = SidecarFixture.with(el.port(), cl.port())
                .arguments("--cl-path-prefix", "vouch,checkpointz")
                .warmed();
        try (RawClient client = client()) {
            client.send("GET /checkpointz/v1/status HTTP/1.1\r\nHost: a\r\n\r\n");
            client.readAnswer();
        }
        assertThat(cl.nextRequest()).startsWith("GET /checkpointz/v1/status HTTP/1.1\r\n");
        assertThat(el.waitingRequests()).isZero();
    }

    @Test
    void pipelined_requests_are_answered_in_order() throws Exception {
        el.close();
        el = RawUpstream.start(connection -> {
            String request;
            while ((request = connection.readRequest()) != null) {
                String path = request.substring(4, request.indexOf(' ', 4));
                connection.send("HTTP/1.1 200 OK\r\nContent-Length: " + path.length() + "\r\n\r\n" + path);
            }
        });
        try (RawClient client = client()) {
            StringBuilder requests = new StringBuilder();
            for (int i = 0; i < 20; i++) {
                requests.append("GET /").append(i).append(" HTTP/1.1\r\nHost: a\r\n\r\n");
            }
            client.send(requests.toString());
            for (int i = 0; i < 20; i++) {
                assertThat(client.readAnswer()).endsWith("\r\n\r\n/" + i);
            }
        }
    }

    @Test
    void an_http_1_0_client_gets_an_answer_it_can_read() throws Exception {
        try (RawClient client = client()) {
            client.send("GET / HTTP/1.0\r\n\r\n");
            assertThat(client.readAll()).startsWith("HTTP/1.0 200 OK\r\n").endsWith("\r\n\r\n{}");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"close", "close, x-foo", "X, CLOSE"})
    void a_connection_that_the_client_wants_closed_is_closed_after_the_answer(String connection) throws Exception {
        try (RawClient client = client()) {
            client.send("GET / HTTP/1.1\r\nHost: a\r\nConnection: " + connection + "\r\n\r\n");
            assertThat(client.readAll())
                    .containsIgnoringCase("connection: close\r\n")
                    .endsWith("\r\n\r\n{}");
        }
    }

    private static List<String> fields(String message) {
        String head = message.substring(message.indexOf("\r\n") + 2, message.indexOf("\r\n\r\n"));
        return List.of(head.split("\r\n"));
    }

    private static String unchunked(String message) {
        String rest = message.substring(message.indexOf("\r\n\r\n") + 4);
        StringBuilder body = new StringBuilder();
        while (true) {
            int line = rest.indexOf("\r\n");
            int length = Integer.parseInt(rest.substring(0, line).trim(), 16);
            if (length == 0) {
                return body.toString();
            }
            body.append(rest, line + 2, line + 2 + length);
            rest = rest.substring(line + 2 + length + 2);
        }
    }
}
