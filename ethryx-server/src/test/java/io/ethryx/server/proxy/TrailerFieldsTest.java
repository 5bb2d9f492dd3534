package io.ethryx.server.proxy;

import static org.assertj.core.api.Assertions.assertThat;

import io.ethryx.server.fields.FieldBlock;
import io.ethryx.server.testing.FieldTexts;
import java.util.ArrayList;
import java.util.List;
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
                "Connection",
                "Age",
                "authentication-info",
                "Cache-Control",
                "Date",
                "expect",
                "Expires",
                "keep-alive",
                "Location",
                "Max-Forwards",
                "Origin",
                "Pragma",
                "Range",
                "Retry-After",
                "TE",
                "Trailer",
                "Trailers",
                "Upgrade",
                "Vary",
                "Via",
                "Warning",
                "WWW-Authenticate",
                "Access-Control-Allow-Origin",
                "X-Real-IP"
            })
    void what_frames_routes_or_authenticates_never_follows_a_body(String name) {
        assertThat(TrailerFields.permitted(trailers(name, "v"))).isNull();
    }

    @Test
    void other_fields_go_on_with_all_their_lines() {
        FieldBlock trailers = trailers("X-Checksum", "a");
        trailers.add("X-Checksum", "b");
        trailers.add("Content-Length", "9");
        FieldBlock permitted = TrailerFields.permitted(trailers);
        assertThat(permitted).isNotNull();
        List<String> lines = new ArrayList<>();
        FieldTexts.forEach(permitted, (name, value) -> lines.add(name + ": " + value));
        assertThat(lines).containsExactly("X-Checksum: a", "X-Checksum: b");
    }

    @Test
    void a_name_that_only_begins_like_a_forbidden_one_goes_on() {
        assertThat(TrailerFields.permitted(trailers("Agent", "v"))).isNotNull();
        assertThat(TrailerFields.permitted(trailers("Content", "v"))).isNotNull();
        assertThat(TrailerFields.permitted(trailers("I", "v"))).isNotNull();
    }

    @Test
    void no_trailers_stay_none() {
        assertThat(TrailerFields.permitted(null)).isNull();
        assertThat(TrailerFields.permitted(new FieldBlock())).isNull();
    }

    private static FieldBlock trailers(String name, String value) {
        FieldBlock trailers = new FieldBlock();
        trailers.add(name, value);
        return trailers;
    }
}
