package io.ethryx.server.logging;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jboss.logging.Logger.Level;
import org.junit.jupiter.api.Test;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

class JsonLoggingTest {

    private final Logger log = LoggerFactory.getLogger(Targets.ETHRYX);

    @Test
    void a_line_has_timestamp_level_fields_and_target_in_this_order() {
        try (JsonLogProbe probe = JsonLogProbe.at(LogLevel.INFO, false)) {
            Instant before = Instant.now();
            log.atInfo().addKeyValue("listen", "[::1]:8547").log("listening");
            assertThat(probe.text()).endsWith("}\n");
            assertThat(List.<Object>copyOf(probe.line().keySet()))
                    .containsExactly("timestamp", "level", "fields", "target");
            assertThat(probe.line().get("level")).isEqualTo("INFO");
            assertThat(probe.line().get("target")).isEqualTo("ethryx");
            assertThat(String.valueOf(probe.line().get("timestamp")))
                    .matches("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{6}Z");
            assertThat(Instant.parse(String.valueOf(probe.line().get("timestamp"))))
                    .isBetween(before.minusMillis(1), Instant.now());
        }
    }

    @Test
    void targets_are_printed_with_double_colons_and_library_names_as_they_are() {
        try (JsonLogProbe probe = JsonLogProbe.at(LogLevel.INFO, true)) {
            for (String name : List.of(Targets.ETHRYX, Targets.HEALTH, Targets.PROXY, Targets.ACCESS, "io.undertow")) {
                LoggerFactory.getLogger(name).warn("x");
            }
            assertThat(probe.lines())
                    .extracting(line -> line.get("target"))
                    .isEqualTo(List.of("ethryx", "ethryx::health", "ethryx::proxy", "access_log", "io.undertow"));
        }
    }

    @Test
    void the_message_is_first_and_numbers_and_booleans_keep_their_type() {
        try (JsonLogProbe probe = JsonLogProbe.at(LogLevel.INFO, false)) {
            log.atInfo()
                    .addKeyValue("status", 200)
                    .addKeyValue("bytes", 9_007_199_254_740_993L)
                    .addKeyValue("ratio", 0.25)
                    .addKeyValue("nan", Double.NaN)
                    .addKeyValue("strict", true)
                    .addKeyValue("text", "200")
                    .addKeyValue("none", (Object) null)
                    .addKeyValue("took", Duration.ofMillis(1500))
                    .log("{} of {}", 1, 2);
            assertThat(probe.text())
                    .contains(
                            "\"fields\":{\"message\":\"1 of 2\",\"status\":200,\"bytes\":9007199254740993,\"ratio\":0.25,"
                                    + "\"nan\":\"NaN\",\"strict\":true,\"text\":\"200\",\"none\":null,\"took\":\"PT1.5S\"}");
        }
    }

    @Test
    void hostile_text_stays_inside_its_string_and_its_line() {
        String hostile = "a\"b\\c\nd\re\tf\u0000g\u2028h\u007fi\u00e9\ud83d\ude00";
        try (JsonLogProbe probe = JsonLogProbe.at(LogLevel.INFO, false)) {
            log.atInfo().addKeyValue("te\"xt", hostile).log(hostile);
            assertThat(probe.text().lines()).hasSize(1);
            assertThat(probe.fields().get("message")).isEqualTo(hostile);
            assertThat(probe.fields().get("te\"xt")).isEqualTo(hostile);
        }
    }

    @Test
    void half_a_surrogate_pair_becomes_the_replacement_character() {
        try (JsonLogProbe probe = JsonLogProbe.at(LogLevel.INFO, false)) {
            log.atInfo().addKeyValue("t", "a\ud83db\ude00\ud83d").log("\ude00\ud83d");
            assertThat(probe.fields().get("message")).isEqualTo("\ufffd\ufffd");
            assertThat(probe.fields().get("t")).isEqualTo("a\ufffdb\ufffd\ufffd");
        }
    }

    @Test
    void long_text_is_not_cut() {
        String path = "/eth/v1/" + "x".repeat(120_000);
        try (JsonLogProbe probe = JsonLogProbe.at(LogLevel.INFO, false)) {
            log.atInfo().addKeyValue("path", path).log("request");
            assertThat(probe.fields().get("path")).isEqualTo(path);
        }
    }

    @Test
    void a_member_stands_once_whatever_the_caller_does() {
        try (JsonLogProbe probe = JsonLogProbe.at(LogLevel.INFO, false)) {
            log.atInfo()
                    .addKeyValue("k", 1)
                    .addKeyValue("k", 2)
                    .addKeyValue("message", "other")
                    .log("m");
            assertThat(probe.text()).contains("\"fields\":{\"message\":\"m\",\"k\":1}");
        }
    }

    @Test
    void a_value_that_cannot_say_its_text_does_not_cost_the_line() {
        Object mute = new Object() {
            @Override
            public String toString() {
                throw new IllegalStateException("mute");
            }
        };
        try (JsonLogProbe probe = JsonLogProbe.at(LogLevel.INFO, false)) {
            log.atInfo().addKeyValue("mute", mute).log("m");
            assertThat(String.valueOf(probe.fields().get("mute"))).contains("IllegalStateException");
        }
    }

    @Test
    void what_was_thrown_stands_in_error_and_stack() {
        try (JsonLogProbe probe = JsonLogProbe.at(LogLevel.INFO, false)) {
            log.error("broken", new IllegalStateException("a \"cause\""));
            assertThat(probe.line().get("level")).isEqualTo("ERROR");
            assertThat(probe.fields().get("error")).isEqualTo("java.lang.IllegalStateException: a \"cause\"");
            assertThat(String.valueOf(probe.fields().get("stack"))).contains("JsonLoggingTest");
        }
    }

    @Test
    void libraries_that_use_jboss_logging_write_the_same_lines() {
        String previous = System.getProperty("org.jboss.logging.provider");
        System.setProperty("org.jboss.logging.provider", "slf4j");
        try (JsonLogProbe probe = JsonLogProbe.at(LogLevel.INFO, false)) {
            org.jboss.logging.Logger library = org.jboss.logging.Logger.getLogger("org.xnio.nio");
            library.info("chatter");
            library.log(Level.WARN, "trouble");
            assertThat(probe.line().get("target")).isEqualTo("org.xnio.nio");
            assertThat(probe.fields()).isEqualTo(java.util.Map.ofEntries(entry("message", "trouble")));
        } finally {
            if (previous == null) {
                System.clearProperty("org.jboss.logging.provider");
            }
        }
    }

    @Test
    void loggers_made_before_the_log_is_open_come_alive_and_fall_silent_with_it() {
        assertThat(log.isErrorEnabled()).isFalse();
        try (JsonLogProbe probe = JsonLogProbe.at(LogLevel.DEBUG, false)) {
            assertThat(log.isDebugEnabled()).isTrue();
            assertThat(log.isTraceEnabled()).isFalse();
        }
        assertThat(log.isErrorEnabled()).isFalse();
    }
}
