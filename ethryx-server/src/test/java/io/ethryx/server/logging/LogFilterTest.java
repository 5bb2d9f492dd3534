package io.ethryx.server.logging;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.LoggerFactory;

class LogFilterTest {

    private static LogFilter of(String directives) {
        return LogFilter.of(LogLevel.INFO, false, Map.of("ETHRYX_LOG", directives));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                // directives | logger | what passes
                "info | ethryx | INFO",
                "info | ethryx.health | INFO",
                "info | io.undertow | WARN",
                "info | access_log | OFF",
                "trace | access_log | OFF",
                "trace | org.xnio | WARN",
                "error | org.xnio | ERROR",
                "off | org.xnio | OFF",
                "off | ethryx | OFF",
                "DEBUG | ethryx | DEBUG",
                "Warn | ethryx | WARN",
                "0 | ethryx | OFF",
                "3 | ethryx | INFO",
                "5 | ethryx | TRACE",
                "access_log=info | access_log | INFO",
                "access_log=info | ethryx | OFF",
                "access_log=info | org.xnio | OFF",
                "access_log=off | access_log | OFF",
                "access_log | access_log | TRACE",
                "access_log= | access_log | TRACE",
                "info,access_log=warn | access_log | WARN",
                "ethryx=debug | ethryx.proxy | DEBUG",
                "ethryx::proxy=debug | ethryx.proxy | DEBUG",
                "ethryx::proxy=debug | ethryx | OFF",
                "ethryx::proxy=debug,warn | ethryx | WARN",
                "ethryx::proxy=trace,ethryx=warn | ethryx.proxy | TRACE",
                "ethryx=warn,ethryx::proxy=trace | ethryx.health | WARN",
                "ethryx=warn,ethryx=debug | ethryx | DEBUG",
                "info,debug | ethryx | DEBUG",
                "io.undertow=debug | io.undertow.request | DEBUG",
                "warn,org.xnio=trace | org.xnio.nio | TRACE",
                "info | org.apache.kafka.clients.NetworkClient | ERROR",
                "off | org.apache.kafka.clients.NetworkClient | OFF",
                "info,org.apache.kafka=info | org.apache.kafka.clients.NetworkClient | INFO",
                "info,hyper=debug,h2=off,no_such-target::at_all | ethryx | INFO",
                "' info , ethryx::health=debug ' | ethryx.health | DEBUG",
                "',,info,' | ethryx | INFO",
            })
    void directives_decide(String directives, String logger, LogLevel passes) {
        LogFilter filter = of(directives);
        assertThat(filter.warnings()).isEmpty();
        assertThat(filter.levelOf(logger)).isEqualTo(passes);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", ",", " , "})
    void a_list_without_directives_logs_nothing(String directives) {
        LogFilter filter = of(directives);
        assertThat(filter.warnings()).isEmpty();
        for (String logger : new String[] {"ethryx", "ethryx.proxy", "access_log", "io.undertow"}) {
            assertThat(filter.levelOf(logger)).isEqualTo(LogLevel.OFF);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "ethryx=loud",
                "ethryx=6",
                "=info",
                "info,ethryx==debug",
                "ethryx[request]=debug",
                "a b=info",
                "info;debug",
                "ethryx= debug x"
            })
    void an_invalid_list_is_ignored_as_a_whole_and_reported(String directives) {
        LogFilter filter = LogFilter.of(LogLevel.DEBUG, true, Map.of("RUST_LOG", directives));
        assertThat(filter.levelOf("ethryx")).isEqualTo(LogLevel.DEBUG);
        assertThat(filter.levelOf("access_log")).isEqualTo(LogLevel.INFO);
        assertThat(filter.warnings())
                .containsExactly(
                        "RUST_LOG is ignored: it must be a comma-separated list of level and target=level, such as"
                                + " info,ethryx::health=debug");
    }

    @Test
    void without_a_variable_the_flags_decide() {
        LogFilter filter = LogFilter.of(LogLevel.WARN, true, Map.of());
        assertThat(filter.levelOf("ethryx.health")).isEqualTo(LogLevel.WARN);
        assertThat(filter.levelOf("access_log")).isEqualTo(LogLevel.INFO);
        assertThat(LogFilter.of(LogLevel.WARN, false, Map.of()).levelOf("access_log"))
                .isEqualTo(LogLevel.OFF);
    }

    @ParameterizedTest
    @ValueSource(strings = {"ETHRYX_LOG", "RUST_LOG"})
    void with_a_variable_the_flags_do_not_count(String variable) {
        LogFilter filter = LogFilter.of(LogLevel.TRACE, true, Map.of(variable, "warn"));
        assertThat(filter.levelOf("ethryx")).isEqualTo(LogLevel.WARN);
        assertThat(filter.levelOf("access_log")).isEqualTo(LogLevel.OFF);
    }

    @Test
    void ethryx_log_wins_over_rust_log_also_when_it_is_empty_but_not_when_it_is_invalid() {
        assertThat(LogFilter.of(LogLevel.INFO, false, Map.of("ETHRYX_LOG", "debug", "RUST_LOG", "warn"))
                        .levelOf("ethryx"))
                .isEqualTo(LogLevel.DEBUG);
        assertThat(LogFilter.of(LogLevel.INFO, false, Map.of("ETHRYX_LOG", "", "RUST_LOG", "warn"))
                        .levelOf("ethryx"))
                .isEqualTo(LogLevel.OFF);
        LogFilter fallen = LogFilter.of(LogLevel.INFO, false, Map.of("ETHRYX_LOG", "a=b", "RUST_LOG", "warn"));
        assertThat(fallen.levelOf("ethryx")).isEqualTo(LogLevel.WARN);
        assertThat(fallen.warnings()).singleElement().asString().startsWith("ETHRYX_LOG is ignored");
    }

    @Test
    void a_filters_warnings_are_the_first_lines_of_the_log() {
        try (JsonLogProbe probe = new JsonLogProbe(LogFilter.of(LogLevel.INFO, false, Map.of("RUST_LOG", "a=b")))) {
            LoggerFactory.getLogger("ethryx").info("next");
            assertThat(probe.lines()).hasSize(2);
            assertThat(probe.lines().get(0).get("level")).isEqualTo("WARN");
            assertThat(probe.lines().get(0).get("fields").toString()).contains("RUST_LOG is ignored");
        }
    }

    @Test
    void the_filter_is_what_the_loggers_obey() {
        try (JsonLogProbe probe = JsonLogProbe.with("ethryx::health=debug,access_log=info")) {
            LoggerFactory.getLogger(Targets.ETHRYX).error("no");
            LoggerFactory.getLogger(Targets.PROXY).error("no");
            LoggerFactory.getLogger(Targets.HEALTH).trace("no");
            LoggerFactory.getLogger(Targets.HEALTH).debug("yes");
            LoggerFactory.getLogger(Targets.ACCESS).debug("no");
            LoggerFactory.getLogger(Targets.ACCESS).info("yes");
            assertThat(probe.lines())
                    .extracting(line -> line.get("fields").toString())
                    .containsExactly("{message=yes}", "{message=yes}");
        }
    }
}
