package io.ethryx.server.upstream.http2;

import static org.assertj.core.api.Assertions.assertThat;

import io.ethryx.server.testing.Http2Stub;
import io.ethryx.server.upstream.Ask;
import io.ethryx.server.upstream.Asked;
import io.ethryx.server.upstream.UpstreamFailure;
import io.ethryx.server.upstream.UpstreamFailure.Kind;
import io.ethryx.server.upstream.UpstreamRequest;
import io.ethryx.server.upstream.UpstreamRig;
import io.ethryx.server.upstream.UpstreamSettings;
import io.netty.handler.codec.http2.Http2Settings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** How a connection over HTTP/2 ends, and what becomes of the calls on it (decision S24). */
class Http2LifeTest {

    private static final long NO_ERROR = 0;
    private static final long PROTOCOL_ERROR = 1;
    private static final long REFUSED_STREAM = 7;
    private static final long ENHANCE_YOUR_CALM = 11;
    private static final long HTTP_1_1_REQUIRED = 13;

    private static UpstreamSettings settings(int port, int waiting, Duration idle) {
        return new UpstreamSettings("127.0.0.1", port, "node", Duration.ofSeconds(5), 1, waiting, idle);
    }

    private static UpstreamSettings settings(int port) {
        return settings(port, 1_000, Duration.ofMinutes(1));
    }

    @Test
    void calls_over_the_peer_s_limit_wait_for_a_stream_in_order() throws Exception {
        List<Http2Stub.Stream> held = new ArrayList<>();
        try (UpstreamRig rig = new UpstreamRig();
                Http2Stub node = Http2Stub.start(
                        Http2Settings.defaultSettings().maxConcurrentStreams(2), Http2Stub.onEnd(held::add))) {
            Http2Upstream upstream = rig.http2(settings(node.port()), Http2Timing.USUAL, null);
            List<Asked> asked = IntStream.range(0, 6)
                    .mapToObj(i -> rig.asked().begin(upstream, Ask.get("/" + i)))
                    .toList();
            UpstreamRig.until("four calls wait", () -> upstream.use().waiting() == 4);
            for (int i = 0; i < 6; i++) {
                Http2Stub.Stream request = node.nextRequest();
                assertThat(request.path()).isEqualTo("/" + i);
                request.answer("ok");
                assertThat(asked.get(i).answered().text()).isEqualTo("ok");
            }
            assertThat(node.connections()).hasSize(1);
        }
    }

    @Test
    void a_limit_that_the_peer_raises_lets_waiting_calls_go() throws Exception {
        try (UpstreamRig rig = new UpstreamRig();
                Http2Stub node = Http2Stub.start(
                        Http2Settings.defaultSettings().maxConcurrentStreams(1), new Http2Stub.Script() {})) {
            Http2Upstream upstream = rig.http2(settings(node.port()), Http2Timing.USUAL, null);
            List<Asked> asked = IntStream.range(0, 3)
                    .mapToObj(i -> rig.asked().begin(upstream, Ask.get("/" + i)))
                    .toList();
            Http2Stub.Stream first = node.nextRequest();
            assertThat(node.waitingRequests()).isZero();
            first.connection().settings(new Http2Settings().maxConcurrentStreams(10));
            List<Http2Stub.Stream> all = List.of(first, node.nextRequest(), node.nextRequest());
            all.forEach(stream -> stream.answer("ok"));
            for (Asked one : asked) {
                one.answered();
            }
        }
    }

    @Test
    void calls_beyond_the_queue_are_refused_and_a_cancelled_one_leaves_its_place() throws Exception {
        try (UpstreamRig rig = new UpstreamRig();
                Http2Stub node = Http2Stub.start(
                        Http2Settings.defaultSettings().maxConcurrentStreams(1), new Http2Stub.Script() {})) {
            Http2Upstream upstream =
                    rig.http2(settings(node.port(), 2, Duration.ofMinutes(1)), Http2Timing.USUAL, null);
            Asked first = rig.asked().begin(upstream, Ask.get("/0"));
            Http2Stub.Stream request = node.nextRequest();
            Asked second = rig.asked().begin(upstream, Ask.get("/1"));
            Asked third = rig.asked().begin(upstream, Ask.get("/2"));
            UpstreamRig.until("two calls wait", () -> upstream.use().waiting() == 2);
            assertThat(rig.asked().begin(upstream, Ask.get("/3")).failure())
                    .isEqualTo(new UpstreamFailure(Kind.OVERLOADED, "too many calls wait for a stream"));
            second.onThread(second.call::cancel);
            UpstreamRig.until("one call waits", () -> upstream.use().waiting() == 1);
            request.answer("ok");
            first.answered();
            Http2Stub.Stream next = node.nextRequest();
            assertThat(next.path()).isEqualTo("/2");
            next.answer("ok");
            third.answered();
        }
    }

