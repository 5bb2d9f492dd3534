package io.ethryx.server.upstream.http1;

import static io.ethryx.server.upstream.Wire.crlf;
import static org.assertj.core.api.Assertions.assertThat;

import io.ethryx.server.logging.JsonLogProbe;
import io.ethryx.server.testing.RawUpstream;
import io.ethryx.server.upstream.Ask;
import io.ethryx.server.upstream.Asked;
import io.ethryx.server.upstream.UpstreamFailure;
import io.ethryx.server.upstream.UpstreamFailure.Kind;
import io.ethryx.server.upstream.UpstreamRig;
import java.util.Locale;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class BrokenAnswerTest {

    private static void breaksOff(String wire, boolean reset, Kind kind, String cause) throws Exception {
        CountDownLatch seen = new CountDownLatch(1);
        try (UpstreamRig rig = new UpstreamRig();
                RawUpstream node = RawUpstream.start(connection -> {
                    connection.readRequest();
                    connection.send(wire);
                    seen.await();
                    if (reset) {
                        connection.reset();
                    }
                })) {
            Asked asked = rig.asked().begin(rig.to(node.port()), Ask.get("/"));
            if (kind == Kind.TRUNCATED) {
                asked.headed();
                UpstreamRig.until("three bytes have come", () -> asked.received() == 3);
            }
            seen.countDown();
            assertThat(asked.failure()).isEqualTo(new UpstreamFailure(kind, cause));
            assertThat(asked.ended.getCount()).isEqualTo(1);
            asked.onThread(() ->
                    assertThat(asked.call.read(java.nio.ByteBuffer.allocate(1))).isEqualTo(-1));
        }
    }

    @Test
    void an_end_inside_the_head_is_told() throws Exception {
        breaksOff("HTTP/1.1 200 OK\r\nContent-Le", false, Kind.CLOSED, "closed before the answer");
    }

    @Test
    void an_end_inside_a_body_of_known_length_is_told() throws Exception {
        breaksOff(
                crlf("HTTP/1.1 200 OK", "Content-Length: 10", "") + "abc",
                false,
                Kind.TRUNCATED,
                "closed inside the answer");
    }

    @Test
    void a_reset_inside_a_body_is_told() throws Exception {
        breaksOff(
                crlf("HTTP/1.1 200 OK", "Content-Length: 10", "") + "abc",
                true,
                Kind.TRUNCATED,
                "connection reset inside the answer");
    }

    @Test
    void an_end_inside_a_chunk_is_told() throws Exception {
        breaksOff(
                crlf("HTTP/1.1 200 OK", "Transfer-Encoding: chunked", "", "5") + "abc",
                false,
                Kind.TRUNCATED,
                "closed inside the answer");
    }

    @Test
    void an_end_between_chunks_is_told() throws Exception {
        breaksOff(
                crlf("HTTP/1.1 200 OK", "Transfer-Encoding: chunked", "", "3", "abc"),
                false,
                Kind.TRUNCATED,
                "closed inside the answer");
    }

    @Test
    void an_end_inside_the_trailers_is_told() throws Exception {
        breaksOff(
                crlf("HTTP/1.1 200 OK", "Transfer-Encoding: chunked", "", "3", "abc", "0", "X: y"),
                false,
                Kind.TRUNCATED,
                "closed inside the answer");
    }

    @Test
    void a_reset_ends_a_body_without_length_badly() throws Exception {
        breaksOff(crlf("HTTP/1.1 200 OK", "") + "abc", true, Kind.TRUNCATED, "connection reset inside the answer");
    }

    @Test
    void a_head_request_gets_its_length_and_no_body_and_the_connection_lives_on() throws Exception {
        for (String field : new String[] {"Content-Length: 12345", "Transfer-Encoding: chunked", "X: y"}) {
            try (UpstreamRig rig = new UpstreamRig();
                    RawUpstream node = RawUpstream.answering(crlf("HTTP/1.1 200 OK", field, ""))) {
                Http1Upstream upstream = rig.to(node.port());
                for (int i = 0; i < 3; i++) {
                    Asked asked = rig.asked().begin(upstream, Ask.head("/")).answered();
                    assertThat(asked.length).isZero();
                    assertThat(asked.text()).isEmpty();
                    assertThat(asked.field(
                                    field.substring(0, field.indexOf(':')).toLowerCase(Locale.ROOT)))
                            .isEqualTo(field.substring(field.indexOf(' ') + 1));
                }
                assertThat(node.connections()).hasSize(1);
            }
        }
    }

    @Test
    void informational_answers_are_told_as_they_come() throws Exception {
        CountDownLatch go = new CountDownLatch(1);
        try (UpstreamRig rig = new UpstreamRig();
                RawUpstream node = RawUpstream.start(connection -> {
                    connection.readHead();
                    connection.send(crlf("HTTP/1.1 100 Continue", ""));
                    connection.readBytes(4);
                    connection.send(crlf("HTTP/1.1 103 Early Hints", "Link: </a>", ""));
                    go.await();
                    connection.send(crlf("HTTP/1.1 200 OK", "Content-Length: 1", "") + "x");
                    connection.readToEnd();
                })) {
            Asked asked = rig.asked();
            asked.endWhenWritten = false;
            asked.begin(rig.to(node.port()), Ask.post("/", 4).with("Expect", "100-continue"));
            asked.onThread(() -> asked.call.flushHead());
            UpstreamRig.until("100 has come", () -> asked.informational.size() == 1);
            assertThat(node.received())
                    .isEqualTo(
                            crlf("POST / HTTP/1.1", "Host: node:1", "Expect: 100-continue", "Content-Length: 4", ""));
            asked.onThread(() -> {
                asked.endWhenWritten = true;
                asked.writing("body").onWritable();
            });
            UpstreamRig.until("103 has come", () -> asked.informational.size() == 2);
            go.countDown();
            asked.answered();
            assertThat(asked.informational).containsExactly("100 null", "103 </a>");
        }
    }

    @Test
    void a_body_until_the_end_of_the_connection_is_whole() throws Exception {
        try (UpstreamRig rig = new UpstreamRig();
                RawUpstream node = RawUpstream.start(connection -> {
                    connection.readRequest();
                    connection.send(crlf("HTTP/1.0 200 OK", "") + "a".repeat(100_000));
                })) {
            Http1Upstream upstream = rig.to(node.port());
            Asked asked = rig.asked().begin(upstream, Ask.get("/")).answered();
            assertThat(asked.length).isEqualTo(-1);
            assertThat(asked.received()).isEqualTo(100_000);
            UpstreamRig.until("the connection is gone", () -> upstream.use().open() == 0);
        }
    }

    @Test
    void the_end_of_the_worker_under_a_call_is_no_fault() throws Exception {
        try (JsonLogProbe log = JsonLogProbe.with("info");
                UpstreamRig rig = new UpstreamRig();
                RawUpstream node = RawUpstream.answering("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n")) {
            rig.asked().begin(rig.to(node.port()), Ask.get("/"));
            node.nextRequest();
            rig.worker.shutdownNow();
            assertThat(rig.worker.awaitTermination(15, TimeUnit.SECONDS)).isTrue();
            assertThat(log.text()).doesNotContain("ERROR");
        }
    }
}
