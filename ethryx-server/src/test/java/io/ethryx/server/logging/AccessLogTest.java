package io.ethryx.server.logging;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class AccessLogTest {

    private static final AccessLine LINE = new AccessLine(
            "[::1]:5000",
            "HTTP/1.1",
            "POST",
            "/eth/v1/a%20b",
            "CL",
            "HTTP",
            499,
            1.23456,
            20,
            115,
            200,
            "curl/8",
            "id=1&key=0123456789abcdefghij");

    @Test
    void the_fields_stand_in_the_order_of_the_reference_with_ours_after_them() {
        try (JsonLogProbe probe = JsonLogProbe.at(LogLevel.INFO, true)) {
            new AccessLog(false).write(LINE);
            assertThat(probe.text())
                    .contains("\"level\":\"INFO\",\"fields\":{\"message\":\"request\",\"peer\":\"[::1]:5000\","
                            + "\"version\":\"HTTP/1.1\",\"method\":\"POST\",\"path\":\"/eth/v1/a%20b\",\"upstream\":\"CL\","
                            + "\"proto\":\"HTTP\",\"status\":499,\"latency_ms\":1.235,\"total_ms\":20.0,\"bytes_in\":115,"
                            + "\"bytes_out\":200},\"target\":\"access_log\"}");
        }
    }

    @Test
    void an_extended_log_adds_user_agent_and_query() {
        try (JsonLogProbe probe = JsonLogProbe.at(LogLevel.INFO, true)) {
            new AccessLog(true).write(LINE);
            assertThat(probe.text())
                    .contains(
                            "\"bytes_out\":200,\"user_agent\":\"curl/8\",\"query\":\"id=1&key=0123456789abcdefghij\"}");
        }
    }

    @Test
    void an_extended_log_leaves_out_what_the_request_did_not_have() {
        AccessLine bare = new AccessLine("p", "HTTP/2.0", "GET", "/", "EL", "WS", 200, 0, 0, 0, 0, null, null);
        try (JsonLogProbe probe = JsonLogProbe.at(LogLevel.INFO, true)) {
            new AccessLog(true).write(bare);
            assertThat(probe.text()).contains("\"bytes_out\":0},");
        }
    }

    @Test
    void it_is_off_unless_asked_for() {
        AccessLog access = new AccessLog(false);
        try (JsonLogProbe probe = JsonLogProbe.at(LogLevel.TRACE, false)) {
            access.write(LINE);
            assertThat(access.enabled()).isFalse();
            assertThat(probe.text()).isEmpty();
        }
        try (JsonLogProbe probe = JsonLogProbe.at(LogLevel.ERROR, true)) {
            assertThat(access.enabled()).isTrue();
        }
    }
}
