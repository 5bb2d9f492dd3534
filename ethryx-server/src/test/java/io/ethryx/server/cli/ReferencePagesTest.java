package io.ethryx.server.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.ethryx.core.ErrorCatalogue;
import io.ethryx.core.RpcError;
import io.ethryx.server.testing.ReferencePage;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import picocli.CommandLine.Model.OptionSpec;

/** The tables of flags, commands and errors under docs/reference. */
class ReferencePagesTest {

    @Test
    void the_page_of_flags_is_that_of_the_code() throws IOException {
        StringBuilder page = new StringBuilder("""
            # Flags of `ethryx sidecar`

            Made from the code and compared with it by a test. A flag wins over its variable, the variable over the default. Durations: whole seconds, or a
            number with `ms`, `s`, `m`, `h`. Sizes: bytes, or a number with `KiB`, `MiB`.

            | Flag | Value | Default | What it does |
            |---|---|---|---|
            """);
        for (SidecarFlag flag : SidecarFlag.values()) {
            page.append("| `")
                    .append(flag.option())
                    .append("`, `")
                    .append(flag.variable())
                    .append("` | ")
                    .append(cell(flag.placeholder()))
                    .append(flag.kind() == SidecarFlag.Kind.LIST ? ", repeatable or a comma list" : "")
                    .append(" | ")
                    .append(flag.defaultText().map(text -> '`' + text + '`').orElse("none"))
                    .append(" | ")
                    .append(flag.description())
                    .append(" |\n");
        }
        ReferencePage.same("sidecar-flags.md", page.toString());
    }

    @Test
    void the_page_of_commands_is_that_of_the_code() throws IOException {
        StringBuilder page = new StringBuilder("""
            # Commands of `ethryx`

            Made from the code and compared with it by a test. Each command has `-h`, `--help` and `-V`, `--version`; `ethryx man` prints all of this as a manual.
            Exit codes: 0 done, 1 findings, a refusal or a mismatch, 2 wrong usage; 128 and the number of a second signal.
            """);
        for (CommandPage command : CommandPages.all()) {
            page.append("\n## ").append(command.name()).append("\n\n");
            page.append(command.summary()).append(".\n\n```\n");
            page.append(String.join("\n", command.usage())).append("\n```\n");
            if (command.name().equals("sidecar")) {
                page.append("\nIts flags: [sidecar-flags.md](sidecar-flags.md).\n");
                continue;
            }
            command.notes()
                    .forEach(note ->
                            page.append('\n').append(note.replace('\n', ' ')).append('\n'));
            if (!command.flags().isEmpty()) {
                page.append("\n| Flag | What it does |\n|---|---|\n");
                command.flags()
                        .forEach(flag -> page.append("| ")
                                .append(cell(flag.form()))
                                .append(" | ")
                                .append(String.join(" ", flag.lines()))
                                .append(" |\n"));
            }
        }
        ReferencePage.same("commands.md", page.toString());
    }

    @Test
    void every_flag_that_a_command_reads_is_on_its_page() {
        for (CommandPage command : CommandPages.all()) {
            Set<String> read = CommandSpecs.subcommands().stream()
                    .filter(spec -> spec.name().equals(command.name()))
                    .flatMap(spec -> spec.options().stream())
                    .map(OptionSpec::longestName)
                    .collect(Collectors.toCollection(TreeSet::new));
            read.removeAll(Set.of("--help", "--version"));
            assertThat(command.flags())
                    .as("flags of %s", command.name())
                    .extracting(flag -> flag.form().split("[ \\[]", 2)[0])
                    .containsExactlyInAnyOrderElementsOf(read);
        }
    }

    /** An error and when it is answered. */
    private record Row(String when, RpcError error) {}

    @Test
    void the_page_of_errors_is_that_of_the_code() throws IOException {
        List<Row> rows = List.of(
                new Row(
                        "not JSON, a byte order mark, trailing bytes, bad UTF-8, nested too deep",
                        ErrorCatalogue.parseError("what, and at which byte")),
                new Row(
                        "no request object, a repeated or case-variant member, wrong types, an empty or oversize batch",
                        ErrorCatalogue.invalidRequest("which rule")),
                new Row("a path that names no chain", ErrorCatalogue.INVALID_CHAIN),
                new Row("`getLatestBlock` while the head is unknown", ErrorCatalogue.UNKNOWN_HEAD),
                new Row("a method that is denied or misnamed", ErrorCatalogue.DENIED),
                new Row("over a rate limit; with `Retry-After`", ErrorCatalogue.LIMITED),
                new Row("a block too old or a range too wide", ErrorCatalogue.outOfRange("the limit")),
                new Row("a range turned round that is too wide", ErrorCatalogue.TURNED_ROUND),
                new Row("no node", ErrorCatalogue.NO_BACKENDS),
                new Row("no native node for a call that needs one", ErrorCatalogue.NO_NATIVE_BACKENDS),
                new Row("a node that can't be reached, or whose answer broke", ErrorCatalogue.UPSTREAM_FAILED),
                new Row("the call's deadline passed", ErrorCatalogue.UPSTREAM_TIMEOUT),
                new Row("over the connection or byte budget; with `Retry-After`", ErrorCatalogue.OVERLOADED),
                new Row("an element of a batch that the node's answer leaves out", ErrorCatalogue.MISSING_ANSWER));
        StringBuilder page = new StringBuilder("""
            # Errors of `ethryx gateway`

            Made from the code and compared with it by a test. The id is the caller's own. The status is that of a single call; in a batch it is 200, and each element carries
            its own error. A node's own error passes byte for byte.

            | When | HTTP | Code | Message | Data |
            |---|---|---|---|---|
            """);
        for (Row row : rows) {
            page.append("| ")
                    .append(row.when())
                    .append(" | ")
                    .append(row.error().httpStatus())
                    .append(" | ")
                    .append(row.error().code())
                    .append(" | ")
                    .append(row.error().message())
                    .append(" | ")
                    .append(row.error().data() == null ? "" : row.error().data())
                    .append(" |\n");
        }
        ReferencePage.same("gateway-errors.md", page.toString());
    }

    private static String cell(String text) {
        return '`' + text.replace("|", "\\|") + '`';
    }
}