    @Test
    void a_goodbye_lets_its_streams_end_and_sends_the_others_again_on_a_new_connection() throws Exception {
        try (UpstreamRig rig = new UpstreamRig();
                Http2Stub node = Http2Stub.start(new Http2Stub.Script() {})) {
            Http2Upstream upstream = rig.http2(node.port());
            Asked kept = rig.asked().begin(upstream, Ask.get("/kept"));
            Http2Stub.Stream request = node.nextRequest();
            Asked unseen = rig.asked().writing("body").begin(upstream, Ask.post("/unseen", 4));
            assertThat(node.nextRequest().path()).isEqualTo("/unseen");
            request.connection().goAway(request.id(), NO_ERROR);
            Http2Stub.Stream again = node.nextRequest();
            assertThat(again.path()).isEqualTo("/unseen");
            assertThat(again.text()).isEqualTo("body");
            assertThat(again.connection()).isNotSameAs(request.connection());
            again.answer("second");
            assertThat(unseen.answered().text()).isEqualTo("second");
            request.answer("first");
            assertThat(kept.answered().text()).isEqualTo("first");
            assertThat(request.connection().nextGoodbye()).isEqualTo("0 0");
            UpstreamRig.until("the old connection is closed", () -> node.open() == 1);
        }
    }

    @Test
    void a_goodbye_with_an_error_gets_a_grace_and_then_an_end() throws Exception {
        try (UpstreamRig rig = new UpstreamRig();
                Http2Stub node = Http2Stub.start(new Http2Stub.Script() {})) {
            Http2Timing timing =
                    new Http2Timing(Duration.ofSeconds(10), Duration.ofSeconds(10), Duration.ofMillis(200));
            Http2Upstream upstream = rig.http2(settings(node.port()), timing, null);
            Asked quick = rig.asked().begin(upstream, Ask.get("/quick"));
            Http2Stub.Stream quickly = node.nextRequest();
            Asked never = rig.asked().begin(upstream, Ask.get("/never"));
            Http2Stub.Stream second = node.nextRequest();
            second.connection().goAway(second.id(), ENHANCE_YOUR_CALM);
            quickly.answer("ok");
            assertThat(quick.answered().text()).isEqualTo("ok");
            // A GET on a used connection that ends without an answer is sent once more.
            Http2Stub.Stream again = node.nextRequest();
            assertThat(again.path()).isEqualTo("/never");
            again.answer("ok");
            never.answered();
            UpstreamRig.until("the old connection is closed", () -> node.open() == 1);
        }
    }

    @Test
    void a_refused_stream_is_sent_once_more_with_its_body_and_not_twice() throws Exception {
        AtomicInteger refusals = new AtomicInteger(1);
        try (UpstreamRig rig = new UpstreamRig();
                Http2Stub node = Http2Stub.answering(stream -> {
                    if (refusals.getAndDecrement() > 0) {
                        stream.reset(REFUSED_STREAM);
                    } else {
                        stream.answer(stream.text());
                    }
                })) {
            Http2Upstream upstream = rig.http2(node.port());
            assertThat(rig.asked()
                            .writing("body")
                            .begin(upstream, Ask.post("/", 4))
                            .answered()
                            .text())
                    .isEqualTo("body");
            assertThat(node.nextRequest().text()).isEqualTo("body");
            assertThat(node.nextRequest().text()).isEqualTo("body");
            refusals.set(2);
            assertThat(rig.asked()
                            .writing("body")
                            .begin(upstream, Ask.post("/", 4))
                            .failure())
                    .isEqualTo(new UpstreamFailure(Kind.CLOSED, "it refused the request"));
            node.nextRequest();
            node.nextRequest();
            assertThat(node.waitingRequests()).isZero();
            assertThat(node.connections()).hasSize(1);
        }
    }

