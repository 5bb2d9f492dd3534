package io.ethryx.server.upstream.http1;

import static io.ethryx.server.upstream.Wire.crlf;
import static org.assertj.core.api.Assertions.assertThat;

import io.ethryx.server.fields.FieldBlock;
import io.ethryx.server.testing.RawUpstream;
import io.ethryx.server.upstream.Ask;
import io.ethryx.server.upstream.Asked;
import io.ethryx.server.upstream.UpstreamFailure.Kind;
import io.ethryx.server.upstream.UpstreamRequest;
import io.ethryx.server.upstream.UpstreamRig;
import io.ethryx.server.upstream.UpstreamUse;
import io.undertow.util.HttpString;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class RequestHeadTest {

    private static final String OK = crlf("HTTP/1.1 200 OK", "Content-Length: 2", "") + "ok";

    static Stream<Ask> refused() {
        return Stream.of(
                Ask.get("/").with("X-A", "b\r\nX-B: c"),
                Ask.get("/").with("X-A", "b\rc"),
                Ask.get("/").with("X-A", "b\nc"),
                Ask.get("/").with("X-A", "b\0c"),
                Ask.get("/").with("X-A", "b\u0100c"),
                Ask.get("/").with("X-A", "b\uff0ac"),
                Ask.get("/").with("X A", "b"),
                Ask.get("/").with("X-A:", "b"),
                Ask.get("/").with("X\0A", "b"),
                Ask.get("/").with("", "b"),
                Ask.get("/").with("Content-Length", "5"),
                Ask.get("/").with("transfer-encoding", "chunked"),
                Ask.get("/").with("CONNECTION", "close"),
                Ask.get("/").with("X-A", "b".repeat(300_000)),
                Ask.get(""),
                Ask.get("/a b"),
                Ask.get("/a\r\nX: y"),
                Ask.get("/a\nb"),
                Ask.get("/a\0b"),
                Ask.get("/a\u0100b"),
                new Ask(new HttpString("GE T"), "/", UpstreamRequest.NO_BODY, true, List.of()),
                new Ask(new HttpString(""), "/", UpstreamRequest.NO_BODY, true, List.of()));
    }

    @ParameterizedTest
    @MethodSource("refused")
    void what_would_become_another_field_or_request_is_refused_and_nothing_is_sent(Ask ask) throws Exception {
        try (UpstreamRig rig = new UpstreamRig();
                RawUpstream node = RawUpstream.answering(OK)) {
            Http1Upstream upstream = rig.to(node.port());
            Asked asked = rig.asked().begin(upstream, ask);
            assertThat(asked.failure().kind()).isEqualTo(Kind.BAD_REQUEST);
            assertThat(upstream.use()).isEqualTo(new UpstreamUse(0, 0, 0, 0));
            assertThat(rig.asked().begin(upstream, Ask.get("/ok")).answered().text())
                    .isEqualTo("ok");
            assertThat(node.received()).isEqualTo(crlf("GET /ok HTTP/1.1", "Host: node:1", ""));
        }
    }

    @Test
    void the_host_of_a_head_is_its_own_whatever_the_heads_before_it_said() throws Exception {
        try (UpstreamRig rig = new UpstreamRig();
                RawUpstream node = RawUpstream.answering(OK)) {
            Http1Upstream upstream = rig.to(node.port());
            rig.asked().begin(upstream, Ask.get("/a")).answered();
            rig.asked().begin(upstream, Ask.get("/b").with("Host", "node:2")).answered();
            Asked refused = rig.asked().begin(upstream, Ask.get("/").with("Host", "node:1\r\nX-A: b"));
            assertThat(refused.failure().kind()).isEqualTo(Kind.BAD_REQUEST);
            rig.asked().begin(upstream, Ask.get("/c")).answered();
            assertThat(node.received())
                    .isEqualTo(crlf(
                            "GET /a HTTP/1.1",
                            "Host: node:1",
                            "",
                            "GET /b HTTP/1.1",
                            "Host: node:1",
                            "Host: node:2",
                            "",
                            "GET /c HTTP/1.1",
                            "Host: node:1",
                            ""));
        }
    }

    @Test
    void every_byte_that_may_stand_in_a_value_arrives_as_it_is() throws Exception {
        StringBuilder all = new StringBuilder("x");
        for (char c = 1; c <= 0xFF; c++) {
            if (c != '\r' && c != '\n') {
                all.append(c);
            }
        }
        all.append('x');
        try (UpstreamRig rig = new UpstreamRig();
                RawUpstream node = RawUpstream.answering(OK)) {
            rig.asked()
                    .begin(rig.to(node.port()), Ask.get("/").with("X-A", all.toString()))
                    .answered();
            assertThat(node.received()).isEqualTo(crlf("GET / HTTP/1.1", "Host: node:1", "X-A: " + all, ""));
        }
    }

    @Test
    void a_head_over_many_buffers_and_its_body_arrive_whole() throws Exception {
        String value = "v".repeat(1_000);
        Ask ask = Ask.post("/" + "p".repeat(100_000), 5);
        StringBuilder expected = new StringBuilder("POST " + ask.target() + " HTTP/1.1\r\nHost: node:1\r\n");
        for (int i = 0; i < 150; i++) {
            ask = ask.with("X-" + i, value);
            expected.append("X-").append(i).append(": ").append(value).append("\r\n");
        }
        expected.append("Content-Length: 5\r\n\r\nhello");
        try (UpstreamRig rig = new UpstreamRig();
                RawUpstream node = RawUpstream.answering(OK)) {
            Http1Upstream upstream = rig.to(node.port());
            rig.asked().writing("hello").begin(upstream, ask).answered();
            assertThat(node.nextRequest()).isEqualTo(expected.toString());
            rig.asked().begin(upstream, Ask.get("/")).answered();
            assertThat(node.connections()).hasSize(1);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 4_000, 8_000, 8_100, 8_192, 9_000, 20_000, 100_000})
    void lines_of_any_length_arrive_as_they_are(int length) throws Exception {
        FieldBlock lines = new FieldBlock();
        lines.add("X-A", "a".repeat(length));
        lines.add("X-B", "b");
        UpstreamRequest request = new Lines(lines);
        try (UpstreamRig rig = new UpstreamRig();
                RawUpstream node = RawUpstream.answering(OK)) {
            rig.asked().begin(rig.to(node.port()), request).answered();
            assertThat(node.received())
                    .isEqualTo(crlf("GET / HTTP/1.1", "Host: node:1", "X-A: " + "a".repeat(length), "X-B: b", ""));
        }
    }

    /** Gives its fields as a block of lines. */
    private record Lines(FieldBlock lines) implements UpstreamRequest {

        @Override
        public HttpString method() {
            return new HttpString("GET");
        }

        @Override
        public String target() {
            return "/";
        }

        @Override
        public long contentLength() {
            return NO_BODY;
        }

        @Override
        public boolean repeatable() {
            return true;
        }

        @Override
        public void writeFields(FieldSink sink) {
            sink.field("Host", "node:1");
            sink.lines(lines);
        }
    }

    @Test
    void a_bad_trailer_ends_the_connection_and_not_the_request() throws Exception {
        try (UpstreamRig rig = new UpstreamRig();
                RawUpstream node = RawUpstream.start(RawUpstream.Connection::readToEnd)) {
            Asked asked = rig.asked().writing("abc");
            asked.requestTrailers = new FieldBlock();
            asked.requestTrailers.add("Content-Length", "5");
            asked.begin(rig.to(node.port()), Ask.post("/", UpstreamRequest.UNKNOWN_LENGTH));
            assertThat(asked.failure().kind()).isEqualTo(Kind.BAD_REQUEST);
            UpstreamRig.until(
                    "the upstream sees the end",
                    () -> node.open() == 0 && node.received().endsWith("\r\n\r\n3\r\nabc\r\n"));
        }
    }

    @Test
    void a_length_of_any_size_is_written_in_decimal() throws Exception {
        for (long length : new long[] {0, 9, 10, 1_234_567_890_123L, Long.MAX_VALUE}) {
            try (UpstreamRig rig = new UpstreamRig();
                    RawUpstream node = RawUpstream.start(connection -> {
                        connection.readHead();
                        connection.send(OK);
                        connection.readToEnd();
                    })) {
                Asked asked = rig.asked();
                asked.endWhenWritten = false;
                asked.begin(rig.to(node.port()), Ask.post("/", length));
                asked.onThread(() -> asked.call.flushHead());
                asked.answered();
                assertThat(node.received())
                        .isEqualTo(crlf("POST / HTTP/1.1", "Host: node:1", "Content-Length: " + length, ""));
                asked.onThread(() -> asked.call.cancel());
            }
        }
    }
}
