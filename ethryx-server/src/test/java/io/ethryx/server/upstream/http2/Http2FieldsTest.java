package io.ethryx.server.upstream.http2;

import static org.assertj.core.api.Assertions.assertThat;

import io.ethryx.server.testing.Http2Stub;
import io.ethryx.server.upstream.Ask;
import io.ethryx.server.upstream.UpstreamFailure;
import io.ethryx.server.upstream.UpstreamFailure.Kind;
import io.ethryx.server.upstream.UpstreamRig;
import io.netty.handler.codec.http2.Http2Settings;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Fields of both directions (RFC 9113 section 8.2): nothing passes that could become another field or another request. */
class Http2FieldsTest {

    @Test
    void a_request_that_could_become_another_is_never_sent() throws Exception {
        try (UpstreamRig rig = new UpstreamRig();
                Http2Stub node = Http2Stub.answering(stream -> stream.answer("ok"))) {
            Http2Upstream upstream = rig.http2(node.port());
            List<Ask> bad = List.of(
                    Ask.get("/").with("X-A", "a\r\nX-B: b"),
                    Ask.get("/").with("X-A", "a\nb"),
                    Ask.get("/").with("X-A", "a\0b"),
                    Ask.get("/").with("X-A", "\u0100"),
                    Ask.get("/").with("X A", "a"),
                    Ask.get("/").with(":path", "/other"),
                    Ask.get("/").with("Transfer-Encoding", "chunked"),
                    Ask.get("/").with("Connection", "x-a"),
                    Ask.get("/a b"),
                    Ask.get("other"));
            for (Ask ask : bad) {
                assertThat(rig.asked().begin(upstream, ask).failure().kind())
                        .as("%s", ask)
                        .isEqualTo(Kind.BAD_REQUEST);
            }
            rig.asked().begin(upstream, Ask.get("/good")).answered();
            assertThat(node.nextRequest().path()).isEqualTo("/good");
            assertThat(node.waitingRequests()).isZero();
        }
    }

    @Test
    void fields_of_one_connection_stay_behind_and_values_lose_their_margins() throws Exception {
        try (UpstreamRig rig = new UpstreamRig();
                Http2Stub node = Http2Stub.answering(stream -> stream.answer("ok"))) {
            rig.asked()
                    .begin(
                            rig.http2(node.port()),
                            Ask.get("/")
                                    .with("Keep-Alive", "5")
                                    .with("Proxy-Connection", "close")
                                    .with("Upgrade", "h2c")
                                    .with("TE", "gzip")
                                    .with("X-A", " a\t"))
                    .answered();
            assertThat(node.nextRequest().head().subList(4, 5)).containsExactly("x-a: a");
        }
    }

    @Test
    void a_head_over_32_kib_is_refused_and_one_below_is_sent() throws Exception {
        try (UpstreamRig rig = new UpstreamRig();
                Http2Stub node = Http2Stub.start(
                        new Http2Settings().maxHeaderListSize(64 * 1024),
                        Http2Stub.onEnd(stream -> stream.answer("ok")))) {
            Http2Upstream upstream = rig.http2(node.port());
            assertThat(rig.asked()
                            .begin(upstream, Ask.get("/").with("X-A", "x".repeat(33 * 1024)))
                            .failure())
                    .isEqualTo(new UpstreamFailure(Kind.TOO_LARGE, "its head is larger than 32 KiB"));
            rig.asked()
                    .begin(upstream, Ask.get("/").with("X-A", "x".repeat(31 * 1024)))
                    .answered();
        }
    }

    @Test
    void a_head_over_what_the_peer_takes_is_refused_and_the_connection_lives() throws Exception {
        try (UpstreamRig rig = new UpstreamRig();
                Http2Stub node = Http2Stub.start(
                        new Http2Settings().maxHeaderListSize(1024), Http2Stub.onEnd(stream -> stream.answer("ok")))) {
            Http2Upstream upstream = rig.http2(node.port());
            assertThat(rig.asked()
                            .begin(upstream, Ask.get("/").with("X-A", "x".repeat(2_000)))
                            .failure())
                    .isEqualTo(new UpstreamFailure(Kind.TOO_LARGE, "its head is larger than the upstream takes"));
            rig.asked().begin(upstream, Ask.get("/")).answered();
            assertThat(node.connections()).hasSize(1);
        }
    }

    @Test
    void an_answer_that_could_become_another_fails_its_call_alone() throws Exception {
        String[][] bad = {
            {":status", "200", "x-a", "a\r\nx-b: b"},
            {":status", "200", "x-a", "a\0b"},
            {":status", "200", "X-A", "a"},
            {":status", "200", "x a", "a"},
            {":status", "200", "connection", "close"},
            {":status", "200", "content-length", "1x"},
            {":status", "99"},
            {":status", "101"},
            {"x-a", "no status"},
        };
        try (UpstreamRig rig = new UpstreamRig();
                Http2Stub node = Http2Stub.answering(stream -> {
                    int which = Integer.parseInt(stream.path().substring(1));
                    if (which == bad.length) {
                        stream.answer("ok");
                    } else {
                        stream.fields(false, bad[which]);
                    }
                })) {
            Http2Upstream upstream = rig.http2(node.port());
            for (int i = 0; i < bad.length; i++) {
                assertThat(rig.asked()
                                .begin(upstream, Ask.get("/" + i))
                                .failure()
                                .kind())
                        .as(String.join(" ", bad[i]))
                        .isEqualTo(Kind.MALFORMED);
            }
            assertThat(rig.asked()
                            .begin(upstream, Ask.get("/" + bad.length))
                            .answered()
                            .text())
                    .isEqualTo("ok");
            assertThat(node.connections()).hasSize(1);
        }
    }
}
