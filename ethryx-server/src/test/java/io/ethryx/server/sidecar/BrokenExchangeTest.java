package io.ethryx.server.sidecar;

import static org.assertj.core.api.Assertions.assertThat;

import io.ethryx.server.testing.RawClient;
import io.ethryx.server.testing.RawUpstream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What either side sees when the other breaks off, is late, or was never there. */
class BrokenExchangeTest {

    private static final String OK = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}";
    private static final String RPC = "POST / HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n";

    private RawUpstream el;
    private RawUpstream cl;
    private SidecarFixture sidecar;

    @AfterEach
    void stop() throws Exception {
        if (sidecar != null) {
            sidecar.closeAndCheckNothingIsLeft();
        }
        if (el != null) {
            el.close();
        }
        if (cl != null) {
            cl.close();
        }
    }

    private void start(RawUpstream.Script script, String... arguments) throws Exception {
        el = RawUpstream.start(script);
        cl = RawUpstream.answering(OK);
        sidecar = SidecarFixture.with(el.port(), cl.port()).arguments(arguments).warmed();
    }

    @Test
    void a_refused_connection_is_502_with_one_sentence_that_names_the_layer() throws Exception {
        int dead = deadPort();
        cl = RawUpstream.answering(OK);
        sidecar = SidecarFixture.with(dead, cl.port()).warmed();
        try (RawClient client = RawClient.connect(sidecar.port())) {
            client.send("GET /secret?key=1 HTTP/1.1\r\nHost: a\r\n\r\n");
            assertThat(client.readAnswer())
                    .startsWith("HTTP/1.1 502 Bad Gateway\r\n")
                    .contains("Content-Type: text/plain; charset=utf-8\r\n")
                    .endsWith("\r\n\r\nThe EL could not be reached: connection refused.\n")
                    .doesNotContain("secret");
            client.send(RPC + "Content-Length: 24\r\n\r\n{\"id\":\"x7\",\"method\":\"a\"}");
            assertThat(client.readAnswer())
                    .startsWith("HTTP/1.1 502 Bad Gateway\r\n")
                    .contains("Content-Type: application/json\r\n")
                    .endsWith("\r\n\r\n{\"jsonrpc\":\"2.0\",\"error\":{\"code\":-32603,\"message\":\"server error\","
                            + "\"data\":\"The EL could not be reached: connection refused.\"},\"id\":\"x7\"}");
        }
    }

    @Test
    void an_upstream_that_does_not_answer_in_time_is_504_and_its_connection_is_closed() throws Exception {
        BlockingQueue<Integer> ended = new LinkedBlockingQueue<>();
        start(
                connection -> {
                    if (connection.readRequest().contains("/slow")) {
                        ended.add(connection.read());
                    } else {
                        connection.send(OK);
                    }
                },
                "--proxy-timeout",
                "300ms");
        try (RawClient client = RawClient.connect(sidecar.port())) {
            client.send("GET /slow HTTP/1.1\r\nHost: a\r\n\r\n");
            assertThat(client.readAnswer())
                    .startsWith("HTTP/1.1 504 Gateway Timeout\r\n")
                    .endsWith("\r\n\r\nThe EL did not answer within 300 ms.\n");
        }
        assertThat(ended.poll(10, TimeUnit.SECONDS)).isEqualTo(-1);
    }

    @Test
    void a_submitted_transaction_whose_connection_resets_arrives_exactly_once() throws Exception {
        start(connection -> {
            String request = connection.readRequest();
            if (request.contains("sendRaw")) {
                connection.reset();
            } else {
                connection.send(OK);
                request = connection.readRequest();
                connection.reset();
            }
        });
        String body = "{\"id\":1,\"method\":\"eth_sendRawTransaction\",\"params\":[\"sendRaw\"]}";
        try (RawClient client = RawClient.connect(sidecar.port())) {
            client.send("GET /warm HTTP/1.1\r\nHost: a\r\n\r\n");
            client.readAnswer();
            client.send(RPC + "Content-Length: " + body.length() + "\r\n\r\n" + body);
            assertThat(client.readAnswer())
                    .startsWith("HTTP/1.1 502 Bad Gateway\r\n")
                    .endsWith("\"id\":1}");
        }
        assertThat(occurrences(el.received(), "sendRaw")).isEqualTo(occurrences(body, "sendRaw"));
    }

    @Test
    void a_read_whose_reused_connection_closes_is_sent_once_more_on_a_fresh_one() throws Exception {
        CountDownLatch closed = new CountDownLatch(1);
        start(connection -> {
            String request = connection.readRequest();
            connection.send(OK);
            if (request.contains("/first")) {
                connection.readRequest();
                connection.socket().close();
                closed.countDown();
            } else if (request.contains("/second")) {
                closed.await();
            }
        });
        try (RawClient client = RawClient.connect(sidecar.port())) {
            client.send("GET /first HTTP/1.1\r\nHost: a\r\n\r\n");
            client.readAnswer();
            client.send("GET /second HTTP/1.1\r\nHost: a\r\n\r\n");
            assertThat(client.readAnswer()).startsWith("HTTP/1.1 200 OK\r\n");
        }
        assertThat(occurrences(el.received(), "GET /second ")).isEqualTo(2);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc",
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n",
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\nzz\r\n"
            })
    void an_answer_that_the_upstream_cuts_is_cut_for_the_client_too(String cut) throws Exception {
        start(connection -> {
            connection.readRequest();
            connection.send(cut);
        });
        try (RawClient client = RawClient.connect(sidecar.port())) {
            client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
            String read = readToItsEnd(client);
            assertThat(read).startsWith("HTTP/1.1 200 OK\r\n").doesNotEndWith("0\r\n\r\n");
        }
        sidecar.awaitMetric("ethryx_requests_aborted_total{side=\"upstream\"} 1");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "not http\r\n\r\n",
                "HTTP/1.1 200 OK\r\nX-A: b\rX-B: c\r\nContent-Length: 0\r\n\r\n",
                "HTTP/1.1 200 OK\r\nX-A: b\0c\r\nContent-Length: 0\r\n\r\n",
                "HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab",
                "HTTP/1.1 200 OK\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: xchunked\r\n\r\n0\r\n\r\n",
                "HTTP/1.1 200 OK\r\nContent-Le"
            })
    void an_answer_that_is_not_plain_http_is_502(String answer) throws Exception {
        start(connection -> {
            connection.readRequest();
            connection.send(answer);
        });
        try (RawClient client = RawClient.connect(sidecar.port())) {
            client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
            assertThat(client.readAnswer())
                    .startsWith("HTTP/1.1 502 Bad Gateway\r\n")
                    .contains("The EL gave ")
                    .doesNotContain("X-B");
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void a_client_that_leaves_ends_the_upstream_call(boolean reset) throws Exception {
        BlockingQueue<Integer> ended = new LinkedBlockingQueue<>();
        BlockingQueue<String> arrived = new LinkedBlockingQueue<>();
        start(connection -> {
            String request = connection.readRequest();
            if (request.startsWith("POST / ") && request.contains("eth_syncing")) {
                connection.send(OK);
                return;
            }
            arrived.add(request);
            ended.add(endOf(connection));
        });
        RawClient client = RawClient.connect(sidecar.port());
        client.send(RPC + "Content-Length: 2\r\n\r\n{}");
        assertThat(arrived.poll(10, TimeUnit.SECONDS)).isNotNull();
        if (reset) {
            client.reset();
        } else {
            client.close();
        }
        assertThat(ended.poll(10, TimeUnit.SECONDS)).isEqualTo(-1);
        sidecar.awaitMetric("ethryx_requests_aborted_total{side=\"client\"} 1");
    }

    @Test
    void a_client_that_leaves_in_the_middle_of_an_answer_ends_the_upstream_call() throws Exception {
        BlockingQueue<Integer> ended = new LinkedBlockingQueue<>();
        start(connection -> {
            String request = connection.readRequest();
            if (request.contains("/events")) {
                connection.send("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\ndata: 1\n\n");
                ended.add(endOf(connection));
            } else {
                connection.send(OK);
            }
        });
        RawClient client = RawClient.connect(sidecar.port());
        client.send("GET /events HTTP/1.1\r\nHost: a\r\n\r\n");
        client.readUntil("data: 1\n\n");
        client.close();
        assertThat(ended.poll(10, TimeUnit.SECONDS)).isEqualTo(-1);
    }

    @ParameterizedTest
    @CsvSource({"'Content-Length: 99999',abc", "'Transfer-Encoding: chunked','3\r\nabc\r\n'"})
    void an_upload_that_breaks_is_never_completed_upstream(String framing, String part) throws Exception {
        BlockingQueue<String> broken = new LinkedBlockingQueue<>();
        CountDownLatch begun = new CountDownLatch(1);
        start(connection -> {
            String head = connection.readHead();
            if (head.contains("/upload")) {
                connection.readUntil("abc");
                begun.countDown();
                try {
                    connection.readToEnd();
                } catch (IOException reset) {
                    // as good as an end
                }
                broken.add(connection.received());
            } else {
                connection.send(OK);
            }
        });
        RawClient client = RawClient.connect(sidecar.port());
        client.send("PUT /upload HTTP/1.1\r\nHost: a\r\n" + framing + "\r\n\r\n" + part);
        assertThat(begun.await(10, TimeUnit.SECONDS)).isTrue();
        client.close();
        String received = broken.poll(10, TimeUnit.SECONDS);
        assertThat(received).contains("abc").doesNotContain("0\r\n\r\n");
    }

    @Test
    void a_client_that_shuts_its_write_side_after_connection_close_still_gets_its_answer() throws Exception {
        CountDownLatch answer = new CountDownLatch(1);
        start(connection -> {
            if (connection.readRequest().contains("/half")) {
                answer.await();
            }
            connection.send(OK);
        });
        try (RawClient client = RawClient.connect(sidecar.port())) {
            client.send("GET /half HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n");
            client.shutdownOutput();
            answer.countDown();
            assertThat(client.readAll()).startsWith("HTTP/1.1 200 OK\r\n").endsWith("{}");
        }
    }

    @Test
    void a_final_answer_before_the_body_reaches_the_client_and_its_connection_closes() throws Exception {
        start(connection -> {
            if (connection.readHead().contains("/big")) {
                connection.send("HTTP/1.1 413 Too Big\r\nContent-Length: 3\r\n\r\nbig");
                connection.readToEnd();
            } else {
                connection.send(OK);
            }
        });
        try (RawClient client = RawClient.connect(sidecar.port())) {
            client.send("POST /big HTTP/1.1\r\nHost: a\r\nContent-Length: 1000000\r\n\r\nabc");
            assertThat(readToItsEnd(client)).startsWith("HTTP/1.1 413 ").endsWith("\r\n\r\nbig");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"Content-Length: 1000000", "Transfer-Encoding: chunked"})
    void the_upstream_has_the_head_of_a_body_that_keeps_it_waiting_and_may_answer_that(String framing)
            throws Exception {
        start(connection -> {
            connection.readHead();
            connection.send("HTTP/1.1 401 No\r\nContent-Length: 2\r\n\r\nno");
            connection.readToEnd();
        });
        try (RawClient client = RawClient.connect(sidecar.port())) {
            client.send("POST /big HTTP/1.1\r\nHost: a\r\n" + framing + "\r\n\r\n");
            assertThat(readToItsEnd(client)).startsWith("HTTP/1.1 401 ").endsWith("\r\n\r\nno");
        }
    }

    // --- Expect: 100-continue ---

    @Test
    void the_upstream_s_100_is_relayed_and_the_body_follows() throws Exception {
        start(connection -> {
            String head = connection.readHead();
            if (head.contains("100-continue")) {
                connection.send("HTTP/1.1 100 Continue\r\n\r\n");
                connection.readBytes(3);
            }
            connection.send(OK);
        });
        try (RawClient client = RawClient.connect(sidecar.port())) {
            client.send("POST /e HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 3\r\n\r\n");
            assertThat(client.readUntil("\r\n\r\n")).startsWith("HTTP/1.1 100 Continue\r\n");
            client.send("abc");
            assertThat(client.readAnswer()).startsWith("HTTP/1.1 200 OK\r\n").endsWith("{}");
        }
        assertThat(el.received()).contains("Expect: 100-continue\r\n").endsWith("\r\n\r\nabc");
    }

    @Test
    void a_silent_upstream_s_client_is_told_to_go_on_after_a_second() throws Exception {
        start(connection -> {
            String head = connection.readHead();
            if (head.contains("100-continue")) {
                connection.readBytes(3);
            }
            connection.send(OK);
        });
        try (RawClient client = RawClient.connect(sidecar.port())) {
            client.send("POST /e HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 3\r\n\r\n");
            assertThat(client.readUntil("\r\n\r\n")).startsWith("HTTP/1.1 100 Continue\r\n");
            client.send("abc");
            assertThat(client.readAnswer()).startsWith("HTTP/1.1 200 OK\r\n").endsWith("{}");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"100-continue", "100-Continue, 100-continue"})
    void a_body_that_comes_unasked_is_carried_on_at_once(String expect) throws Exception {
        start(connection -> {
            if (connection.readHead().contains("/unasked")) {
                connection.readBytes(3);
            }
            connection.send(OK);
        });
        try (RawClient client = RawClient.connect(sidecar.port())) {
            client.send("POST /unasked HTTP/1.1\r\nHost: a\r\nExpect: " + expect + "\r\nContent-Length: 3\r\n\r\nabc");
            // Had it been held back until the time for our own 100, that would come first.
            assertThat(client.readAnswer()).startsWith("HTTP/1.1 200 OK\r\n").endsWith("{}");
        }
    }

    @Test
    void a_body_that_the_listener_refuses_counts_under_its_status_and_not_as_a_client_that_left() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        start(connection -> {
            connection.readHead();
            connection.readUntil("abc");
            begun.countDown();
            connection.readToEnd();
        });
        try (RawClient client = RawClient.connect(sidecar.port())) {
            client.send("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n");
            assertThat(begun.await(10, TimeUnit.SECONDS)).isTrue();
            client.send("zz\r\n");
            assertThat(client.readAnswer()).startsWith("HTTP/1.1 400 Bad Request\r\n");
        }
        sidecar.awaitMetric("ethryx_proxy_requests_total{method=\"POST\",status=\"400\",upstream=\"EL\"} 1");
        assertThat(sidecar.metrics()).contains("ethryx_requests_aborted_total{side=\"client\"} 0\n");
    }

    @Test
    void a_half_close_after_a_whole_http_1_0_request_is_answered_whatever_it_says_of_its_connection() throws Exception {
        CountDownLatch answer = new CountDownLatch(1);
        start(connection -> {
            connection.readRequest();
            answer.await();
            connection.send(OK);
        });
        try (RawClient client = RawClient.connect(sidecar.port())) {
            client.send("GET /half HTTP/1.0\r\nConnection: keep-alive\r\n\r\n");
            client.shutdownOutput();
            answer.countDown();
            assertThat(client.readAll()).startsWith("HTTP/1.0 200 OK\r\n").endsWith("{}");
        }
    }

    @Test
    void a_refusal_instead_of_100_ends_the_exchange_without_the_body() throws Exception {
        start(connection -> {
            if (connection.readHead().contains("100-continue")) {
                connection.send("HTTP/1.1 417 No\r\nContent-Length: 2\r\n\r\nno");
                connection.readToEnd();
            } else {
                connection.send(OK);
            }
        });
        try (RawClient client = RawClient.connect(sidecar.port())) {
            client.send("POST /e HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 3\r\n\r\n");
            assertThat(readToItsEnd(client)).startsWith("HTTP/1.1 417 ").endsWith("\r\n\r\nno");
        }
    }

    @Test
    void other_informational_answers_are_relayed() throws Exception {
        start(connection -> {
            while (connection.readRequest() != null) {
                connection.send("HTTP/1.1 103 Early Hints\r\nLink: </a>\r\nConnection: x\r\n\r\n" + OK);
            }
        });
        try (RawClient client = RawClient.connect(sidecar.port())) {
            client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
            assertThat(client.readUntil("\r\n\r\n")).startsWith("HTTP/1.1 103 ").contains("Link: </a>\r\n");
            assertThat(client.readAnswer()).startsWith("HTTP/1.1 200 OK\r\n").endsWith("{}");
        }
    }

    private static int endOf(RawUpstream.Connection connection) {
        try {
            return connection.read();
        } catch (IOException reset) {
            return -1;
        }
    }

    private static String readToItsEnd(RawClient client) throws IOException {
        StringBuilder read = new StringBuilder();
        try {
            int b;
            while ((b = client.read()) >= 0) {
                read.append((char) b);
            }
        } catch (java.net.SocketTimeoutException e) {
            throw e;
        } catch (IOException reset) {
            // the cut may come as a reset
        }
        return read.toString();
    }

    private static int occurrences(String text, String part) {
        return text.split(java.util.regex.Pattern.quote(part), -1).length - 1;
    }

    private static int deadPort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }
}
