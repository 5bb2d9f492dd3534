package io.ethryx.server.listener.http1;

import static org.assertj.core.api.Assertions.assertThat;

import io.ethryx.server.listener.ListenerRig;
import io.ethryx.server.listener.RecordingHandler;
import io.ethryx.server.testing.RawClient;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is refused, and that no handler ever hears of it; the connection ends. */
class Http1RefusedTest {

    private final RecordingHandler handler = new RecordingHandler();
    private ListenerRig rig;

    @BeforeEach
    void listen() throws Exception {
        rig = new ListenerRig(ListenerRig.LIMITS, handler);
    }

    @AfterEach
    void back_at_the_baseline() throws Exception {
        rig.close();
    }

    private void refused(String request, String status) throws Exception {
        for (int piece : new int[] {Integer.MAX_VALUE, 1}) {
            try (RawClient client = RawClient.connect(rig.port())) {
                if (piece == 1 && request.length() < 1000) {
                    for (int i = 0; i < request.length(); i++) {
                        client.send(request.substring(i, i + 1));
                    }
                } else {
                    client.send(request);
                }
                assertThat(client.readAll())
                        .as(request)
                        .startsWith("HTTP/1.1 " + status + " ")
                        .contains("\r\nContent-Type: text/plain\r\n")
                        .contains("\r\nConnection: close\r\n")
                        .hasSizeLessThan(300);
            }
            if (piece != 1) {
                assertThat(handler.begun).as(request).isEmpty();
            }
            handler.begun.clear();
        }
        assertThat(handler.seen).as(request).isEmpty();
    }

