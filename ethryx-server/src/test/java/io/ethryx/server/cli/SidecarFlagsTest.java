package io.ethryx.server.cli;

import static java.util.Map.entry;
import static org.assertj.core.api.Assertions.assertThat;

import io.ethryx.server.config.SidecarSettings;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine.Model.OptionSpec;

/** Every flag of the command-line model, by itself. */
class SidecarFlagsTest {

    /** For each flag a value that differs from its default. */
    private static final Map<String, String> OTHER = Map.ofEntries(
            entry("--listen", "127.0.0.1:1,[::1]:2"),
            entry("--metrics-listen", "127.0.0.1:9"),
            entry("--el-http-url", "http://el:1/p"),
            entry("--el-ws-url", "ws://el:2"),
            entry("--cl-beacon-url", "http://cl:3"),
            entry("--cl-mev-relay-url", "http://relay"),
            entry("--cl-path-prefix", "grandine,vouch"),
            entry("--upstream-ca-file", "/etc/ca.pem"),
            entry("--proxy-timeout", "61"),
            entry("--forwarded-headers", "append"),
            entry("--network", "hoodi"),
            entry("--cl-genesis-time", "7"),
            entry("--cl-seconds-per-slot", "6"),
            entry("--el-max-block-age-secs", "61"),
            entry("--cl-max-slot-age-secs", "62"),
            entry("--readyz-strict", "true"),
            entry("--readyz-pair", "true"),
            entry("--readyz-failure-threshold", "3"),
            entry("--readyz-success-threshold", "4"),
            entry("--health-timeout", "500ms"),
            entry("--health-poll-interval", "2s"),
            entry("--shutdown-delay", "1m"),
            entry("--shutdown-grace", "0"),
            entry("--max-request-head", "64KiB"),
            entry("--max-connections", "7"),
            entry("--max-ws-connections", "8"),
            entry("--ws-idle-timeout", "1h"),
            entry("--log-level", "debug"),
            entry("--access-log", "true"),
            entry("--access-log-extended", "true"),
            entry("--trust-upstream", "true"),
            entry("--mock-eth-syncing", "true"),
            entry("--mock-prepare-beacon-proposer", "true"),
            entry("--mock-beacon-committee-subscriptions", "true"),
            entry("--mock-sync-committee-subscriptions", "true"),
            entry("--mock-cl-node-health", "true"),
            entry("--otel-endpoint", "http://127.0.0.1:4318"));

    static Stream<String> options() {
        return CommandSpecs.sidecar().options().stream()
                .map(OptionSpec::longestName)
                .filter(name -> !List.of("--help", "--version").contains(name));
    }

    private static SidecarSettings settings(CommandRun run) {
        assertThat(run.err()).isEmpty();
        assertThat(run.exitCode()).isEqualTo(CommandRun.STARTED);
        SidecarSettings s = run.settings();
        return new SidecarSettings(
                s.listening(), s.upstreams(), s.health(), s.limits(), s.lifecycle(), s.logging(), s.mocks(), List.of());
    }

    private static String variable(String option) {
        return "ETHRYX_"
                + option.substring(2).toUpperCase(java.util.Locale.ROOT).replace('-', '_');
    }

    @Test
    void this_test_knows_every_flag() {
        assertThat(new TreeSet<>(options().toList())).isEqualTo(new TreeSet<>(OTHER.keySet()));
    }

    @ParameterizedTest
    @MethodSource("options")
    void each_works_with_a_blank_and_with_an_equals_sign(String option) {
        SidecarSettings blank = settings(CommandRun.of(option, OTHER.get(option)));
        assertThat(blank).isNotEqualTo(settings(CommandRun.of()));
        assertThat(settings(CommandRun.of(option + "=" + OTHER.get(option)))).isEqualTo(blank);
    }

    @ParameterizedTest
    @MethodSource("options")
    void each_has_a_variable_that_does_the_same(String option) {
        Map<String, String> environment = Map.of(variable(option), OTHER.get(option));
        assertThat(settings(CommandRun.in(environment)))
                .isEqualTo(settings(CommandRun.of(option, OTHER.get(option))))
                .isNotEqualTo(settings(CommandRun.of()));
    }

    @ParameterizedTest
    @MethodSource("options")
    void each_replaces_its_variable_which_is_then_not_even_read(String option) {
        Map<String, String> environment = Map.of(variable(option), "");
        assertThat(settings(CommandRun.in(environment, option, OTHER.get(option))))
                .isEqualTo(settings(CommandRun.of(option, OTHER.get(option))));
    }

