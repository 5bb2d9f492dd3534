package io.ethryx.server.upstream.http2;

import static org.assertj.core.api.Assertions.assertThat;

import io.ethryx.server.fields.FieldBlock;
import io.ethryx.server.testing.FrameClient;
import io.ethryx.server.testing.Http2Stub;
import io.ethryx.server.upstream.Ask;
import io.ethryx.server.upstream.Asked;
import io.ethryx.server.upstream.UpstreamFailure;
import io.ethryx.server.upstream.UpstreamFailure.Kind;
import io.ethryx.server.upstream.UpstreamListener;
import io.ethryx.server.upstream.UpstreamRequest;
import io.ethryx.server.upstream.UpstreamRig;
import io.netty.handler.codec.http2.Http2Settings;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Peers that break the rules or use them to the full: the harm stays with the stream, or else with the connection. */
class Http2HostileTest {

    private static final int CONTINUATION = 9;
    private static final int SMALL_WINDOW = 16;

    private static byte[] many(byte[] frame, int times) {
        ByteArrayOutputStream all = new ByteArrayOutputStream(frame.length * times);
        for (int i = 0; i < times; i++) {
            all.writeBytes(frame);
        }
        return all.toByteArray();
    }

    private static byte[] frame(String kind, int stream) {
        return switch (kind) {
            case "PING" -> FrameClient.bytes(FrameClient.PING, 0, 0, new byte[8]);
            case "PING ack" -> FrameClient.bytes(FrameClient.PING, 1, 0, new byte[8]);
            case "SETTINGS" -> FrameClient.bytes(FrameClient.SETTINGS, 0, 0, new byte[0]);
            case "WINDOW_UPDATE" -> FrameClient.bytes(FrameClient.WINDOW_UPDATE, 0, 0, new byte[] {0, 0, 0, 1});
            case "RST_STREAM" -> FrameClient.bytes(FrameClient.RST_STREAM, 0, 3, new byte[] {0, 0, 0, 8});
            case "PRIORITY" -> FrameClient.bytes(2, 0, stream, new byte[] {0, 0, 0, 0, 1});
            case "103" ->
                FrameClient.bytes(FrameClient.HEADERS, FrameClient.END_HEADERS, 3, FrameClient.block(":status", "103"));
            case "DATA" -> FrameClient.bytes(FrameClient.DATA, 0, stream, new byte[0]);
            default -> FrameClient.bytes(0x42, 0, 0, new byte[0]);
        };
    }

    /** The first call is answered, so that its stream 3 is closed; the second waits in stream 5. */
    private static Asked waiting(UpstreamRig rig, Http2Upstream upstream) throws Exception {
        rig.asked().begin(upstream, Ask.get("/first")).answered();
        return rig.asked().begin(upstream, Ask.post("/waits", UpstreamRequest.NO_BODY));
    }