    private static String post(String fields, String body) {
        return "POST / HTTP/1.1\r\nHost: a\r\n" + fields + "\r\n" + body;
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "xchunked",
                "chunked,",
                "chunked, gzip",
                "gzip, chunked",
                "gzip",
                "identity",
                "\u000bchunked",
                "chunked\t",
                "chunked, chunked",
                "",
                "\"chunked\"",
                "chunked;q=1"
            })
    void a_transfer_coding_other_than_chunked(String coding) throws Exception {
        refused(post("Transfer-Encoding: " + coding + "\r\n", "2\r\n{}\r\n0\r\n\r\n"), "400");
    }

    @Test
    void two_lines_of_transfer_encoding_or_one_in_http_1_0() throws Exception {
        refused(post("Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n", "0\r\n\r\n"), "400");
        refused("POST / HTTP/1.0\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", "400");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "+2",
                "2, 2",
                "2,2",
                "0x2",
                "2 ",
                "-1",
                "",
                " ",
                "9223372036854775808",
                "99999999999999999999999",
                "2\r\nContent-Length: 2",
                "2\r\nContent-Length: 3",
                "2;",
                "1e1",
                "\u00b2"
            })
    void a_content_length_that_is_not_one_plain_number(String length) throws Exception {
        refused(post("Content-Length: " + length + "\r\n", "{}"), "400");
    }

    @Test
    void a_length_and_a_transfer_coding_together() throws Exception {
        refused(post("Content-Length: 2\r\nTransfer-Encoding: chunked\r\n", "2\r\n{}\r\n0\r\n\r\n"), "400");
        refused(post("Transfer-Encoding: chunked\r\nContent-Length: 2\r\n", "2\r\n{}\r\n0\r\n\r\n"), "400");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\r\n",
                "x\r\n{}",
                "0x2\r\n{}\r\n0\r\n\r\n",
                "-2\r\n{}\r\n0\r\n\r\n",
                "+2\r\n{}\r\n0\r\n\r\n",
                " 2\r\n{}\r\n0\r\n\r\n",
                "2 \r\n{}\r\n0\r\n\r\n",
                "2\n{}\r\n0\r\n\r\n",
                "2\r\n{}0\r\n\r\n",
                "2\r\n{}\n0\r\n\r\n",
                "2\r\n{}x\r\n0\r\n\r\n",
                "2;a\nb\r\n{}\r\n0\r\n\r\n",
                "2;a\0\r\n{}\r\n0\r\n\r\n",
                "2\r{}\r\n0\r\n\r\n",
                "ffffffffffffffff\r\n{}\r\n0\r\n\r\n",
                "10000000000000002\r\n{}\r\n0\r\n\r\n",
                "2\r\n{}\r\n0\r\nX-Bad : v\r\n\r\n",
                "2\r\n{}\r\n0\r\nnocolon\r\n\r\n",
                "2\r\n{}\r\n0\r\n folded: v\r\n\r\n",
                "2\r\n{}\r\n0\r\nX: a\nY: b\r\n\r\n",
                "2\r\n{}\r\n0\r\n\n",
                "2\r\n{}\r\n0\r\n\rX"
            })
    void chunked_framing_with_a_fault(String body) throws Exception {
        refused(post("Transfer-Encoding: chunked\r\n", body), "400");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "X-A : v",
                "X-A\t: v",
                " X-A: v",
                "\tX-A: v",
                "X-A: v\r\n folded",
                "X-A: v\r\n\tfolded",
                "nocolon",
                ": v",
                "X A: v",
                "X\u00e9: v",
                "X(A): v",
                "X-A: a\0b",
                "X-A: a\u0001b",
                "X-A: a\u007fb",
                "X-A: a\rb",
                "X-A: a\nX-B: b",
                "X-A: v\n"
            })
    void a_malformed_field_line(String line) throws Exception {
        refused("GET / HTTP/1.1\r\nHost: a\r\n" + line + "\r\n\r\n", "400");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "GET / HTTP/1.1\nHost: a\n\n",
                "GET /a\nHTTP/1.1\r\nHost: a\r\n\r\n",
                " GET / HTTP/1.1\r\nHost: a\r\n\r\n",
                "GET  / HTTP/1.1\r\nHost: a\r\n\r\n",
                "GET /  HTTP/1.1\r\nHost: a\r\n\r\n",
                "GET\t/ HTTP/1.1\r\nHost: a\r\n\r\n",
                "GET / HTTP/1.1 \r\nHost: a\r\n\r\n",
                "GET /\r\n\r\n",
                "GET / HTTP/0.9\r\nHost: a\r\n\r\n",
                "GET / HTTP/1.2\r\nHost: a\r\n\r\n",
                "GET / HTTP/2.0\r\nHost: a\r\n\r\n",
                "GET / http/1.1\r\nHost: a\r\n\r\n",
                "GET / HTTP/1.11\r\nHost: a\r\n\r\n",
                "G(T / HTTP/1.1\r\nHost: a\r\n\r\n",
                "GET a HTTP/1.1\r\nHost: a\r\n\r\n",
                "GET * HTTP/1.1\r\nHost: a\r\n\r\n",
                "GET ** HTTP/1.1\r\nHost: a\r\n\r\n",
                "GET /a#frag HTTP/1.1\r\nHost: a\r\n\r\n",
                "GET /a\0 HTTP/1.1\r\nHost: a\r\n\r\n",
                "GET ftp://a/ HTTP/1.1\r\nHost: a\r\n\r\n",
                "GET http:///x HTTP/1.1\r\nHost: a\r\n\r\n",
                "GET http://u@a/ HTTP/1.1\r\nHost: a\r\n\r\n",
                "PRI / HTTP/1.1\r\nHost: a\r\n\r\n",
                "PRI * HTTP/2.0\r\n\r\nXX\r\n\r\n",
                "PRI * HTTP/2.0\r\nHost: a\r\n\r\n",
                "CONNECT / HTTP/1.1\r\nHost: a\r\n\r\n",
                "\u0016\u0003\u0001\u0002\0\u0001"
            })
    void a_malformed_request_line(String request) throws Exception {
        refused(request, "400");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "X: no host",
                "Host: a\r\nHost: a",
                "Host: a\r\nhost: b",
                "Host: a b",
                "Host: a@b",
                "Host: [::1",
                "Host: [::1]x",
                "Host: [1]",
                "Host: ::1",
                "Host: a:99999",
                "Host: a:0x1",
                "Host: a:-1",
                "Host: :80",
                "Host: a/b",
                "Host: a,b:c",
                "Host: a%2",
                "Host: \u00e9"
            })
    void a_host_that_is_missing_or_doubled_or_malformed(String fields) throws Exception {
        refused("GET / HTTP/1.1\r\n" + fields + "\r\n\r\n", "400");
    }

    @Test
    void a_target_that_names_another_host() throws Exception {
        refused("GET http://b/x HTTP/1.1\r\nHost: a\r\n\r\n", "400");
        refused("GET http://a:81/x HTTP/1.1\r\nHost: a\r\n\r\n", "400");
    }

    @Test
    void a_head_over_the_limit() throws Exception {
        String long431 = "GET /" + "a".repeat(140_000) + " HTTP/1.1\r\nHost: a\r\n\r\n";
        refused(long431, "431");
        refused("GET / HTTP/1.1\r\nHost: a\r\nX: " + "v".repeat(140_000), "431");
        refused("GET / HTTP/1.1\r\nHost: a\r\n" + "X: v\r\n".repeat(1001) + "\r\n", "431");
    }

    @Test
    void more_than_a_hundred_lines_of_one_name() throws Exception {
        refused("GET / HTTP/1.1\r\nHost: a\r\n" + "X: v\r\n".repeat(101) + "\r\n", "431");
        refused("GET / HTTP/1.1\r\nHost: a\r\n" + "x: v\r\nX: v\r\n".repeat(51) + "\r\n", "431");
        String chunked = "Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n";
        refused("POST / HTTP/1.1\r\nHost: a\r\n" + "Cookie: a=b\r\n".repeat(101) + chunked, "431");
    }

    @Test
    void a_bad_request_behind_a_good_one_is_refused_after_the_good_one_is_answered() throws Exception {
        try (RawClient client = RawClient.connect(rig.port())) {
            client.send("GET /good HTTP/1.1\r\nHost: a\r\n\r\nGET /bad HTTP/1.1\r\nX : y\r\n\r\n");
            assertThat(client.readAnswer()).startsWith("HTTP/1.1 200 ");
            assertThat(client.readAll()).startsWith("HTTP/1.1 400 ");
        }
        assertThat(handler.begun).containsExactly("GET /good");
    }

    @Test
    void a_chunk_that_turns_bad_breaks_the_body_that_is_being_read() throws Exception {
        try (RawClient client = RawClient.connect(rig.port())) {
            client.send(post("Transfer-Encoding: chunked\r\n", "5\r\nhello\r\n"));
            ListenerRig.await("the head", () -> !handler.begun.isEmpty());
            client.send("zz\r\n");
            assertThat(client.readAll()).startsWith("HTTP/1.1 400 ");
        }
        ListenerRig.await("the broken body", () -> !handler.brokenBodies.isEmpty());
        assertThat(handler.seen).isEmpty();
    }

    @Test
    void the_verdict_does_not_depend_on_how_the_bytes_are_cut() throws Exception {
        String good =
                post("Transfer-Encoding: chunked\r\n", "5;e=\"f\"\r\nhello\r\nA\r\n0123456789\r\n0\r\nT: u\r\n\r\n");
        String connect = "CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n";
        String last = "\r\nGET /x HTTP/1.0\r\n\r\n";
        String[] requests = {
            good + "GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n",
            good + "GET / HTTP/1.1\r\nHost : a\r\n\r\n",
            post("Content-Length: 5\r\n", "hello") + connect + last,
            post("Transfer-Encoding: chunked\r\n", "2\r\n{}x\r\n0\r\n\r\n")
        };
        for (long seed = 1; seed <= 60; seed++) {
            String request = requests[(int) (seed % requests.length)];
            String whole = outcome(request, null);
            assertThat(outcome(request, new Random(seed))).as("seed " + seed).isEqualTo(whole);
        }
    }

    private String outcome(String request, Random random) throws Exception {
        try (RawClient client = RawClient.connect(rig.port())) {
            int at = 0;
            while (at < request.length()) {
                int to = random == null
                        ? request.length()
                        : Math.min(request.length(), at + 1 + random.nextInt(random.nextBoolean() ? 3 : 40));
                client.send(request.substring(at, to));
                at = to;
            }
            String answers = client.readAll().replaceAll("Date: [^\r]*", "Date");
            handler.seen.clear();
            return answers;
        }
    }
}
