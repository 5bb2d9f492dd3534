package io.ethryx.server.upstream.http2;

import static org.assertj.core.api.Assertions.assertThat;

import io.ethryx.server.testing.Http2Stub;
import io.ethryx.server.testing.RawUpstream;
import io.ethryx.server.upstream.Ask;
import io.ethryx.server.upstream.Asked;
import io.ethryx.server.upstream.UpstreamFailure.Kind;
import io.ethryx.server.upstream.UpstreamRig;
import io.ethryx.server.upstream.UpstreamSettings;
import io.netty.handler.codec.http2.Http2Settings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** How many connections over HTTP/2 an IO thread has: one, and more while calls wait for a stream, up to the limit. */
class Http2ConnectionsTest {

    private static UpstreamSettings settings(int port, int connections, Duration idle) {
        return new UpstreamSettings("127.0.0.1", port, "node", Duration.ofSeconds(5), connections, 1_000, idle);
    }

    private static List<Asked> ask(UpstreamRig rig, Http2Upstream upstream, int calls) {
        return IntStream.range(0, calls)
                .mapToObj(i -> rig.asked().begin(upstream, Ask.get("/" + i)))
                .toList();
    }

    @Test
    void calls_over_the_peer_s_limit_open_more_connections_and_wait_beyond_those() throws Exception {
        try (UpstreamRig rig = new UpstreamRig();
                Http2Stub node =
                        Http2Stub.start(new Http2Settings().maxConcurrentStreams(2), new Http2Stub.Script() {})) {
            Http2Upstream upstream =
                    rig.http2(settings(node.port(), 3, Duration.ofMinutes(1)), Http2Timing.USUAL, null);
            List<Asked> asked = ask(rig, upstream, 8);
            List<Http2Stub.Stream> open = new ArrayList<>();
            for (int i = 0; i < 6; i++) {
                open.add(node.nextRequest());
            }
            UpstreamRig.until("two calls wait", () -> upstream.use().waiting() == 2);
            assertThat(node.connections()).hasSize(3);
            open.forEach(stream -> stream.answer("ok"));
            node.nextRequest().answer("ok");
            node.nextRequest().answer("ok");
            for (Asked one : asked) {
                assertThat(one.answered().text()).isEqualTo("ok");
            }
            assertThat(node.connections()).hasSize(3);
        }
    }

    @Test
    void connections_that_are_needed_no_more_are_closed_and_the_first_goes_on() throws Exception {
        try (UpstreamRig rig = new UpstreamRig();
                Http2Stub node =
                        Http2Stub.start(new Http2Settings().maxConcurrentStreams(1), new Http2Stub.Script() {})) {
            Http2Upstream upstream =
                    rig.http2(settings(node.port(), 3, Duration.ofMillis(300)), Http2Timing.USUAL, null);
            ask(rig, upstream, 3);
            Http2Stub.Stream first = node.nextRequest();
            node.nextRequest().answer("ok");
            node.nextRequest().answer("ok");
            UpstreamRig.until("one connection is left", () -> upstream.use().open() == 1);
            first.answer("ok");
        }
    }

    @Test
    void one_connection_is_tried_at_a_time_and_a_refused_one_leaves_the_calls_to_the_others() throws Exception {
        try (UpstreamRig rig = new UpstreamRig()) {
            Http2Stub node = Http2Stub.start(new Http2Settings().maxConcurrentStreams(1), new Http2Stub.Script() {});
            Http2Upstream upstream =
                    rig.http2(settings(node.port(), 2, Duration.ofMinutes(1)), Http2Timing.USUAL, null);
            Asked first = rig.asked().begin(upstream, Ask.get("/first"));
            Http2Stub.Stream serving = node.nextRequest();
            node.stopAccepting();
            Asked second = rig.asked().begin(upstream, Ask.get("/second"));
            UpstreamRig.until(
                    "an attempt has failed",
                    () -> upstream.use().waiting() == 1 && upstream.use().connecting() == 0);
            serving.answer("ok");
            first.answered();
            node.nextRequest().answer("ok");
            assertThat(second.answered().text()).isEqualTo("ok");
            node.close();
        }
    }

    @Test
    void readers_that_stall_leave_new_calls_to_another_connection() throws Exception {
        byte[] body = new byte[200_000];
        try (UpstreamRig rig = new UpstreamRig();
                Http2Stub node = Http2Stub.answering(
                        stream -> stream.fields(false, ":status", "200").data(true, body))) {
            // So many connections may be made that each has the smallest window, 1 MiB.
            Http2Upstream upstream =
                    rig.http2(settings(node.port(), 512, Duration.ofMinutes(1)), Http2Timing.USUAL, null);
            List<Asked> stalled = new ArrayList<>();
            for (int i = 0; i < 10; i++) {
                Asked asked = rig.asked();
                asked.autoRead = false;
                stalled.add(asked.begin(upstream, Ask.get("/stalled")).headed());
                int all = (i + 1) * 65_535;
                UpstreamRig.until("their windows are used up", () -> rig.bytesUnderWay() >= Math.min(all, 8 * 65_535));
            }
            Asked quick = rig.asked().begin(upstream, Ask.get("/quick")).answered();
            assertThat(quick.received()).isEqualTo(body.length);
            assertThat(node.connections()).hasSize(2);
            for (Asked asked : stalled) {
                asked.onThread(asked::pull);
                assertThat(asked.answered().received()).isEqualTo(body.length);
            }
        }
    }

    @Test
    void a_peer_that_does_not_speak_http_2_has_no_codec_loaded_for_it() throws Exception {
        try (UpstreamRig rig = new UpstreamRig();
                RawUpstream node = RawUpstream.start(connection -> {
                    connection.readUntil("SM\r\n\r\n");
                    connection.send("HTTP/1.1 400 Bad Request\r\n\r\n");
                    connection.readToEnd();
                });
                Http2Stub other = Http2Stub.answering(stream -> stream.answer("ok"))) {
            Http2Upstream upstream = rig.http2(node.port());
            Asked asked = rig.asked().writing("x").begin(upstream, Ask.post("/", 1));
            assertThat(asked.failure().kind()).isEqualTo(Kind.CONNECT);
            assertThat(upstream.isLoaded()).isFalse();
            Http2Upstream speaking = rig.http2(other.port());
            rig.asked().begin(speaking, Ask.get("/")).answered();
            assertThat(speaking.isLoaded()).isTrue();
        }
    }
}