    private static Http2Stub node() {
        return Http2Stub.answering(stream -> {
            if (!stream.path().equals("/waits")) {
                stream.answer("ok");
            }
        });
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"PING", "PING ack", "SETTINGS", "WINDOW_UPDATE", "RST_STREAM", "PRIORITY", "DATA", "unknown"})
    void a_flood_of_frames_ends_its_connection_and_the_next_call_has_a_new_one(String kind) throws Exception {
        try (UpstreamRig rig = new UpstreamRig();
                Http2Stub node = node()) {
            Http2Upstream upstream = rig.http2(node.port());
            Asked waiting = waiting(rig, upstream);
            node.nextRequest();
            Http2Stub.Stream open = node.nextRequest();
            if (kind.equals("DATA")) {
                open.fields(false, ":status", "200");
                waiting.headed();
            }
            open.connection().raw(many(frame(kind, open.id()), FrameBudget.FRAMES + 100));
            assertThat(waiting.failure().cause()).isEqualTo("it broke a rule of HTTP/2 (ENHANCE_YOUR_CALM)");
            assertThat(open.connection().nextGoodbye()).endsWith(" 11");
            assertThat(rig.asked().begin(upstream, Ask.get("/")).answered().text())
                    .isEqualTo("ok");
            assertThat(node.connections()).hasSize(2);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"PING", "SETTINGS", "WINDOW_UPDATE", "DATA"})
    void many_frames_that_are_not_too_many_do_no_harm(String kind) throws Exception {
        try (UpstreamRig rig = new UpstreamRig();
                Http2Stub node = node()) {
            Http2Upstream upstream = rig.http2(node.port());
            Asked waiting = waiting(rig, upstream);
            node.nextRequest();
            Http2Stub.Stream open = node.nextRequest();
            if (kind.equals("DATA")) {
                open.fields(false, ":status", "200");
                waiting.headed();
            }
            open.connection().raw(many(frame(kind, open.id()), 5_000));
            if (kind.equals("DATA")) {
                open.data(true, "ok");
            } else {
                open.answer("ok");
            }
            assertThat(waiting.answered().text()).isEqualTo("ok");
        }
    }

    @Test
    void a_head_that_unfolds_from_a_few_bytes_fails_its_call_alone() throws Exception {
        try (UpstreamRig rig = new UpstreamRig();
                Http2Stub node = node()) {
            Http2Upstream upstream = rig.http2(node.port());
            Asked waiting = waiting(rig, upstream);
            node.nextRequest();
            Http2Stub.Stream open = node.nextRequest();
            ByteArrayOutputStream block = new ByteArrayOutputStream();
            // :status 200; a field of 3,000 bytes that goes into the table; 8,000 times the same
            block.writeBytes(new byte[] {(byte) 0x88, 0x40, 1, 'a', 0x7F, (byte) 0xB9, 0x16});
            block.writeBytes("b".repeat(3_000).getBytes(StandardCharsets.US_ASCII));
            block.writeBytes(many(new byte[] {(byte) 0xBE}, 8_000));
            open.connection()
                    .raw(FrameClient.bytes(
                            FrameClient.HEADERS, FrameClient.END_HEADERS, open.id(), block.toByteArray()));
            assertThat(waiting.failure().kind()).isEqualTo(Kind.MALFORMED);
            assertThat(rig.asked().begin(upstream, Ask.get("/")).answered().text())
                    .isEqualTo("ok");
            assertThat(node.connections()).hasSize(1);
        }
    }

    @ParameterizedTest
    @CsvSource({"1, 2000", "0, 2000", "16000, 20"})
    void a_head_that_does_not_end_ends_its_connection(int piece, int pieces) throws Exception {
        try (UpstreamRig rig = new UpstreamRig();
                Http2Stub node = node()) {
            Http2Upstream upstream = rig.http2(node.port());
            Asked waiting = waiting(rig, upstream);
            node.nextRequest();
            Http2Stub.Stream open = node.nextRequest();
            open.connection().raw(FrameClient.bytes(FrameClient.HEADERS, 0, open.id(), new byte[] {(byte) 0x88}));
            open.connection().raw(many(FrameClient.bytes(CONTINUATION, 0, open.id(), new byte[piece]), pieces));
            assertThat(waiting.failure().kind()).isEqualTo(Kind.CLOSED);
            assertThat(rig.asked().begin(upstream, Ask.get("/")).answered().text())
                    .isEqualTo("ok");
            assertThat(node.connections()).hasSize(2);
        }
    }

    @Test
    void a_peer_that_announces_the_head_for_ever_fails_its_call_alone() throws Exception {
        try (UpstreamRig rig = new UpstreamRig();
                Http2Stub node = node()) {
            Http2Upstream upstream = rig.http2(node.port());
            Asked waiting = rig.asked().begin(upstream, Ask.get("/waits"));
            Http2Stub.Stream open = node.nextRequest();
            open.connection().raw(many(frame("103", open.id()), 200));
            assertThat(waiting.failure())
                    .isEqualTo(new UpstreamFailure(Kind.MALFORMED, "too many informational answers"));
            assertThat(rig.asked().begin(upstream, Ask.get("/")).answered().text())
                    .isEqualTo("ok");
            assertThat(node.connections()).hasSize(1);
        }
    }

    @Test
    void a_window_of_zero_stops_an_upload_until_it_opens_and_holds_little_meanwhile() throws Exception {
        try (UpstreamRig rig = new UpstreamRig();
                Http2Stub node = Http2Stub.start(
                        new Http2Settings().initialWindowSize(0), Http2Stub.onEnd(stream -> stream.answer("ok")))) {
            Http2Upstream upstream = rig.http2(node.port());
            Asked stopped = rig.asked().writing(new byte[500_000]).begin(upstream, Ask.post("/", 500_000));
            Asked quick = rig.asked().begin(upstream, Ask.get("/quick")).answered();
            assertThat(quick.text()).isEqualTo("ok");
            stopped.onThread(() -> assertThat(stopped.toWrite.position()).isLessThanOrEqualTo(64 * 1_024));
            node.nextRequest().connection().settings(new Http2Settings().initialWindowSize(65_535));
            assertThat(stopped.answered().text()).isEqualTo("ok");
            assertThat(node.nextRequest().body()).hasSize(500_000);
        }
    }

    @Test
    void a_window_that_shrinks_below_zero_under_an_upload_delays_it_and_loses_nothing() throws Exception {
        try (UpstreamRig rig = new UpstreamRig();
                Http2Stub node = Http2Stub.start(new Http2Stub.Script() {
                    @Override
                    public void head(Http2Stub.Stream stream) {
                        stream.connection().settings(new Http2Settings().initialWindowSize(SMALL_WINDOW));
                        stream.connection().settings(new Http2Settings().initialWindowSize(100_000));
                    }

                    @Override
                    public void end(Http2Stub.Stream stream) {
                        stream.answer("ok");
                    }
                })) {
            byte[] body = new byte[1_000_000];
            new java.util.Random(3).nextBytes(body);
            Asked asked = rig.asked().writing(body).begin(rig.http2(node.port()), Ask.post("/", body.length));
            assertThat(asked.answered().text()).isEqualTo("ok");
            assertThat(node.nextRequest().body()).isEqualTo(body);
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 4_294_967_295L})
    void a_table_of_any_size_holds_nothing_of_our_requests(long size) throws Exception {
        try (UpstreamRig rig = new UpstreamRig();
                Http2Stub node = Http2Stub.start(
                        new Http2Settings().headerTableSize(size), Http2Stub.onEnd(stream -> stream.answer("ok")))) {
            Http2Upstream upstream = rig.http2(node.port());
            for (int i = 0; i < 3; i++) {
                rig.asked()
                        .begin(upstream, Ask.get("/" + i).with("X-A", "same"))
                        .answered();
                assertThat(node.nextRequest().head()).contains(":path: /" + i, "x-a: same");
            }
            node.connections().get(0).settings(new Http2Settings().headerTableSize(0));
            rig.asked().begin(upstream, Ask.get("/last").with("X-A", "same")).answered();
            assertThat(node.nextRequest().head()).contains("x-a: same");
            assertThat(node.connections()).hasSize(1);
        }
    }

    @Test
    void resets_of_a_whole_storm_fail_their_calls_and_no_other() throws Exception {
        try (UpstreamRig rig = new UpstreamRig();
                Http2Stub node = Http2Stub.answering(stream -> {
                    if (stream.path().equals("/reset")) {
                        stream.reset(2);
                    } else {
                        stream.answer("ok");
                    }
                })) {
            Http2Upstream upstream = rig.http2(node.port());
            Asked steady = rig.asked();
            steady.endWhenWritten = false;
            steady.begin(upstream, Ask.post("/steady", UpstreamRequest.UNKNOWN_LENGTH));
            steady.onThread(() -> steady.call.flushHead());
            for (int i = 0; i < 1_500; i++) {
                assertThat(rig.asked()
                                .begin(upstream, Ask.post("/reset", UpstreamRequest.NO_BODY))
                                .failure()
                                .kind())
                        .isEqualTo(Kind.CLOSED);
            }
            steady.onThread(() -> steady.call.endRequest(null));
            assertThat(steady.answered().text()).isEqualTo("ok");
            assertThat(node.connections()).hasSize(1);
        }
    }

    @Test
    void a_pushed_stream_is_no_answer() throws Exception {
        try (UpstreamRig rig = new UpstreamRig();
                Http2Stub node = node()) {
            Http2Upstream upstream = rig.http2(node.port());
            Asked waiting = waiting(rig, upstream);
            node.nextRequest();
            Http2Stub.Stream open = node.nextRequest();
            open.connection()
                    .raw(FrameClient.bytes(
                            5, FrameClient.END_HEADERS, open.id(), new byte[] {0, 0, 0, 2, (byte) 0x82}));
            assertThat(waiting.failure().cause()).isEqualTo("it broke a rule of HTTP/2 (PROTOCOL_ERROR)");
        }
    }

    @Test
    void a_listener_that_throws_fails_its_own_call_alone() throws Exception {
        try (UpstreamRig rig = new UpstreamRig();
                Http2Stub node = Http2Stub.answering(stream -> stream.answer("ok"))) {
            Http2Upstream upstream = rig.http2(node.port());
            Faulty faulty = new Faulty();
            faulty.begin(rig, upstream);
            assertThat(faulty.failed.await(15, TimeUnit.SECONDS)).isTrue();
            assertThat(rig.asked().begin(upstream, Ask.get("/")).answered().text())
                    .isEqualTo("ok");
            assertThat(node.connections()).hasSize(1);
        }
    }

    private static final class Faulty implements UpstreamListener {

        private final CountDownLatch failed = new CountDownLatch(1);

        void begin(UpstreamRig rig, Http2Upstream upstream) {
            var thread = rig.worker.getIoThread(0);
            thread.execute(() -> upstream.call(thread, Ask.get("/faulty"), this).endRequest(null));
        }

        @Override
        public void onInformational(int status, FieldBlock fields) {
            // none comes
        }

        @Override
        public void onHead(int status, FieldBlock fields, long contentLength) {
            throw new IllegalStateException("a fault of the test");
        }

        @Override
        public void onReadable() {
            // never asked for
        }

        @Override
        public void onWritable() {
            // never asked for
        }

        @Override
        public void onFailure(UpstreamFailure failure) {
            if (failure.equals(new UpstreamFailure(Kind.CLOSED, "an internal error"))) {
                failed.countDown();
            }
        }
    }
}
