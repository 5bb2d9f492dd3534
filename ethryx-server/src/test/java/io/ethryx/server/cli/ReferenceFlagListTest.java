package io.ethryx.server.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.ethryx.server.config.SidecarSettings;
import io.ethryx.server.logging.LogFilter;
import io.ethryx.server.logging.LogLevel;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What the program that the sidecar replaces tests of its own flags, one for one. Where a decision differs the row names it and
 * asserts the decision.
 */
class ReferenceFlagListTest {

    private static Arguments row(String name, List<String> flags, Function<SidecarSettings, Object> value, Object is) {
        return Arguments.of(name, flags, value, is);
    }

    private static Object genesis(SidecarSettings settings) {
        return settings.health().genesisTime();
    }

    private static Object addresses(SidecarSettings settings) {
        return settings.listening().addresses().size();
    }

    private static Object accessLog(SidecarSettings settings) {
        return settings.logging().filter();
    }

    private static LogFilter accessLog(boolean on) {
        return LogFilter.of(LogLevel.INFO, on, Map.of());
    }

    static Stream<Arguments> accepted() {
        return Stream.of(
                row("genesis of mainnet", List.of("--network", "mainnet"), ReferenceFlagListTest::genesis, 1606824023L),
                row("genesis of hoodi", List.of("--network", "hoodi"), ReferenceFlagListTest::genesis, 1742213400L),
                row("genesis of sepolia", List.of("--network", "sepolia"), ReferenceFlagListTest::genesis, 1655733600L),
                row("genesis of holesky", List.of("--network", "holesky"), ReferenceFlagListTest::genesis, 1695902400L),
                row(
                        "twelve seconds for all",
                        List.of("--network", "holesky"),
                        settings -> settings.health().slotDuration(),
                        Duration.ofSeconds(12)),
                row(
                        "an explicit genesis beats the preset",
                        List.of("--network", "hoodi", "--cl-genesis-time", "999"),
                        ReferenceFlagListTest::genesis,
                        999L),
                row(
                        "custom with both values",
                        List.of("--network=custom", "--cl-genesis-time=1700000000", "--cl-seconds-per-slot=6"),
                        settings -> List.of(
                                settings.health().genesisTime(),
                                settings.health().slotDuration()),
                        List.of(1700000000L, Duration.ofSeconds(6))),
                row("a genesis of 0", List.of("--cl-genesis-time", "0"), ReferenceFlagListTest::genesis, 0L),
                row(
                        "--listen repeated",
                        List.of("--listen", "127.0.0.1:1", "--listen", "127.0.0.1:2"),
                        ReferenceFlagListTest::addresses,
                        2),
                row(
                        "--listen with commas",
                        List.of("--listen", "127.0.0.1:1,127.0.0.1:2,127.0.0.1:3"),
                        ReferenceFlagListTest::addresses,
                        3),
                row("strict is off", List.of(), settings -> settings.health().strict(), false),
                row(
                        "strict by the bare flag",
                        List.of("--readyz-strict"),
                        settings -> settings.health().strict(),
                        true),
                row(
                        "strict true",
                        List.of("--readyz-strict", "true"),
                        settings -> settings.health().strict(),
                        true),
                row(
                        "strict false",
                        List.of("--readyz-strict=false"),
                        settings -> settings.health().strict(),
                        false),
                row(
                        "the poll interval (S1: 5 s, not 1 s)",
                        List.of(),
                        settings -> settings.health().pollInterval(),
                        Duration.ofSeconds(5)),
                row(
                        "the log level is info",
                        List.of(),
                        settings -> settings.logging().level(),
                        LogLevel.INFO),
                row("the access log is off", List.of(), ReferenceFlagListTest::accessLog, accessLog(false)),
                row(
                        "the access log by the bare flag",
                        List.of("--access-log"),
                        ReferenceFlagListTest::accessLog,
                        accessLog(true)),
                row("trust is off", List.of(), settings -> settings.mocks().trustUpstream(), false),
                row(
                        "trust by the bare flag",
                        List.of("--trust-upstream"),
                        settings -> settings.mocks().trustUpstream(),
                        true),
                row(
                        "30 is thirty seconds",
                        List.of("--proxy-timeout", "30"),
                        settings -> settings.upstreams().proxyTimeout(),
                        Duration.ofSeconds(30)),
                row(
                        "0 is accepted as a time",
                        List.of("--proxy-timeout", "0"),
                        settings -> settings.upstreams().proxyTimeout(),
                        Duration.ZERO));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("accepted")
    @DisplayName("what a flag means")
    void a_flag_means(String name, List<String> flags, Function<SidecarSettings, Object> value, Object is) {
        CommandRun run = CommandRun.of(flags.toArray(String[]::new));
        assertThat(run.err()).isEmpty();
        assertThat(value.apply(run.settings())).isEqualTo(is);
    }

    static Stream<List<String>> refused() {
        return Stream.of(
                List.of("--network", "custom"),
                List.of("--network", "custom", "--cl-genesis-time", "1"),
                List.of("--log-level", "bogus"),
                List.of("--proxy-timeout", "abc"),
                List.of("--proxy-timeout", "3.14"),
                List.of("--proxy-timeout=-1"));
    }

    @ParameterizedTest
    @MethodSource("refused")
    @DisplayName("what a flag may not be")
    void a_flag_may_not_be(List<String> flags) {
        CommandRun run = CommandRun.of(flags.toArray(String[]::new));
        assertThat(run.settings()).isNull();
        assertThat(run.exitCode()).isIn(1, 2);
        assertThat(run.err()).isNotBlank();
    }
}