    @Test
    void a_call_follows_one_goodbye_after_the_other_but_not_without_end() throws Exception {
        AtomicInteger goodbyes = new AtomicInteger(4);
        try (UpstreamRig rig = new UpstreamRig();
                Http2Stub node = Http2Stub.answering(stream -> {
                    if (goodbyes.getAndDecrement() > 0) {
                        stream.connection().goAway(stream.id() - 2, 0);
                    } else {
                        stream.answer(stream.text());
                    }
                })) {
            Http2Upstream upstream = rig.http2(node.port());
            assertThat(rig.asked()
                            .writing("body")
                            .begin(upstream, Ask.post("/", 4))
                            .answered()
                            .text())
                    .isEqualTo("body");
            assertThat(node.connections()).hasSize(5);
            goodbyes.set(5);
            assertThat(rig.asked()
                            .writing("body")
                            .begin(upstream, Ask.post("/", 4))
                            .failure())
                    .isEqualTo(new UpstreamFailure(Kind.CLOSED, "it refused the request"));
        }
    }

    @Test
    void a_refused_upload_that_is_no_longer_held_whole_fails() throws Exception {
        try (UpstreamRig rig = new UpstreamRig();
                Http2Stub node = Http2Stub.answering(stream -> stream.reset(REFUSED_STREAM))) {
            Asked asked = rig.asked()
                    .writing(new byte[Http2RequestSide.MOST_KEPT + 1])
                    .begin(rig.http2(node.port()), Ask.post("/", Http2RequestSide.MOST_KEPT + 1));
            assertThat(asked.failure().kind()).isEqualTo(Kind.CLOSED);
            node.nextRequest();
            assertThat(node.waitingRequests()).isZero();
        }
    }

    @Test
    void a_peer_that_asks_for_http_1_1_is_reported_and_the_call_fails() throws Exception {
        try (UpstreamRig rig = new UpstreamRig();
                Http2Stub node = Http2Stub.answering(stream -> stream.reset(HTTP_1_1_REQUIRED))) {
            Asked asked = rig.asked().begin(rig.http2(node.port()), Ask.get("/"));
            assertThat(asked.failure()).isEqualTo(new UpstreamFailure(Kind.CLOSED, "it asks for HTTP/1.1"));
            assertThat(rig.http11Required).hasValue(1);
            node.nextRequest();
            assertThat(node.waitingRequests()).isZero();
        }
    }

    @Test
    void any_other_reset_fails_its_call_alone_and_is_never_sent_again() throws Exception {
        try (UpstreamRig rig = new UpstreamRig();
                Http2Stub node = Http2Stub.answering(stream -> {
                    switch (stream.path()) {
                        case "/before" -> stream.reset(PROTOCOL_ERROR);
                        case "/inside" ->
                            stream.fields(false, ":status", "200")
                                    .data(false, "half")
                                    .reset(2);
                        default -> stream.answer("ok");
                    }
                })) {
            Http2Upstream upstream = rig.http2(node.port());
            assertThat(rig.asked().begin(upstream, Ask.get("/before")).failure())
                    .isEqualTo(new UpstreamFailure(Kind.CLOSED, "it reset the stream with PROTOCOL_ERROR"));
            assertThat(rig.asked().begin(upstream, Ask.get("/inside")).failure())
                    .isEqualTo(new UpstreamFailure(Kind.TRUNCATED, "it reset the stream with INTERNAL_ERROR"));
            assertThat(rig.asked().begin(upstream, Ask.get("/")).answered().text())
                    .isEqualTo("ok");
            for (String path : List.of("/before", "/inside", "/")) {
                assertThat(node.nextRequest().path()).isEqualTo(path);
            }
            assertThat(node.connections()).hasSize(1);
        }
    }

    @Test
    void a_connection_that_is_lost_fails_what_may_have_been_processed() throws Exception {
        try (UpstreamRig rig = new UpstreamRig();
                Http2Stub node = Http2Stub.answering(stream -> {
                    switch (stream.path()) {
                        case "/open" -> stream.fields(false, ":status", "200").data(false, "half");
                        case "/bye" -> stream.connection().close();
                        default -> stream.answer("ok");
                    }
                })) {
            Http2Upstream upstream = rig.http2(node.port());
            Asked open = rig.asked().begin(upstream, Ask.get("/open")).headed();
            Asked bye = rig.asked().writing("x").begin(upstream, Ask.post("/bye", 1));
            assertThat(bye.failure()).isEqualTo(new UpstreamFailure(Kind.CLOSED, "the connection was lost"));
            assertThat(open.failure()).isEqualTo(new UpstreamFailure(Kind.TRUNCATED, "the connection was lost"));
            assertThat(rig.asked().begin(upstream, Ask.get("/")).answered().text())
                    .isEqualTo("ok");
            assertThat(node.connections()).hasSize(2);
        }
    }

