package io.ethryx.server.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The manual and the completion script, made from the model that arguments are read by. */
class ManualTest {

    @Test
    void the_manual_has_every_command_and_every_flag() {
        CommandRun run = CommandRun.of("man");
        assertThat(run.exitCode()).isZero();
        assertThat(run.out()).startsWith(".TH ETHRYX 1 ");
        for (SidecarFlag flag : SidecarFlag.values()) {
            assertThat(run.out()).contains(".B " + flag.option().replace("-", "\\-"), flag.variable());
        }
        for (CommandPage page : CommandPages.all()) {
            assertThat(run.out()).contains(".SH \"ETHRYX " + page.name().toUpperCase(Locale.ROOT) + '"');
        }
    }

    @Test
    void no_line_of_the_manual_is_taken_for_a_request_by_accident() {
        CommandPage odd = new CommandPage(
                "odd",
                ".SH breaks out",
                List.of("ethryx odd"),
                List.of("'tis\n.so /etc/x"),
                "Flags:",
                List.of(),
                List.of());
        assertThat(ManualPage.of("1", List.of(odd)))
                .contains("\n\\&.SH breaks out", "\n\\&'tis\n", "\n\\&.so /etc/x\n")
                .doesNotContain("\n.so");
    }

    @Test
    void a_command_has_its_page_under_help_and_with_the_flag() {
        for (CommandPage page : CommandPages.all()) {
            assertThat(CommandRun.of("help", page.name()).out())
                    .as(page.name())
                    .startsWith(page.summary())
                    .isEqualTo(CommandRun.of(page.name(), "--help").out());
        }
    }

    @Test
    void man_and_completion_take_no_arguments() {
        assertThat(CommandRun.of("man", "--section", "5").exitCode()).isEqualTo(2);
        assertThat(CommandRun.of("completion", "fish").faults())
                .containsExactly(
                        "ethryx: argument \"fish\" belongs to no flag; remove it, or see ethryx completion --help");
    }

    @ParameterizedTest
    @CsvSource({
        "ethryx ch,check",
        "ethryx to,top",
        "ethryx top --o,--once",
        "ethryx mi,migrate",
        "ethryx gateway --con,--config",
        "ethryx --el-h,--el-http-url",
        "ethryx demo --p,--port"
    })
    void bash_completes_commands_and_flags(String typed, String expected, @TempDir Path folder)
            throws IOException, InterruptedException {
        Path script = Files.writeString(
                folder.resolve("completion"), CommandRun.of("completion").out());
        List<String> words = List.of(typed.split(" "));
        Process bash = new ProcessBuilder(command(script, words))
                .redirectErrorStream(true)
                .start();
        bash.getOutputStream().close();
        String said = new String(bash.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(bash.waitFor(30, TimeUnit.SECONDS)).isTrue();
        assertThat(said.lines().map(String::trim)).contains(expected);
    }

    private static List<String> command(Path script, List<String> words) {
        List<String> command = new ArrayList<>(List.of(
                "bash",
                "-c",
                ". \"$0\"; COMP_WORDS=(\"$@\"); COMP_CWORD=$(($# - 1)); _complete_ethryx; printf '%s\\n"
                        + "' \"${COMPREPLY[@]}\"",
                script.toString()));
        command.addAll(words);
        return command;
    }
}
