package io.ethryx.server.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.ethryx.server.config.BuildInfo;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class EthryxCommandTest {

    @Test
    void no_arguments_start_the_sidecar_with_its_defaults() {
        CommandRun run = CommandRun.of();
        assertThat(run.exitCode()).isEqualTo(CommandRun.STARTED);
        assertThat(run.settings()).isNotNull();
        assertThat(run.out()).isEmpty();
        assertThat(run.err()).isEmpty();
    }

    @Test
    void a_flag_first_starts_the_sidecar_as_naming_it_does() {
        assertThat(CommandRun.of("--listen", "127.0.0.1:1").settings())
                .isEqualTo(CommandRun.of("sidecar", "--listen", "127.0.0.1:1").settings())
                .isNotEqualTo(CommandRun.of().settings());
    }

    @Test
    void the_exit_code_is_the_programs_own() {
        assertThat(CommandRun.of("sidecar").exitCode()).isEqualTo(CommandRun.STARTED);
        assertThat(CommandRun.of("demo").exitCode()).isEqualTo(CommandRun.STARTED);
    }

    @Test
    void demo_listens_on_8547_or_where_it_is_told() {
        assertThat(CommandRun.of("demo").demoPort()).isEqualTo(8547);
        assertThat(CommandRun.of("demo", "--port", "9000").demoPort()).isEqualTo(9000);
        assertThat(CommandRun.of("demo", "--port=0").demoPort()).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"65536", "-1", "x", "", "99999999999"})
    void demo_refuses_what_is_no_port(String port) {
        CommandRun run = CommandRun.of("demo", "--port", port);
        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.demoPort()).isEqualTo(-1);
        assertThat(run.faults())
                .containsExactly(
                        "ethryx: --port \"" + port + "\" is no port from 0 to 65535; write a number such as 8547");
    }

    @Test
    void demo_takes_one_port_and_nothing_else() {
        assertThat(CommandRun.of("demo", "--port", "1", "--port", "2").faults())
                .containsExactly("ethryx: --port stands more than once but takes one value; leave one of them");
        assertThat(CommandRun.of("demo", "--listen", "x").faults())
                .containsExactly("ethryx: flag \"--listen\" is unknown; see ethryx demo --help for the flags");
    }

    @Test
    void an_unknown_command_is_wrong_usage() {
        CommandRun run = CommandRun.of("sidecat");
        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.settings()).isNull();
        assertThat(run.faults())
                .containsExactly(
                        "ethryx: command \"sidecat\" is unknown; this one has sidecar, gateway, check, explain, demo, top, migrate,"
                                + " man, completion and help");
    }

    @ParameterizedTest
    @ValueSource(strings = {"--version", "-V", "sidecar --version", "demo -V", "--listen x --version"})
    void version_and_revision_are_printed(String arguments) {
        CommandRun run = CommandRun.of(arguments.split(" ", -1));
        BuildInfo build = BuildInfo.current();
        assertThat(run.exitCode()).isZero();
        assertThat(run.settings()).isNull();
        assertThat(run.out()).isEqualTo("ethryx " + build.version() + " (" + build.git() + ")\n");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"--help", "-h", "help", "help sidecar", "sidecar --help", "--bogus --help", "--listen x -h"})
    void help_shows_the_commands_and_the_sidecars_flags(String arguments) {
        CommandRun run = CommandRun.of(arguments.split(" ", -1));
        assertThat(run.exitCode()).isZero();
        assertThat(run.settings()).isNull();
        assertThat(run.err()).isEmpty();
        assertThat(run.out()).contains("Usage: ethryx [COMMAND] [FLAGS]", "\n  demo ");
        for (SidecarFlag flag : SidecarFlag.values()) {
            assertThat(run.out()).contains("\n      " + flag.option(), "[env: " + flag.variable() + "=]");
            flag.defaultText()
                    .ifPresent(text ->
                            assertThat(run.out()).contains("[default: " + text + "] [env: " + flag.variable() + "=]"));
        }
    }

    @ParameterizedTest
    @CsvSource({"demo --help", "help demo", "demo -h"})
    void demo_has_a_page_of_its_own(String arguments) {
        CommandRun run = CommandRun.of(arguments.split(" ", -1));
        assertThat(run.exitCode()).isZero();
        assertThat(run.demoPort()).isEqualTo(-1);
        assertThat(run.out()).contains("Usage: ethryx demo", "--port <PORT>", "[default: 8547]");
    }

    @Test
    void help_shows_each_variables_value_but_no_secret() {
        CommandRun run = CommandRun.in(
                Map.of(
                        "ETHRYX_LISTEN", "127.0.0.1:1",
                        "ETHRYX_HEALTH_TIMEOUT", "not valid %n ${sys:user.home}",
                        "ETHRYX_EL_HTTP_URL", "http://me:secret@el:8545/v2/0123456789abcdefghij"),
                "--help");
        assertThat(run.exitCode()).isZero();
        assertThat(run.out())
                .contains("[env: ETHRYX_LISTEN=127.0.0.1:1]")
                .contains("[env: ETHRYX_HEALTH_TIMEOUT=not valid %n ${sys:user.home}]")
                .contains("[env: ETHRYX_EL_HTTP_URL=http://***@el:8545/v2/***]")
                .doesNotContain("secret")
                .doesNotContain("0123456789abcdefghij");
    }

    @Test
    void top_names_what_is_wrong_with_its_flags_and_ends_with_1_where_nothing_listens() {
        assertThat(CommandRun.of("top", "--url", "127.0.0.1:8664").faults())
                .containsExactly("ethryx: --url \"127.0.0.1:8664\" is no URL of a listener; write one such as"
                        + " http://127.0.0.1:8664");
        assertThat(CommandRun.of("top", "--interval", "0").exitCode()).isEqualTo(2);
        CommandRun nobody = CommandRun.of("top", "--once", "--url", "http://127.0.0.1:1");
        assertThat(nobody.exitCode()).isEqualTo(1);
    }
}
