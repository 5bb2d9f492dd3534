package io.ethryx.server.proxy;

import static org.assertj.core.api.Assertions.assertThat;

import io.undertow.util.HeaderMap;
import io.undertow.util.Headers;
import io.undertow.util.HttpString;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HopByHopTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "connection",
                "Keep-Alive",
                "PROXY-AUTHENTICATE",
                "proxy-authorization",
                "Proxy-Connection",
                "te",
                "Trailer",
                "Trailers",
                "transfer-encoding",
                "Upgrade",
                "HTTP2-Settings"
            })
    void these_fields_always_end_here(String name) {
        assertThat(HopByHop.ends(new HttpString(name), null)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"Authorization", "Expect", "X-Custom", "Via", "X-Forwarded-For", "traceparent", "Content-Type"})
    void these_fields_go_on(String name) {
        assertThat(HopByHop.ends(new HttpString(name), null)).isFalse();
    }

    @Test
    void each_connection_line_nominates_more_fields_in_any_case() {
        HeaderMap headers = new HeaderMap();
        headers.add(Headers.CONNECTION, "");
        headers.add(Headers.CONNECTION, "keep-alive,\tX-DROP , ,x-also");
        var connection = HopByHop.nominations(headers);
        assertThat(HopByHop.ends(new HttpString("x-drop"), connection)).isTrue();
        assertThat(HopByHop.ends(new HttpString("X-Also"), connection)).isTrue();
        assertThat(HopByHop.ends(new HttpString("x-alsoo"), connection)).isFalse();
        assertThat(HopByHop.ends(new HttpString("x-dro"), connection)).isFalse();
        assertThat(HopByHop.ends(new HttpString("x"), connection)).isFalse();
    }

    @Test
    void a_lone_keep_alive_or_close_nominates_nothing() {
        HeaderMap headers = new HeaderMap();
        assertThat(HopByHop.nominations(headers)).isNull();
        headers.add(Headers.CONNECTION, "Close");
        assertThat(HopByHop.nominations(headers)).isNull();
        headers.put(Headers.CONNECTION, "x");
        assertThat(HopByHop.nominations(headers)).isNotNull();
    }
}
