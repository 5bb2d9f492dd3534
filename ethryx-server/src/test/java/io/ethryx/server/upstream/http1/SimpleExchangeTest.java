package io.ethryx.server.upstream.http1;

import static io.ethryx.server.upstream.Wire.crlf;
import static org.assertj.core.api.Assertions.assertThat;

import io.ethryx.server.fields.FieldBlock;
import io.ethryx.server.testing.RawUpstream;
import io.ethryx.server.upstream.Ask;
import io.ethryx.server.upstream.Asked;
import io.ethryx.server.upstream.UpstreamRequest;
import io.ethryx.server.upstream.UpstreamRig;
import io.ethryx.server.upstream.UpstreamUse;
import org.junit.jupiter.api.Test;

class SimpleExchangeTest {

    @Test
    void a_get_is_sent_as_its_line_its_fields_and_nothing_else() throws Exception {
        try (UpstreamRig rig = new UpstreamRig();
                RawUpstream node = RawUpstream.answering("HTTP/1.1 200 OK\r\nContent-Length: 2\r\nX-a: b\r\n\r\nhi")) {
            Asked asked = rig.asked()
                    .begin(rig.to(node.port()), Ask.get("/eth/v1?x=%20y").with("x-b", "\u00e9"))
                    .answered();
            assertThat(asked.status).isEqualTo(200);
            assertThat(asked.length).isEqualTo(2);
            assertThat(asked.text()).isEqualTo("hi");
            assertThat(asked.field("x-a")).isEqualTo("b");
            assertThat(node.received()).isEqualTo("GET /eth/v1?x=%20y HTTP/1.1\r\nHost: node:1\r\nx-b: \u00e9\r\n\r\n");
        }
    }

    @Test
    void a_body_of_known_length_follows_its_head() throws Exception {
        try (UpstreamRig rig = new UpstreamRig();
                RawUpstream node = RawUpstream.answering("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")) {
            Asked asked = rig.asked()
                    .writing("{\"a\":1}")
                    .begin(rig.to(node.port()), Ask.post("/", 7))
                    .answered();
            assertThat(asked.text()).isEmpty();
            assertThat(node.received())
                    .isEqualTo("POST / HTTP/1.1\r\nHost: node:1\r\nContent-Length: 7\r\n\r\n{\"a\":1}");
        }
    }

    @Test
    void a_connection_serves_call_after_call() throws Exception {
        try (UpstreamRig rig = new UpstreamRig();
                RawUpstream node = RawUpstream.answering("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi")) {
            Http1Upstream upstream = rig.to(node.port());
            for (int i = 0; i < 100; i++) {
                Asked asked = rig.asked()
                        .writing("12345")
                        .begin(upstream, Ask.post("/" + i, 5))
                        .answered();
                assertThat(asked.text()).isEqualTo("hi");
                assertThat(node.nextRequest())
                        .isEqualTo("POST /" + i + " HTTP/1.1\r\nHost: node:1\r\nContent-Length: 5\r\n\r\n12345");
            }
            assertThat(node.connections()).hasSize(1);
            assertThat(upstream.use()).isEqualTo(new UpstreamUse(1, 1, 0, 0));
        }
    }

    @Test
    void a_body_of_unknown_length_is_chunked_and_its_trailers_follow() throws Exception {
        try (UpstreamRig rig = new UpstreamRig();
                RawUpstream node = RawUpstream.answering("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")) {
            Asked asked = rig.asked().writing("0123456789abcdefXYZ");
            asked.requestTrailers = new FieldBlock();
            asked.requestTrailers.add("X-Sum", "42");
            asked.begin(rig.to(node.port()), Ask.post("/", UpstreamRequest.UNKNOWN_LENGTH))
                    .answered();
            assertThat(node.received())
                    .isEqualTo(crlf(
                            "POST / HTTP/1.1",
                            "Host: node:1",
                            "Transfer-Encoding: chunked",
                            "",
                            "13",
                            "0123456789abcdefXYZ",
                            "0",
                            "X-Sum: 42",
                            ""));
        }
    }

    @Test
    void a_chunked_answer_is_unframed_and_its_trailers_are_given() throws Exception {
        try (UpstreamRig rig = new UpstreamRig();
                RawUpstream node = RawUpstream.answering(crlf(
                        "HTTP/1.1 200 OK",
                        "Transfer-Encoding: chunked",
                        "",
                        "3;x=y",
                        "abc",
                        "0A",
                        "0123456789",
                        "0",
                        "X-T: v",
                        ""))) {
            Http1Upstream upstream = rig.to(node.port());
            for (int i = 0; i < 2; i++) {
                Asked asked = rig.asked().begin(upstream, Ask.get("/")).answered();
                assertThat(asked.length).isEqualTo(-1);
                assertThat(asked.text()).isEqualTo("abc0123456789");
                assertThat(asked.call.trailers().value(0)).isEqualTo("v");
            }
            assertThat(node.connections()).hasSize(1);
        }
    }
}
