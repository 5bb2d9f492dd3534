package io.ethryx.server.upstream.http1;

import static org.assertj.core.api.Assertions.assertThat;

import io.ethryx.server.testing.RawUpstream;
import io.ethryx.server.upstream.Ask;
import io.ethryx.server.upstream.Asked;
import io.ethryx.server.upstream.UpstreamFailure.Kind;
import io.ethryx.server.upstream.UpstreamRig;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ResponseTableTest {

    static Stream<ResponseSamples.Good> good() {
        return ResponseSamples.GOOD.stream();
    }

    static Stream<ResponseSamples.Bad> bad() {
        return ResponseSamples.BAD.stream();
    }

    @ParameterizedTest
    @MethodSource("good")
    void an_answer_is_understood(ResponseSamples.Good sample) throws Exception {
        try (UpstreamRig rig = new UpstreamRig();
                RawUpstream node = RawUpstream.start(connection -> {
                    while (connection.readRequest() != null) {
                        connection.send(sample.wire());
                        if (sample.name().startsWith("until the end")) {
                            return;
                        }
                    }
                })) {
            Http1Upstream upstream = rig.to(node.port());
            for (int i = 0; i < 3; i++) {
                Asked asked = rig.asked().begin(upstream, Ask.get("/")).answered();
                assertThat(asked.status).isEqualTo(sample.status());
                assertThat(asked.text()).isEqualTo(sample.body());
                assertThat(asked.failure).isNull();
            }
            assertThat(node.connections()).hasSize(sample.keepsAlive() ? 1 : 3);
        }
    }

    @ParameterizedTest
    @MethodSource("bad")
    void a_malformed_answer_is_refused(ResponseSamples.Bad sample) throws Exception {
        try (UpstreamRig rig = new UpstreamRig();
                RawUpstream node = RawUpstream.answering(sample.wire())) {
            Asked asked = rig.asked().begin(rig.to(node.port()), Ask.get("/"));
            assertThat(asked.failure().kind()).isEqualTo(Kind.MALFORMED);
            assertThat(asked.ended.getCount()).isEqualTo(1);
            assertThat("abc").startsWith(asked.text());
            assertThat(node.connections()).hasSize(1);
        }
    }
}
