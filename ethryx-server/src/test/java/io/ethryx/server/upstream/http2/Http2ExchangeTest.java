package io.ethryx.server.upstream.http2;

import static org.assertj.core.api.Assertions.assertThat;

import io.ethryx.server.fields.FieldBlock;
import io.ethryx.server.testing.Http2Stub;
import io.ethryx.server.upstream.Ask;
import io.ethryx.server.upstream.Asked;
import io.ethryx.server.upstream.UpstreamFailure.Kind;
import io.ethryx.server.upstream.UpstreamRequest;
import io.ethryx.server.upstream.UpstreamRig;
import io.netty.handler.codec.http2.Http2Settings;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** One request and its answer over HTTP/2 (RFC 9113 section 8). */
class Http2ExchangeTest {

    private static final int FIVE_MIB = 5 * 1024 * 1024;

    private static byte[] random(int length) {
        byte[] bytes = new byte[length];
        new Random(7).nextBytes(bytes);
        return bytes;
    }

    private static FieldBlock fields(String... namesAndValues) {
        FieldBlock fields = new FieldBlock();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            fields.add(namesAndValues[i], namesAndValues[i + 1]);
        }
        return fields;
    }

    @Test
    void a_get_is_one_frame_with_the_upstream_s_own_authority_and_lower_case_names() throws Exception {
        try (UpstreamRig rig = new UpstreamRig();
                Http2Stub node = Http2Stub.answering(stream -> stream.answer("ok"))) {
            Asked asked = rig.asked()
                    .begin(rig.http2(node.port()), Ask.get("/a?b=%zz").with("X-Custom", "A, b"))
                    .answered();
            assertThat(asked.status).isEqualTo(200);
            assertThat(asked.length).isEqualTo(2);
            assertThat(asked.field("content-type")).isEqualTo("application/json");
            assertThat(asked.text()).isEqualTo("ok");
            Http2Stub.Stream request = node.nextRequest();
            assertThat(request.head())
                    .containsExactly(
                            ":method: GET",
                            ":scheme: http",
                            ":authority: 127.0.0.1:" + node.port(),
                            ":path: /a?b=%zz",
                            "x-custom: A, b");
            assertThat(request.frames()).isEmpty();
        }
    }

    @Test
    void a_short_body_leaves_in_one_piece_with_its_end() throws Exception {
        try (UpstreamRig rig = new UpstreamRig();
                Http2Stub node = Http2Stub.answering(stream -> stream.answer(stream.text()))) {
            Asked asked = rig.asked()
                    .writing("{\"id\":1}")
                    .begin(rig.http2(node.port()), Ask.post("/", 8))
                    .answered();
            assertThat(asked.text()).isEqualTo("{\"id\":1}");
            Http2Stub.Stream request = node.nextRequest();
            assertThat(request.head()).contains(":method: POST", "content-length: 8");
            assertThat(request.frames()).containsExactly("8 end");
        }
    }

    @Test
    void many_calls_share_one_connection() throws Exception {
        try (UpstreamRig rig = new UpstreamRig();
                Http2Stub node = Http2Stub.answering(stream -> stream.answer(stream.path()))) {
            Http2Upstream upstream = rig.http2(node.port());
            List<Asked> all = IntStream.range(0, 50)
                    .mapToObj(i -> rig.asked().begin(upstream, Ask.get("/" + i)))
                    .toList();
            for (int i = 0; i < all.size(); i++) {
                assertThat(all.get(i).answered().text()).isEqualTo("/" + i);
            }
            assertThat(node.connections()).hasSize(1);
        }
    }

    @Test
    void five_mebibytes_pass_both_ways_whatever_the_windows() throws Exception {
        for (int window : new int[] {1_000, 65_535, 1_000_000}) {
            try (UpstreamRig rig = new UpstreamRig();
                    Http2Stub node = Http2Stub.start(
                            Http2Settings.defaultSettings().initialWindowSize(window),
                            Http2Stub.onEnd(stream ->
                                    stream.fields(false, ":status", "200").data(true, stream.body())))) {
                byte[] body = random(window == 1_000 ? FIVE_MIB / 10 : FIVE_MIB);
                Asked asked = rig.asked()
                        .writing(body)
                        .begin(rig.http2(node.port()), Ask.post("/", UpstreamRequest.UNKNOWN_LENGTH))
                        .answered();
                assertThat(asked.length).isEqualTo(-1);
                assertThat(Arrays.equals(asked.body.toByteArray(), body)).isTrue();
                assertThat(Arrays.equals(node.nextRequest().body(), body)).isTrue();
            }
        }
    }

    @Test
    void a_caller_that_reads_nothing_holds_one_window_and_slows_no_one_else() throws Exception {
        byte[] body = random(FIVE_MIB);
        try (UpstreamRig rig = new UpstreamRig();
                Http2Stub node = Http2Stub.answering(
                        stream -> stream.fields(false, ":status", "200").data(true, body))) {
            Http2Upstream upstream = rig.http2(node.port());
            Asked stalled = rig.asked();
            stalled.autoRead = false;
            stalled.begin(upstream, Ask.get("/stalled")).headed();
            for (int i = 0; i < 3; i++) {
                Asked quick = rig.asked().begin(upstream, Ask.get("/quick")).answered();
                assertThat(quick.received()).isEqualTo(FIVE_MIB);
            }
            assertThat(rig.bytesUnderWay()).isLessThan(512 * 1024);
            stalled.onThread(stalled::pull);
            assertThat(Arrays.equals(stalled.answered().body.toByteArray(), body))
                    .isTrue();
        }
    }

    @Test
    void a_node_that_reads_nothing_stops_the_upload() throws Exception {
        try (UpstreamRig rig = new UpstreamRig();
                Http2Stub node = Http2Stub.start(Http2Stub.onHead(Http2Stub.Stream::hoards))) {
            Asked asked =
                    rig.asked().writing(new byte[FIVE_MIB]).begin(rig.http2(node.port()), Ask.post("/", FIVE_MIB));
            UpstreamRig.until(
                    "the window is used up",
                    () -> !node.connections().isEmpty()
                            && node.connections().get(0).streams().containsKey(3)
                            && node.connections().get(0).streams().get(3).body().length == 65_535);
            asked.onThread(() -> assertThat(asked.toWrite.position()).isBetween(65_535, 65_535 + 2 * 65_536));
            assertThat(rig.bytesUnderWay()).isLessThan(256 * 1024);
            asked.onThread(asked.call::cancel);
            assertThat(node.nextReset()).isEqualTo("3 8");
        }
    }

    @Test
    void an_informational_head_comes_first() throws Exception {
        try (UpstreamRig rig = new UpstreamRig();
                Http2Stub node = Http2Stub.answering(stream -> stream.fields(false, ":status", "103", "link", "</a>")
                        .fields(false, ":status", "102")
                        .answer("ok"))) {
            Asked asked =
                    rig.asked().begin(rig.http2(node.port()), Ask.get("/")).answered();
            assertThat(asked.informational).containsExactly("103 </a>", "102 null");
            assertThat(asked.text()).isEqualTo("ok");
        }
    }

    @Test
    void trailers_pass_both_ways() throws Exception {
        try (UpstreamRig rig = new UpstreamRig();
                Http2Stub node = Http2Stub.answering(stream ->
                        stream.fields(false, ":status", "200").data(false, "ok").fields(true, "x-sum", "1"))) {
            Asked asked = rig.asked().writing("abc");
            asked.requestTrailers = fields("X-Digest", "d");
            asked.begin(rig.http2(node.port()), Ask.post("/", UpstreamRequest.UNKNOWN_LENGTH))
                    .answered();
            assertThat(asked.call.trailers().value(0)).isEqualTo("1");
            Http2Stub.Stream request = node.nextRequest();
            assertThat(request.frames()).containsExactly("3");
            assertThat(request.trailers()).containsExactly("x-digest: d");
        }
    }

    @Test
    void an_answer_without_a_body_ends_with_its_head() throws Exception {
        try (UpstreamRig rig = new UpstreamRig();
                Http2Stub node = Http2Stub.answering(stream -> {
                    switch (stream.path()) {
                        case "/204" -> stream.fields(true, ":status", "204");
                        case "/304" -> stream.fields(true, ":status", "304", "content-length", "5");
                        case "/late" -> stream.fields(false, ":status", "204").data(true, "");
                        default -> stream.fields(true, ":status", "200", "content-length", "5");
                    }
                })) {
            Http2Upstream upstream = rig.http2(node.port());
            for (Ask ask : List.of(Ask.get("/204"), Ask.get("/304"), Ask.get("/late"), Ask.head("/head"))) {
                Asked asked = rig.asked().begin(upstream, ask).answered();
                assertThat(asked.length).as(ask.target()).isZero();
                assertThat(asked.received()).isZero();
            }
        }
    }

    @Test
    void an_early_answer_ends_the_call_before_its_upload() throws Exception {
        try (UpstreamRig rig = new UpstreamRig();
                Http2Stub node = Http2Stub.start(Http2Stub.onHead(stream ->
                        stream.hoards().fields(false, ":status", "413").data(true, "too much")))) {
            Asked asked = rig.asked()
                    .writing(new byte[FIVE_MIB])
                    .begin(rig.http2(node.port()), Ask.post("/", FIVE_MIB))
                    .answered();
            assertThat(asked.status).isEqualTo(413);
            assertThat(asked.text()).isEqualTo("too much");
            asked.onThread(asked.call::cancel);
            assertThat(node.nextReset()).isEqualTo("3 8");
        }
    }

    @Test
    void after_an_early_answer_and_a_friendly_reset_what_still_comes_is_dropped() throws Exception {
        try (UpstreamRig rig = new UpstreamRig();
                Http2Stub node = Http2Stub.start(Http2Stub.onHead(stream -> stream.hoards()
                        .fields(false, ":status", "200")
                        .data(true, "enough")
                        .reset(0)))) {
            Asked asked = rig.asked()
                    .writing(new byte[FIVE_MIB])
                    .begin(rig.http2(node.port()), Ask.post("/", FIVE_MIB))
                    .answered();
            assertThat(asked.text()).isEqualTo("enough");
            UpstreamRig.until("the upload is over", () -> !asked.toWrite.hasRemaining());
            assertThat(asked.failure).isNull();
        }
    }

    @Test
    void a_cancelled_call_resets_its_stream_and_harms_no_other() throws Exception {
        try (UpstreamRig rig = new UpstreamRig();
                Http2Stub node = Http2Stub.answering(stream -> {
                    if (stream.path().equals("/slow")) {
                        stream.fields(false, ":status", "200").data(false, "begun");
                    } else {
                        stream.answer("ok");
                    }
                })) {
            Http2Upstream upstream = rig.http2(node.port());
            Asked slow = rig.asked().begin(upstream, Ask.get("/slow")).headed();
            slow.onThread(slow.call::cancel);
            assertThat(node.nextReset()).isEqualTo("3 8");
            assertThat(rig.asked().begin(upstream, Ask.get("/")).answered().text())
                    .isEqualTo("ok");
            assertThat(node.connections()).hasSize(1);
            assertThat(slow.failure).isNull();
        }
    }

    @Test
    void a_length_that_the_caller_does_not_keep_fails_the_call_and_never_completes_it() throws Exception {
        try (UpstreamRig rig = new UpstreamRig();
                Http2Stub node = Http2Stub.answering(stream -> stream.answer("ok"))) {
            Http2Upstream upstream = rig.http2(node.port());
            assertThat(rig.asked()
                            .writing("abcd")
                            .begin(upstream, Ask.post("/", 3))
                            .failure()
                            .kind())
                    .isEqualTo(Kind.BAD_REQUEST);
            assertThat(rig.asked()
                            .writing("ab")
                            .begin(upstream, Ask.post("/", 3))
                            .failure()
                            .kind())
                    .isEqualTo(Kind.BAD_REQUEST);
            assertThat(rig.asked().begin(upstream, Ask.get("/")).answered().text())
                    .isEqualTo("ok");
            assertThat(node.nextRequest().path()).isEqualTo("/");
            assertThat(node.waitingRequests()).isZero();
        }
    }
}
