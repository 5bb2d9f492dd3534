package io.ethryx.server.sidecar;

import static org.assertj.core.api.Assertions.assertThat;

import io.ethryx.server.testing.FrameClient;
import io.ethryx.server.testing.RawUpstream;
import java.io.IOException;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** HTTP/2 in front of an upstream that speaks HTTP/1.1. */
class Http2ForwardingTest {

    private static final String OK = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}";
    private static final int INTERNAL_ERROR = 2;
    private static final int CANCEL = 8;

    private RawUpstream node;
    private SidecarFixture sidecar;

    private FrameClient start(RawUpstream.Script script) throws Exception {
        node = RawUpstream.start(script);
        sidecar = SidecarFixture.warmed(node.port(), node.port());
        return FrameClient.connect(sidecar.port());
    }

    private FrameClient startAnswering(String answer) throws Exception {
        return start(connection -> {
            while (connection.readRequest() != null) {
                connection.send(answer);
            }
        });
    }

    @AfterEach
    void stop() throws Exception {
        sidecar.closeAndCheckNothingIsLeft();
        node.close();
    }

    @Test
    void a_call_reaches_the_upstream_as_http_1_1_under_its_own_host() throws Exception {
        try (FrameClient client = startAnswering(OK)) {
            client.post(1, "/x?y=%zz", "content-type", "application/json", "content-length", "3", "te", "trailers")
                    .data(1, "abc", true);
            assertThat(client.answer(1)).isEqualTo("200 {}");
        }
        assertThat(node.nextRequest())
                .startsWith("POST /x?y=%zz HTTP/1.1\r\nHost: 127.0.0.1:" + node.port() + "\r\n")
                .containsIgnoringCase("\r\ncontent-type: application/json\r\n")
                .containsIgnoringCase("\r\ncontent-length: 3\r\n")
                .doesNotContainIgnoringCase("\r\nte:")
                .endsWith("\r\n\r\nabc");
    }

    @Test
    void a_body_of_unknown_length_is_chunked_and_its_permitted_trailers_follow() throws Exception {
        try (FrameClient client = startAnswering(OK)) {
            client.post(1, "/").data(1, "abc", false);
            client.frame(
                    FrameClient.HEADERS,
                    FrameClient.END_HEADERS | FrameClient.END_STREAM,
                    1,
                    FrameClient.block("x-sum", "3", "content-length", "9", "x-forwarded-for", "1.2.3.4"));
            assertThat(client.answer(1)).isEqualTo("200 {}");
        }
        assertThat(node.nextRequest())
                .containsIgnoringCase("\r\ntransfer-encoding: chunked\r\n")
                .contains("\r\n3\r\nabc\r\n0\r\n")
                .endsWithIgnoringCase("\r\n0\r\nx-sum: 3\r\n\r\n");
    }

    @ParameterizedTest
    @CsvSource({
        "x-a,'b\r\n\r\nGET /smuggled HTTP/1.1\r\nHost: a\r\nX-Q: y'",
        "x-a,'b\nx-e: 1'",
        "x-a,'b\0c'",
        "cookie,'a\rb'",
        "traceparent,'00\n'"
    })
    void a_control_character_in_a_field_never_reaches_the_upstream(String name, String value) throws Exception {
        try (FrameClient client = startAnswering(OK)) {
            client.get(1, "/bad", name, value);
            assertThat(client.answer(1)).startsWith("reset");
            client.get(3, "/good");
            assertThat(client.answer(3)).isEqualTo("200 {}");
        }
        assertThat(node.received())
                .contains("GET /good ")
                .doesNotContain("/bad")
                .doesNotContain("smuggled");
    }

    @Test
    void an_answer_that_the_upstream_cuts_resets_the_stream_and_spares_the_connection() throws Exception {
        try (FrameClient client = start(connection -> {
            if (connection.readRequest().contains("/cut")) {
                connection.send("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc");
            } else {
                connection.send(OK);
                connection.readRequest();
            }
        })) {
            client.get(1, "/cut");
            assertThat(client.answer(1)).startsWith("200").endsWith("reset " + INTERNAL_ERROR);
            client.get(3, "/whole");
            assertThat(client.answer(3)).isEqualTo("200 {}");
        }
    }

    @Test
    void a_stream_that_its_client_resets_ends_the_upstream_call() throws Exception {
        BlockingQueue<Integer> ended = new LinkedBlockingQueue<>();
        CountDownLatch arrived = new CountDownLatch(1);
        try (FrameClient client = start(connection -> {
            if (connection.readRequest().contains("/long")) {
                arrived.countDown();
                ended.add(endOf(connection));
            } else {
                connection.send(OK);
                connection.readRequest();
            }
        })) {
            client.get(1, "/long");
            assertThat(arrived.await(10, TimeUnit.SECONDS)).isTrue();
            client.reset(1, CANCEL);
            assertThat(ended.poll(10, TimeUnit.SECONDS)).isEqualTo(-1);
            client.get(3, "/next");
            assertThat(client.answer(3)).isEqualTo("200 {}");
        }
    }

    @Test
    void an_upload_whose_stream_is_reset_is_never_completed_upstream() throws Exception {
        BlockingQueue<String> broken = new LinkedBlockingQueue<>();
        CountDownLatch begun = new CountDownLatch(1);
        try (FrameClient client = start(connection -> {
            connection.readHead();
            connection.readUntil("abc");
            begun.countDown();
            endOf(connection);
            broken.add(connection.received());
        })) {
            client.post(1, "/upload").data(1, "abc", false);
            assertThat(begun.await(10, TimeUnit.SECONDS)).isTrue();
            client.reset(1, CANCEL);
            assertThat(broken.poll(10, TimeUnit.SECONDS)).doesNotContain("0\r\n\r\n");
        }
    }

    @Test
    void events_pass_one_by_one() throws Exception {
        BlockingQueue<String> events = new LinkedBlockingQueue<>();
        try (FrameClient client = start(connection -> {
            connection.readRequest();
            connection.send("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n");
            for (int i = 0; i < 3; i++) {
                connection.send(events.take());
            }
        })) {
            client.get(1, "/eth/v1/events?topics=head");
            FrameClient.Frame head = client.of(1);
            assertThat(client.fields(head))
                    .containsEntry(":status", "200")
                    .containsEntry("content-type", "text/event-stream");
            for (int i = 0; i < 3; i++) {
                events.add("data: " + i + "\n\n");
                assertThat(client.of(1).text()).isEqualTo("data: " + i + "\n\n");
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"204,''", "205,''", "304,'Content-Length: 7'", "200,'Content-Length: 0'"})
    void an_answer_without_a_body_ends_with_its_head(int status, String framing) throws Exception {
        try (FrameClient client = startAnswering(
                "HTTP/1.1 " + status + " X\r\n" + (framing.isEmpty() ? "" : framing + "\r\n") + "\r\n")) {
            client.get(1, "/");
            assertThat(client.answer(1)).isEqualTo(Integer.toString(status));
        }
    }

    @Test
    void content_of_a_205_is_left_out() throws Exception {
        try (FrameClient client = startAnswering("HTTP/1.1 205 X\r\nContent-Length: 2\r\n\r\nno")) {
            client.get(1, "/");
            FrameClient.Frame head = client.of(1);
            assertThat(client.fields(head)).containsEntry(":status", "205").containsEntry("content-length", "0");
            assertThat(head.ends()).isTrue();
            client.get(3, "/livez");
            assertThat(client.answer(3)).isEqualTo("200 ok");
        }
    }

    @ParameterizedTest
    @CsvSource({"head", "connect"})
    void a_method_in_another_case_is_another_method_whose_answer_has_its_body(String method) throws Exception {
        try (FrameClient client = startAnswering(OK)) {
            client.frame(
                    FrameClient.HEADERS,
                    FrameClient.END_HEADERS | FrameClient.END_STREAM,
                    1,
                    FrameClient.head(method, "/"));
            assertThat(client.answer(1)).isEqualTo("200 {}");
        }
        assertThat(node.nextRequest()).startsWith(method + " / HTTP/1.1\r\n");
    }

    @Test
    void an_upstream_that_is_down_is_502_on_the_stream() throws Exception {
        try (FrameClient client = start(connection -> connection.reset())) {
            client.post(1, "/", "content-type", "application/json", "content-length", "8")
                    .data(1, "{\"id\":5}", true);
            assertThat(client.answer(1))
                    .startsWith("502 {\"jsonrpc\":\"2.0\",\"error\":")
                    .endsWith("\"id\":5}");
        }
    }

    private static int endOf(RawUpstream.Connection connection) {
        try {
            return connection.read();
        } catch (IOException reset) {
            return -1;
        }
    }
}
