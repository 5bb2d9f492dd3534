package io.ethryx.server.proxy;

import static org.assertj.core.api.Assertions.assertThat;

import io.ethryx.server.fields.FieldBlock;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HopByHopTest {

    private static FieldBlock fields(String... namesAndValues) {
        FieldBlock fields = new FieldBlock();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            fields.add(namesAndValues[i], namesAndValues[i + 1]);
        }
        return fields;
    }

    private static List<String> left(FieldBlock fields) {
        HopByHop.drop(fields);
        List<String> names = new ArrayList<>();
        fields.forEach((name, value) -> names.add(name));
        return names;
    }

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
        assertThat(left(fields("a", "b", name, "v", "c", "d"))).containsExactly("a", "c");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"Authorization", "Expect", "X-Custom", "Via", "X-Forwarded-For", "traceparent", "Content-Type"})
    void these_fields_go_on(String name) {
        assertThat(left(fields(name, "v"))).containsExactly(name);
    }

    @Test
    void each_connection_line_nominates_more_fields_in_any_case() {
        FieldBlock fields = fields(
                "Connection",
                "",
                "Connection",
                "keep-alive,\tX-DROP , ,x-also",
                "x-drop",
                "1",
                "X-Also",
                "2",
                "X-Alsoo",
                "3",
                "x-dro",
                "4",
                "x",
                "5");
        assertThat(left(fields)).containsExactly("X-Alsoo", "x-dro", "x");
    }

    @Test
    void a_connection_that_nominates_itself_does_not_save_what_the_next_line_nominates() {
        assertThat(left(fields("Connection", "connection", "Connection", "x", "x", "1")))
                .isEmpty();
    }

    @Test
    void a_lone_keep_alive_or_close_nominates_nothing() {
        assertThat(left(fields("Connection", "Close", "close", "1", "keep-alive-not", "2")))
                .containsExactly("close", "keep-alive-not");
        assertThat(left(fields("x", "1"))).containsExactly("x");
        assertThat(left(fields("Connection", "x", "x", "1"))).isEmpty();
    }
}
