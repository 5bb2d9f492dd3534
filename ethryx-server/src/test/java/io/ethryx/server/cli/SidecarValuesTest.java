package io.ethryx.server.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.ethryx.server.config.ListenAddress;
import io.ethryx.server.config.SidecarSettings;
import io.ethryx.server.config.SidecarSettings.ForwardedHeaders;
import io.ethryx.server.logging.LogFilter;
import io.ethryx.server.logging.LogLevel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What values mean, and which ones are refused. */
class SidecarValuesTest {

    @Test
    void the_defaults_are_those_of_the_reference_and_of_s1() {
        SidecarSettings settings = CommandRun.of().settings();
        assertThat(settings.listening().addresses())
                .containsExactly(new ListenAddress("0.0.0.0:8547", "0.0.0.0", 8547));
        assertThat(settings.listening().metrics()).isEmpty();
        assertThat(settings.upstreams().elHttp()).hasToString("http://127.0.0.1:8545");
        assertThat(settings.upstreams().elWs()).hasToString("ws://127.0.0.1:8546");
        assertThat(settings.upstreams().clBeacon()).hasToString("http://127.0.0.1:5052");
        assertThat(settings.upstreams().clMevRelay()).isEmpty();
        assertThat(settings.upstreams().clPathPrefixes()).isEmpty();
        assertThat(settings.upstreams().caFile()).isEmpty();
        assertThat(settings.upstreams().proxyTimeout()).isEqualTo(Duration.ofSeconds(60));
        assertThat(settings.upstreams().forwardedHeaders()).isEqualTo(ForwardedHeaders.OFF);
        assertThat(settings.upstreams().otelEndpoint()).isEmpty();
        assertThat(settings.health())
                .isEqualTo(new SidecarSettings.Health(
                        Duration.ofSeconds(5),
                        Duration.ofSeconds(3),
                        1,
                        1,
                        false,
                        false,
                        Duration.ofSeconds(60),
                        Duration.ofSeconds(60),
                        1606824023,
                        Duration.ofSeconds(12)));
        assertThat(settings.limits())
                .isEqualTo(new SidecarSettings.Limits(131072, 10000, OptionalLong.empty(), Optional.empty()));
        assertThat(settings.lifecycle())
                .isEqualTo(new SidecarSettings.Lifecycle(Duration.ZERO, Duration.ofSeconds(10)));
        assertThat(settings.logging().level()).isEqualTo(LogLevel.INFO);
        assertThat(settings.logging().filter()).isEqualTo(LogFilter.of(LogLevel.INFO, false, Map.of()));
        assertThat(settings.mocks()).isEqualTo(new SidecarSettings.Mocks(false, false, false, false, false, false));
    }

    @ParameterizedTest
    @CsvSource({
        "0, 0",
        "3, 3000",
        "+3, 3000",
        "007, 7000",
        "500ms, 500",
        "0ms, 0",
        "2s, 2000",
        "1m, 60000",
        "2h, 7200000",
        "1500ms, 1500",
        "3000000000, 3000000000000",
    })
    void durations_are_whole_seconds_or_have_a_unit(String text, long millis) {
        assertThat(CommandRun.of("--proxy-timeout", text).settings().upstreams().proxyTimeout())
                .isEqualTo(Duration.ofMillis(millis));
    }