    @ParameterizedTest
    @MethodSource("options")
    void an_empty_variable_is_wrong_usage(String option) {
        CommandRun run = CommandRun.in(Map.of(variable(option), ""));
        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.faults())
                .singleElement()
                .asString()
                .startsWith("ethryx: " + variable(option) + " \"\" is empty; ");
        assertThat(run.settings()).isNull();
    }

    @ParameterizedTest
    @MethodSource("options")
    void an_empty_value_is_wrong_usage(String option) {
        CommandRun run = CommandRun.of(option + "=");
        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.faults()).singleElement().asString().startsWith("ethryx: " + option + " \"\" is empty; ");
    }

    @ParameterizedTest
    @MethodSource("options")
    void only_lists_may_be_repeated(String option) {
        CommandRun run = CommandRun.of(option, OTHER.get(option), option, OTHER.get(option));
        if (option.equals("--cl-path-prefix")) {
            assertThat(run.settings().upstreams().clPathPrefixes())
                    .containsExactly("grandine", "vouch", "grandine", "vouch");
        } else if (option.equals("--listen")) {
            assertThat(run.exitCode()).isEqualTo(1);
        } else {
            assertThat(run.exitCode()).isEqualTo(2);
            assertThat(run.faults())
                    .containsExactly(
                            "ethryx: " + option + " stands more than once but takes one value; leave one of them");
        }
    }

    @ParameterizedTest
    @MethodSource("options")
    void one_without_a_value_is_on_if_it_is_a_switch_and_else_wrong_usage(String option) {
        for (String[] arguments : List.of(new String[] {option}, new String[] {option, "--listen", "127.0.0.1:1"})) {
            if (option.equals("--listen") && arguments.length > 1) {
                continue;
            }
            CommandRun run = CommandRun.of(arguments);
            if (OTHER.get(option).equals("true")) {
                String[] explicit = arguments.clone();
                explicit[0] = option + "=true";
                assertThat(settings(run)).isEqualTo(settings(CommandRun.of(explicit)));
            } else {
                assertThat(run.exitCode()).isEqualTo(2);
                assertThat(run.faults())
                        .containsExactly(
                                "ethryx: " + option + " has no value but needs one; write " + option + "=VALUE");
            }
        }
    }

    static Stream<String> switches() {
        return options().filter(option -> OTHER.get(option).equals("true"));
    }

    @ParameterizedTest
    @MethodSource("switches")
    void a_switch_takes_true_and_false_and_nothing_else(String option) {
        SidecarSettings off = settings(CommandRun.of());
        assertThat(settings(CommandRun.of(option))).isNotEqualTo(off);
        assertThat(settings(CommandRun.of(option, "false"))).isEqualTo(off);
        assertThat(settings(CommandRun.of(option + "=false"))).isEqualTo(off);
        assertThat(settings(CommandRun.in(Map.of(variable(option), "false")))).isEqualTo(off);
        assertThat(settings(CommandRun.in(Map.of(variable(option), "true"), option, "false")))
                .isEqualTo(off);
        for (String bad : List.of("1", "0", "yes", "TRUE", "False", "on")) {
            for (CommandRun run : List.of(
                    CommandRun.of(option, bad),
                    CommandRun.of(option + "=" + bad),
                    CommandRun.in(Map.of(variable(option), bad)))) {
                assertThat(run.exitCode()).as(bad).isEqualTo(2);
                assertThat(run.faults())
                        .singleElement()
                        .asString()
                        .endsWith(" \"" + bad + "\" is not one of true, false; write one of these, in lower case");
            }
        }
    }

    @Test
    void nothing_is_said_about_flags_that_work_or_switches_that_are_off() {
        String[] working = options()
                .flatMap(option -> Stream.of(option, OTHER.get(option)))
                .toArray(String[]::new);
        assertThat(CommandRun.of(working).settings().notices()).isEmpty();
        assertThat(CommandRun.of("--trust-upstream=false", "--mock-eth-syncing", "false")
                        .settings()
                        .notices())
                .isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"--bogus", "--bogus=http://a:secret@b/", "-x", "--Listen", "--list", "-listen"})
    void an_unknown_flag_is_wrong_usage(String flag) {
        String name = flag.split("=", 2)[0];
        for (String[] arguments : List.of(new String[] {flag}, new String[] {flag, "value"})) {
            CommandRun run = CommandRun.of(arguments);
            assertThat(run.exitCode()).isEqualTo(2);
            assertThat(run.faults())
                    .containsExactly(
                            "ethryx: flag \"" + name + "\" is unknown; see ethryx sidecar --help for the flags");
        }
    }

    @Test
    void a_stray_argument_is_wrong_usage() {
        CommandRun run = CommandRun.of("sidecar", "http://me:secret@el");
        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.faults())
                .containsExactly(
                        "ethryx: argument \"http://***@el\" belongs to no flag; remove it, or see ethryx sidecar"
                                + " --help");
    }

    @Test
    void all_wrong_usage_is_told_at_once_one_a_line() {
        CommandRun run = CommandRun.in(
                Map.of("ETHRYX_NETWORK", "Mainnet", "ETHRYX_ACCESS_LOG", "yes"),
                "--bogus",
                "--health-timeout",
                "abc",
                "--shutdown-grace=1",
                "--shutdown-grace=2",
                "--el-http-url",
                "nonsense");
        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.faults()).hasSize(5);
        assertThat(run.err())
                .contains("flag \"--bogus\"")
                .contains("--health-timeout \"abc\"")
                .contains("--shutdown-grace stands")
                .contains("ETHRYX_NETWORK \"Mainnet\"")
                .contains("ETHRYX_ACCESS_LOG \"yes\"");
    }

    @Test
    void values_are_taken_as_they_are_written() {
        assertThat(Arrays.asList("'x'", "\"x\"", "@x", "${env:HOME}"))
                .allSatisfy(text -> assertThat(CommandRun.of("--upstream-ca-file", text)
                                .settings()
                                .upstreams()
                                .caFile())
                        .hasToString("Optional[" + text + "]"));
    }
}
