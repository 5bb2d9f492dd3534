package io.ethryx.server.proxy;

import static org.assertj.core.api.Assertions.assertThat;

import io.ethryx.server.fields.FieldBlock;
import io.ethryx.server.testing.FieldTexts;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HopByHopTest {

    private final FieldBlock fields = new FieldBlock();

    private List<String> namesLeft() {
        HopByHop.drop(fields);
        List<String> names = new ArrayList<>();
        FieldTexts.forEach(fields, (name, value) -> names.add(name));
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
        fields.add("X-A", "v");
        fields.add(name, "v");
        assertThat(namesLeft()).containsExactly("X-A");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"Authorization", "Expect", "X-Custom", "Via", "X-Forwarded-For", "traceparent", "Content-Type"})
    void these_fields_go_on(String name) {
        fields.add(name, "v");
        assertThat(namesLeft()).containsExactly(name);
    }

    @Test
    void each_connection_line_nominates_more_fields_in_any_case() {
        fields.add("x-drop", "1");
        fields.add("Connection", "");
        fields.add("connection", "keep-alive,\tX-DROP , ,x-also");
        fields.add("X-Also", "2");
        fields.add("X-ALSO", "3");
        fields.add("x-alsoo", "4");
        fields.add("x-dro", "5");
        fields.add("x", "6");
        assertThat(namesLeft()).containsExactly("x-alsoo", "x-dro", "x");
    }

    @Test
    void a_line_that_nominates_connection_itself_does_not_hide_the_lines_behind_it() {
        fields.add("Connection", "connection");
        fields.add("Connection", "x-drop");
        fields.add("X-Drop", "1");
        assertThat(namesLeft()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"Close", "keep-alive"})
    void a_lone_keep_alive_or_close_nominates_nothing(String option) {
        fields.add("Connection", option);
        fields.add("Close", "1");
        fields.add("X-A", "2");
        assertThat(namesLeft()).containsExactly("Close", "X-A");
    }
}