    @ParameterizedTest
    @ValueSource(strings = {"18446744073709551615", "99999999999h"})
    void a_duration_for_ever_can_still_be_counted_in_nanoseconds(String text) {
        assertThat(CommandRun.of("--proxy-timeout", text).settings().upstreams().proxyTimeout())
                .isEqualTo(FlagParsers.LONGEST);
        assertThat(FlagParsers.LONGEST.toNanos()).isPositive();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "abc",
                "3.14",
                "-1",
                "0x10",
                " 3",
                "3 ",
                "1 m",
                "ms",
                "1S",
                "1MS",
                "+1s",
                "1m30s",
                "1d",
                "1_0",
                "٣",
                "18446744073709551616",
                "999999999999999999999",
                "1e3",
                "++1"
            })
    void what_is_no_duration_is_wrong_usage(String text) {
        CommandRun run = CommandRun.of("--health-timeout", text);
        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.faults())
                .singleElement()
                .asString()
                .startsWith("ethryx: --health-timeout \"" + text + "\" is no ")
                .contains("; write ");
    }

    @Test
    void a_bad_duration_is_told_with_its_remedy() {
        assertThat(CommandRun.of("--health-timeout", "abc").faults())
                .containsExactly(
                        "ethryx: --health-timeout \"abc\" is no duration; write whole seconds such as 3, or 500ms,"
                                + " 2s, 1m, 1h");
    }

    @ParameterizedTest
    @ValueSource(strings = {"abc", "3.14", "-1", "1s", "500ms", "0x10", "18446744073709551616"})
    void flags_that_count_seconds_take_no_unit(String text) {
        for (String flag : List.of("--el-max-block-age-secs", "--cl-max-slot-age-secs", "--cl-seconds-per-slot")) {
            CommandRun run = CommandRun.of(flag, text);
            assertThat(run.exitCode()).isEqualTo(2);
            assertThat(run.faults())
                    .containsExactly("ethryx: " + flag + " \"" + text
                            + "\" is no number of whole seconds; write digits only, such as 60");
        }
    }

    @ParameterizedTest
    @CsvSource({"1024, 1024", "131072B, 131072", "1KiB, 1024", "128KiB, 131072", "16MiB, 16777216", "16777216, 16777216"
    })
    void sizes_are_bytes_or_have_a_unit(String text, int bytes) {
        assertThat(CommandRun.of("--max-request-head", text).settings().limits().maxRequestHeadBytes())
                .isEqualTo(bytes);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"0", "1023", "17MiB", "16777217", "9999999999MiB", "1kb", "1 KiB", "-1", "1.5MiB", "99999999999"
            })
    void other_sizes_are_wrong_usage(String text) {
        CommandRun run = CommandRun.of("--max-request-head", text);
        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.faults())
                .singleElement()
                .asString()
                .startsWith("ethryx: --max-request-head \"" + text + "\" is no size");
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "-1", "x", "1.0", "2147483648", "99999999999999999999999"})
    void counts_begin_at_one(String text) {
        for (String flag : List.of(
                "--readyz-failure-threshold",
                "--readyz-success-threshold",
                "--max-connections",
                "--max-ws-connections")) {
            CommandRun run = CommandRun.of(flag, text);
            assertThat(run.exitCode()).isEqualTo(2);
            assertThat(run.faults())
                    .containsExactly("ethryx: " + flag + " \"" + text
                            + "\" is no whole number from 1 to 2147483647; write digits only, such as 3");
        }
    }

    @ParameterizedTest
    @CsvSource({
        "--network, Mainnet",
        "--network, goerli",
        "--log-level, INFO",
        "--log-level, off",
        "--log-level, bogus",
        "--forwarded-headers, Append",
        "--forwarded-headers, on",
    })
    void choices_are_lower_case_and_exact(String flag, String value) {
        CommandRun run = CommandRun.of(flag, value);
        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.faults())
                .singleElement()
                .asString()
                .startsWith("ethryx: " + flag + " \"" + value + "\" is not one of ");
    }

    @ParameterizedTest
    @ValueSource(strings = {"trace", "debug", "info", "warn", "error"})
    void each_log_level_can_be_chosen(String level) {
        assertThat(CommandRun.of("--log-level", level).settings().logging().level())
                .hasToString(level.toUpperCase(java.util.Locale.ROOT));
    }

    @ParameterizedTest
    @CsvSource({"mainnet, 1606824023", "hoodi, 1742213400", "sepolia, 1655733600", "holesky, 1695902400"})
    void a_network_brings_genesis_and_slots_of_twelve_seconds(String network, long genesis) {
        SidecarSettings.Health health =
                CommandRun.of("--network", network).settings().health();
        assertThat(health.genesisTime()).isEqualTo(genesis);
        assertThat(health.slotDuration()).isEqualTo(Duration.ofSeconds(12));
    }

    @Test
    void explicit_genesis_and_slot_win_over_the_network() {
        SidecarSettings.Health health = CommandRun.of(
                        "--network", "hoodi", "--cl-genesis-time", "999", "--cl-seconds-per-slot", "0")
                .settings()
                .health();
        assertThat(health.genesisTime()).isEqualTo(999);
        assertThat(health.slotDuration()).isZero();
    }

    @Test
    void a_custom_network_works_with_both_given() {
        SidecarSettings.Health health = CommandRun.of(
                        "--network=custom", "--cl-genesis-time=1700000000", "--cl-seconds-per-slot=6")
                .settings()
                .health();
        assertThat(health.genesisTime()).isEqualTo(1_700_000_000);
        assertThat(health.slotDuration()).isEqualTo(Duration.ofSeconds(6));
        assertThat(CommandRun.of("--network=custom", "--cl-genesis-time=0", "--cl-seconds-per-slot=6")
                        .settings()
                        .health()
                        .genesisTime())
                .isZero();
    }

    @Test
    void a_custom_network_is_refused_without_them_and_each_is_named() {
        String genesis = "ethryx: --network custom requires --cl-genesis-time (use 0 to disable slot-age check)";
        String slot = "ethryx: --network custom requires --cl-seconds-per-slot";
        assertThat(CommandRun.of("--network", "custom").exitCode()).isEqualTo(1);
        assertThat(CommandRun.of("--network", "custom").faults()).containsExactly(genesis, slot);
        assertThat(CommandRun.of("--network", "custom", "--cl-genesis-time", "1")
                        .faults())
                .containsExactly(slot);
        assertThat(CommandRun.in(Map.of("ETHRYX_NETWORK", "custom"), "--cl-seconds-per-slot", "1")
                        .faults())
                .containsExactly(genesis);
    }

    @Test
    void a_genesis_past_the_range_is_wrong_usage() {
        assertThat(CommandRun.of("--cl-genesis-time", "9223372036854775808").exitCode())
                .isEqualTo(2);
        assertThat(CommandRun.of("--cl-genesis-time", "9223372036854775807")
                        .settings()
                        .health()
                        .genesisTime())
                .isEqualTo(Long.MAX_VALUE);
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "0ms", "0s", "+0"})
    void polling_without_a_pause_is_refused(String text) {
        CommandRun run = CommandRun.of("--health-poll-interval", text);
        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.faults())
                .containsExactly(
                        "ethryx: --health-poll-interval \"0\" would poll without a pause; write more than 0, such as 5"
                                + " or 500ms");
    }

    @Test
    void zero_is_accepted_for_timeouts_and_grace() {
        for (String flag : List.of("--health-timeout", "--proxy-timeout", "--shutdown-grace", "--shutdown-delay")) {
            assertThat(CommandRun.of(flag, "0").exitCode()).isEqualTo(CommandRun.STARTED);
        }
        assertThat(CommandRun.of("--ws-idle-timeout", "0").settings().limits().wsIdleTimeout())
                .isEmpty();
    }

    @Test
    void listen_mixes_repetition_and_comma_lists_and_keeps_the_order() {
        assertThat(CommandRun.of("--listen", "a:1,[::1]:2", "--listen=[::]:0", "--listen", " b:3 , b:0")
                        .settings()
                        .listening()
                        .addresses())
                .extracting(ListenAddress::text)
                .containsExactly("a:1", "[::1]:2", "[::]:0", "b:3", "b:0");
        assertThat(CommandRun.in(Map.of("ETHRYX_LISTEN", "a:1,b:2"), "--listen", "c:3")
                        .settings()
                        .listening()
                        .addresses())
                .extracting(ListenAddress::text)
                .containsExactly("c:3");
    }

    @Test
    void an_address_is_listened_on_once_but_any_free_port_may_be_asked_for_twice() {
        CommandRun run = CommandRun.of("--listen", "A:1,a:1,a:0,a:0", "--metrics-listen", "a:1");
        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.faults())
                .containsExactly(
                        "ethryx: --listen \"a:1\" is listened on already; give each address once",
                        "ethryx: --metrics-listen \"a:1\" is listened on already; give each address once");
        assertThat(CommandRun.of("--listen", "a:0,a:0").exitCode()).isEqualTo(CommandRun.STARTED);
    }

    @Test
    void all_refusals_are_told_at_once_and_only_when_the_usage_is_right() {
        String[] refused = {
            "--listen=8547,ok:1,", "--el-http-url=el:8545", "--cl-beacon-url=ftp://cl", "--health-poll-interval=0"
        };
        CommandRun run = CommandRun.of(refused);
        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.settings()).isNull();
        assertThat(run.out()).isEmpty();
        assertThat(run.faults())
                .containsExactly(
                        "ethryx: --listen \"8547\" has no port; write host:port, such as 0.0.0.0:8547 or [::1]:8547",
                        "ethryx: --listen \"\" is empty; write host:port, such as 0.0.0.0:8547 or [::1]:8547",
                        "ethryx: --el-http-url \"el:8545\" has no scheme; begin it with http://",
                        "ethryx: --cl-beacon-url \"ftp://cl\" has a scheme other than http and https; begin it with http://",
                        "ethryx: --health-poll-interval \"0\" would poll without a pause; write more than 0, such as 5 or"
                                + " 500ms");
        String[] both = java.util.Arrays.copyOf(refused, 5);
        both[4] = "--bogus";
        assertThat(CommandRun.of(both).exitCode()).isEqualTo(2);
        assertThat(CommandRun.of(both).faults()).singleElement().asString().contains("--bogus");
    }

    @Test
    void upstreams_may_be_spoken_to_over_tls() {
        SidecarSettings.Upstreams upstreams = CommandRun.of("--el-http-url=https://el", "--cl-beacon-url=https://cl:1")
                .settings()
                .upstreams();
        assertThat(upstreams.elHttp().secure()).isTrue();
        assertThat(upstreams.elHttp().port()).isEqualTo(443);
        assertThat(upstreams.clBeacon().secure()).isTrue();
    }

    @Test
    void a_file_of_certificates_is_looked_at_where_an_upstream_needs_it(@TempDir Path folder) throws Exception {
        Path empty = Files.createFile(folder.resolve("empty.pem"));
        Path garbage = Files.writeString(folder.resolve("garbage.pem"), "-----BEGIN CERTIFICATE-----\nAAAA\n");
        Map<Path, String> faults = Map.of(
                empty,
                "holds no certificate, or something else besides",
                garbage,
                "holds no certificate, or something else besides",
                folder.resolve("none.pem"),
                "does not exist",
                folder,
                "can't be read");
        faults.forEach((file, rule) -> {
            CommandRun run = CommandRun.of("--cl-beacon-url=https://cl", "--upstream-ca-file=" + file);
            assertThat(run.exitCode()).isEqualTo(1);
            assertThat(run.faults())
                    .containsExactly("ethryx: --upstream-ca-file \"" + file + "\" " + rule
                            + "; name a readable file of PEM certificates");
            assertThat(CommandRun.of("--upstream-ca-file=" + file).exitCode()).isEqualTo(CommandRun.STARTED);
        });
    }

    @Test
    void a_fault_never_tells_a_secret() {
        for (String url : List.of(
                "http://me:secret@",
                "http://me:se/cret@el",
                "ftp://me:secret@el",
                "me:secret@el",
                "http://me:sec ret@el",
                "http://me:secret@el:99999/",
                "http://me:secret@[::g]/")) {
            CommandRun run = CommandRun.of("--el-http-url", url);
            assertThat(run.exitCode()).as(url).isEqualTo(1);
            assertThat(run.err())
                    .as(url)
                    .contains("--el-http-url")
                    .doesNotContain("cret")
                    .doesNotContain("me:");
        }
    }

    @Test
    void a_fault_stays_on_one_bounded_line() {
        CommandRun run = CommandRun.of("--network", "a\nb\u001b" + "x".repeat(5000));
        assertThat(run.faults()).singleElement().asString().hasSizeLessThan(400).contains("\"a?b?xx");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "a/b", "/", "//a", "a?b", "a#b", "ä", "a b", "%4", "%zz"})
    void a_path_prefix_is_one_segment(String prefix) {
        CommandRun run = CommandRun.of("--cl-path-prefix", "good," + prefix);
        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.faults())
                .containsExactly("ethryx: --cl-path-prefix \"" + prefix
                        + "\" is no single path segment; write a name such as grandine");
    }

    @Test
    void a_path_prefix_may_have_its_slash_before_it() {
        assertThat(CommandRun.of("--cl-path-prefix", "/vouch", "--cl-path-prefix", "grandine,%65th")
                        .settings()
                        .upstreams()
                        .clPathPrefixes())
                .containsExactly("vouch", "grandine", "%65th");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "otel:4318 | has no scheme",
                "ftp://otel | has a scheme other than http and https",
                "http://otel/?a=b | has a query",
                "'http://otel:4318 ' | --otel-endpoint",
                "' http://otel:4318' | --otel-endpoint",
                "http://otel:99999 | --otel-endpoint",
                "127.0.0.1:4318 | has no scheme",
            })
    void a_collector_is_named_by_its_url(String url, String rule) {
        CommandRun run = CommandRun.of("--otel-endpoint=" + url);
        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.err()).contains("--otel-endpoint", rule);
    }

    @Test
    void the_settings_print_without_secrets() {
        SidecarSettings settings = CommandRun.of(
                        "--el-http-url=http://me:secret@el/0123456789abcdefg",
                        "--el-ws-url=wss://me:secret@el/0123456789abcdefg",
                        "--cl-mev-relay-url=http://me:secret@relay?key=0123456789abcdefg",
                        "--otel-endpoint=http://me:secret@otel")
                .settings();
        assertThat(settings.toString())
                .contains("http://***@el/***", "wss://***@el/***", "http://***@relay?key=***", "http://***@otel")
                .doesNotContain("secret")
                .doesNotContain("0123456789abcdefg");
        assertThat(settings.upstreams().elWs().secure()).isTrue();
        assertThat(settings.upstreams().elWs().port()).isEqualTo(443);
        assertThat(settings.upstreams().elWs().path()).isEqualTo("/0123456789abcdefg");
    }

    @Test
    void the_websocket_url_has_schemes_of_its_own() {
        assertThat(CommandRun.of("--el-ws-url=WS://el")
                        .settings()
                        .upstreams()
                        .elWs()
                        .port())
                .isEqualTo(80);
        for (String bad : List.of("http://el:8546", "el:8546", "ws://", "ws://el:0")) {
            assertThat(CommandRun.of("--el-ws-url=" + bad).exitCode()).as(bad).isEqualTo(1);
        }
    }

    @Test
    void the_log_filter_comes_of_flags_and_environment() {
        assertThat(CommandRun.of("--log-level=debug", "--access-log")
                        .settings()
                        .logging()
                        .filter())
                .isEqualTo(LogFilter.of(LogLevel.DEBUG, true, Map.of()));
        assertThat(CommandRun.in(Map.of("RUST_LOG", "warn"), "--log-level=debug", "--access-log")
                        .settings()
                        .logging()
                        .filter())
                .isEqualTo(LogFilter.of(LogLevel.DEBUG, true, Map.of("RUST_LOG", "warn")));
    }
}
