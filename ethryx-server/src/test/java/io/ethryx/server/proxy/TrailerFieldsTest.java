package io.ethryx.server.proxy;

import static org.assertj.core.api.Assertions.assertThat;

import io.undertow.util.HeaderMap;
import io.undertow.util.HttpString;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TrailerFieldsTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Content-Length",
                "content-encoding",
                "Transfer-Encoding",
                "Host",
                "X-Forwarded-For",
                "Forwarded",
                "Authorization",
                "Cookie",
                "Set-Cookie",
                "If-Match",
                "Proxy-Authorization",
                "Sec-WebSocket-Key",
                "Connection"
            })
    void what_frames_routes_or_authenticates_never_follows_a_body(String name) {
        assertThat(TrailerFields.permitted(trailers(name, "v"))).isNull();
    }

    @Test
    void other_fields_go_on_with_all_their_lines() {
        HeaderMap trailers = trailers("X-Checksum", "a");
        trailers.add(new HttpString("X-Checksum"), "b");
        trailers.add(new HttpString("Content-Length"), "9");
        HeaderMap permitted = TrailerFields.permitted(trailers);
        assertThat(permitted).isNotNull();
        assertThat(permitted.get("X-Checksum")).containsExactly("a", "b");
        assertThat(permitted.size()).isEqualTo(1);
    }

    @Test
    void no_trailers_stay_none() {
        assertThat(TrailerFields.permitted(null)).isNull();
        assertThat(TrailerFields.permitted(new HeaderMap())).isNull();
    }

    private static HeaderMap trailers(String name, String value) {
        HeaderMap trailers = new HeaderMap();
        trailers.add(new HttpString(name), value);
        return trailers;
    }
}