    @Test
    void a_get_is_sent_once_more_where_a_used_connection_is_lost_before_the_answer() throws Exception {
        AtomicInteger losses = new AtomicInteger(1);
        try (UpstreamRig rig = new UpstreamRig();
                Http2Stub node = Http2Stub.answering(stream -> {
                    if (stream.path().equals("/again") && losses.getAndDecrement() > 0) {
                        stream.connection().close();
                    } else {
                        stream.answer("ok");
                    }
                })) {
            Http2Upstream upstream = rig.http2(node.port());
            rig.asked().begin(upstream, Ask.get("/first")).answered();
            assertThat(rig.asked().begin(upstream, Ask.get("/again")).answered().text())
                    .isEqualTo("ok");
            losses.set(2);
            assertThat(rig.asked().begin(upstream, Ask.get("/again")).failure().kind())
                    .isEqualTo(Kind.CLOSED);
            Http2Upstream fresh = rig.http2(node.port());
            losses.set(1);
            assertThat(rig.asked().begin(fresh, Ask.get("/again")).failure().kind())
                    .isEqualTo(Kind.CLOSED);
        }
    }

    @Test
    void a_silent_connection_with_open_streams_is_asked_whether_it_lives() throws Exception {
        Http2Timing timing = new Http2Timing(Duration.ofMillis(200), Duration.ofMillis(400), Duration.ofSeconds(5));
        try (UpstreamRig rig = new UpstreamRig();
                Http2Stub node = Http2Stub.start(new Http2Stub.Script() {})) {
            Http2Upstream upstream = rig.http2(settings(node.port()), timing, null);
            Asked patient = rig.asked().begin(upstream, Ask.get("/patient"));
            Http2Stub.Stream request = node.nextRequest();
            UpstreamRig.until(
                    "three pings have come", () -> request.connection().pings() >= 3);
            request.answer("ok");
            assertThat(patient.answered().text()).isEqualTo("ok");
            Asked dead = rig.asked().begin(upstream, Ask.post("/dead", UpstreamRequest.NO_BODY));
            node.nextRequest().connection().goDeaf();
            assertThat(dead.failure()).isEqualTo(new UpstreamFailure(Kind.CLOSED, "the connection is dead"));
        }
    }

    @Test
    void an_idle_connection_is_closed_with_a_goodbye() throws Exception {
        try (UpstreamRig rig = new UpstreamRig();
                Http2Stub node = Http2Stub.answering(stream -> stream.answer("ok"))) {
            Http2Upstream upstream =
                    rig.http2(settings(node.port(), 10, Duration.ofMillis(200)), Http2Timing.USUAL, null);
            rig.asked().begin(upstream, Ask.get("/")).answered();
            UpstreamRig.until("the connection is closed", () -> upstream.use().open() == 0 && node.open() == 0);
            assertThat(node.connections().get(0).nextGoodbye()).isEqualTo("0 0");
            rig.asked().begin(upstream, Ask.get("/")).answered();
            assertThat(node.connections()).hasSize(2);
        }
    }

    @Test
    void a_closed_upstream_lets_calls_in_flight_end_and_refuses_others() throws Exception {
        try (UpstreamRig rig = new UpstreamRig();
                Http2Stub node = Http2Stub.start(new Http2Stub.Script() {})) {
            Http2Upstream upstream = rig.http2(node.port());
            Asked asked = rig.asked().begin(upstream, Ask.get("/"));
            Http2Stub.Stream request = node.nextRequest();
            upstream.close();
            assertThat(rig.asked().begin(upstream, Ask.get("/")).failure())
                    .isEqualTo(new UpstreamFailure(Kind.CONNECT, "the upstream is being shut down"));
            request.answer("ok");
            assertThat(asked.answered().text()).isEqualTo("ok");
        }
    }
}
