package io.ethryx.server.upstream.http1;

import static io.ethryx.server.upstream.Wire.crlf;
import static org.assertj.core.api.Assertions.assertThat;

import io.ethryx.server.testing.RawUpstream;
import io.ethryx.server.upstream.Ask;
import io.ethryx.server.upstream.Asked;
import io.ethryx.server.upstream.UpstreamFailure.Kind;
import io.ethryx.server.upstream.UpstreamRequest;
import io.ethryx.server.upstream.UpstreamRig;
import io.ethryx.server.upstream.UpstreamUse;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class StreamingTest {

    private static final int BIG = 50_000_000;
    private static final String OK = crlf("HTTP/1.1 200 OK", "Content-Length: 2", "") + "ok";

    private static byte[] random(int size) {
        byte[] bytes = new byte[size];
        new Random(size).nextBytes(bytes);
        return bytes;
    }

    @Test
    void a_reader_that_stops_holds_the_upstream_back_and_gets_every_byte_when_it_goes_on() throws Exception {
        AtomicLong sent = new AtomicLong();
        byte[] piece = random(100_000);
        try (UpstreamRig rig = new UpstreamRig();
                RawUpstream node = RawUpstream.start(connection -> {
                    while (connection.readRequest() != null) {
                        connection.send(crlf("HTTP/1.1 200 OK", "Content-Length: " + BIG, ""));
                        for (int i = 0; i < BIG / piece.length; i++) {
                            connection.send(piece);
                            sent.addAndGet(piece.length);
                        }
                    }
                })) {
            Http1Upstream upstream = rig.to(node.port());
            Asked asked = rig.asked();
            asked.autoRead = false;
            asked.readSize = 65_536;
            asked.begin(upstream, Ask.get("/")).headed();
            long[] before = {-1};
            UpstreamRig.until("the upstream is stuck", () -> {
                long now = sent.get();
                boolean stuck = now > 0 && now == before[0];
                before[0] = now;
                java.util.concurrent.locks.LockSupport.parkNanos(200_000_000);
                return stuck;
            });
            assertThat(sent.get()).isLessThan(BIG / 2);
            assertThat(rig.buffers.most()).isLessThanOrEqualTo(2);
            asked.onThread(() -> asked.call.wantRead(true));
            asked.answered();
            assertThat(asked.received()).isEqualTo(BIG);
            assertThat(asked.body.toByteArray()).startsWith(piece).endsWith(piece);
            assertThat(rig.buffers.most()).isLessThanOrEqualTo(2);
            assertThat(upstream.use().idle()).isEqualTo(1);
        }
    }

    @Test
    void a_big_upload_goes_as_fast_as_the_upstream_reads_and_arrives_whole() throws Exception {
        for (long length : new long[] {BIG, UpstreamRequest.UNKNOWN_LENGTH}) {
            CountDownLatch go = new CountDownLatch(1);
            byte[] bytes = random(BIG);
            AtomicLong taken = new AtomicLong();
            try (UpstreamRig rig = new UpstreamRig();
                    RawUpstream node = RawUpstream.start(connection -> {
                        go.await();
                        connection.readRequest();
                        connection.send(OK);
                        connection.readToEnd();
                    })) {
                Asked asked = rig.asked().writing(bytes);
                asked.begin(rig.to(node.port()), Ask.post("/", length));
                long[] before = {-1};
                UpstreamRig.until("the writer is stuck", () -> {
                    taken.set(asked.toWrite.position());
                    boolean stuck = taken.get() > 0 && taken.get() == before[0];
                    before[0] = taken.get();
                    java.util.concurrent.locks.LockSupport.parkNanos(100_000_000);
                    return stuck;
                });
                assertThat(taken.get()).isLessThan(BIG / 2);
                go.countDown();
                asked.answered();
                String request = node.nextRequest();
                if (length == BIG) {
                    assertThat(request).endsWith(new String(bytes, StandardCharsets.ISO_8859_1));
                } else {
                    String framed = request.substring(request.indexOf("\r\n\r\n") + 4);
                    assertThat(framed).endsWith("\r\n0\r\n\r\n");
                    assertThat(unchunked(framed)).isEqualTo(bytes);
                }
            }
        }
    }

    private static byte[] unchunked(String framed) {
        ByteBuffer body = ByteBuffer.allocate(BIG);
        byte[] all = framed.getBytes(StandardCharsets.ISO_8859_1);
        int at = 0;
        while (true) {
            int end = framed.indexOf("\r\n", at);
            int size = Integer.parseInt(framed.substring(at, end), 16);
            if (size == 0) {
                return body.array();
            }
            body.put(all, end + 2, size);
            at = end + 2 + size + 2;
        }
    }

    @Test
    void a_big_chunked_answer_arrives_whole_whatever_its_chunks_and_the_reader_s_buffer() throws Exception {
        byte[] bytes = random(3_000_000);
        for (int chunk : new int[] {1_000, 4_096, 100_000, 3_000_000}) {
            try (UpstreamRig rig = new UpstreamRig();
                    RawUpstream node = RawUpstream.start(connection -> {
                        while (connection.readRequest() != null) {
                            connection.send(crlf("HTTP/1.1 200 OK", "Transfer-Encoding: chunked", ""));
                            for (int at = 0; at < bytes.length; at += chunk) {
                                int n = Math.min(chunk, bytes.length - at);
                                connection.send(Integer.toHexString(n) + "\r\n");
                                connection.send(java.util.Arrays.copyOfRange(bytes, at, at + n));
                                connection.send("\r\n");
                            }
                            connection.send("0\r\n\r\n");
                        }
                    })) {
                Http1Upstream upstream = rig.to(node.port());
                for (int size : new int[] {7_777, 65_536}) {
                    Asked asked = rig.asked();
                    asked.readSize = size;
                    asked.begin(upstream, Ask.get("/")).answered();
                    assertThat(asked.body.toByteArray()).isEqualTo(bytes);
                }
                assertThat(node.connections()).hasSize(1);
            }
        }
    }

    @Test
    void each_piece_of_a_long_answer_comes_when_it_was_sent() throws Exception {
        java.util.concurrent.Semaphore go = new java.util.concurrent.Semaphore(0);
        try (UpstreamRig rig = new UpstreamRig();
                RawUpstream node = RawUpstream.start(connection -> {
                    connection.readRequest();
                    connection.send(crlf("HTTP/1.1 200 OK", "Transfer-Encoding: chunked", ""));
                    for (int i = 0; i < 3; i++) {
                        go.acquire();
                        connection.send("3\r\nab" + i + "\r\n");
                    }
                    go.acquire();
                    connection.send("0\r\n\r\n");
                    connection.readToEnd();
                })) {
            Asked asked = rig.asked().begin(rig.to(node.port()), Ask.get("/")).headed();
            for (int i = 0; i < 3; i++) {
                go.release();
                int size = 3 * (i + 1);
                UpstreamRig.until("the piece is there", () -> asked.received() == size);
            }
            assertThat(rig.buffers.out()).isZero();
            go.release();
            asked.answered();
        }
    }

    @Test
    void an_early_answer_is_given_and_the_connection_serves_on_once_the_request_has_ended() throws Exception {
        try (UpstreamRig rig = new UpstreamRig();
                RawUpstream node = RawUpstream.start(connection -> {
                    while (connection.readHead() != null) {
                        connection.send(OK);
                        connection.readBytes(6);
                    }
                })) {
            Http1Upstream upstream = rig.to(node.port());
            Asked asked = rig.asked().writing("abc");
            asked.endWhenWritten = false;
            asked.begin(upstream, Ask.post("/1", 6)).answered();
            assertThat(upstream.use()).isEqualTo(new UpstreamUse(1, 0, 0, 0));
            asked.onThread(() -> {
                asked.endWhenWritten = true;
                asked.writing("def").onWritable();
            });
            UpstreamRig.until("the connection is free", () -> upstream.use().idle() == 1);
            Asked next = rig.asked()
                    .writing("123456")
                    .begin(upstream, Ask.post("/2", 6))
                    .answered();
            assertThat(next.text()).isEqualTo("ok");
            assertThat(node.connections()).hasSize(1);
            // The node answers before it has read the body.
            UpstreamRig.until(
                    "the second body has come",
                    () -> node.received()
                            .endsWith("abcdefPOST /2 HTTP/1.1\r\nHost: node:1\r\nContent-Length: 6\r\n\r\n123456"));
        }
    }

    @Test
    void an_early_answer_and_a_cancel_close_the_connection() throws Exception {
        try (UpstreamRig rig = new UpstreamRig();
                RawUpstream node = RawUpstream.start(connection -> {
                    connection.readHead();
                    connection.send(OK);
                    connection.readToEnd();
                })) {
            Http1Upstream upstream = rig.to(node.port());
            Asked asked = rig.asked().writing("abc");
            asked.endWhenWritten = false;
            asked.begin(upstream, Ask.post("/1", 6)).answered();
            asked.onThread(() -> asked.call.cancel());
            UpstreamRig.until("the upstream sees the end", () -> node.open() == 0);
            assertThat(upstream.use().open()).isZero();
            assertThat(asked.failure).isNull();
            assertThat(node.received()).endsWith("\r\n\r\nabc");
        }
    }

    @Test
    void an_upstream_that_refuses_an_upload_and_closes_is_heard() throws Exception {
        try (UpstreamRig rig = new UpstreamRig();
                RawUpstream node = RawUpstream.start(connection -> {
                    connection.readHead();
                    connection.send(
                            crlf("HTTP/1.1 413 Too Large", "Connection: close", "Content-Length: 3", "") + "big");
                    connection.socket().shutdownOutput();
                    connection.readBytes(1_000_000);
                })) {
            Http1Upstream upstream = rig.to(node.port());
            Asked asked = rig.asked().writing(new byte[BIG]);
            asked.begin(upstream, Ask.post("/", BIG)).answered();
            assertThat(asked.status).isEqualTo(413);
            assertThat(asked.text()).isEqualTo("big");
            UpstreamRig.until("the connection is gone", () -> upstream.use().open() == 0);
        }
    }

    @Test
    void a_cancelled_call_closes_its_connection_and_calls_back_no_more() throws Exception {
        for (String begun : new String[] {"", crlf("HTTP/1.1 200 OK", "Content-Length: 10", "") + "abc"}) {
            try (UpstreamRig rig = new UpstreamRig();
                    RawUpstream node = RawUpstream.start(connection -> {
                        connection.readRequest();
                        connection.send(begun);
                        connection.readToEnd();
                    })) {
                Http1Upstream upstream = rig.to(node.port());
                Asked asked = rig.asked().begin(upstream, Ask.get("/"));
                node.nextRequest();
                if (!begun.isEmpty()) {
                    UpstreamRig.until("three bytes are there", () -> asked.received() == 3);
                }
                asked.onThread(() -> {
                    asked.call.cancel();
                    asked.call.cancel();
                });
                UpstreamRig.until("the upstream sees the end", () -> node.open() == 0);
                asked.onThread(() -> {});
                assertThat(asked.failure).isNull();
                assertThat(asked.ended.getCount()).isEqualTo(1);
                assertThat(upstream.use().open()).isZero();
            }
        }
    }

    @Test
    void a_cut_upload_is_never_completed() throws Exception {
        for (long length : new long[] {10, UpstreamRequest.UNKNOWN_LENGTH}) {
            try (UpstreamRig rig = new UpstreamRig();
                    RawUpstream node = RawUpstream.start(RawUpstream.Connection::readToEnd)) {
                Asked asked = rig.asked().writing("abc");
                asked.endWhenWritten = false;
                asked.begin(rig.to(node.port()), Ask.post("/", length));
                UpstreamRig.until("abc is there", () -> node.received().contains("abc"));
                asked.onThread(() -> asked.call.cancel());
                UpstreamRig.until("the upstream sees the end", () -> node.open() == 0);
                assertThat(node.received()).endsWith(length == 10 ? "abc" : "3\r\nabc\r\n");
            }
        }
    }

    @Test
    void a_body_that_is_not_as_long_as_it_said_is_never_completed() throws Exception {
        for (String body : new String[] {"abc", "abcdefghijklmno"}) {
            try (UpstreamRig rig = new UpstreamRig();
                    RawUpstream node = RawUpstream.start(RawUpstream.Connection::readToEnd)) {
                Asked asked = rig.asked().writing(body);
                asked.endWhenWritten = false;
                asked.begin(rig.to(node.port()), Ask.post("/", 10));
                if (body.length() < 10) {
                    UpstreamRig.until("abc is there", () -> node.received().contains("abc"));
                    asked.onThread(() -> asked.call.endRequest(null));
                }
                assertThat(asked.failure().kind()).isEqualTo(Kind.BAD_REQUEST);
                UpstreamRig.until("the upstream sees the end", () -> node.open() == 0);
                assertThat(node.received()).doesNotContain("abcdefghij");
            }
        }
    }
}
