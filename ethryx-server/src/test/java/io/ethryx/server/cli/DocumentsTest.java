package io.ethryx.server.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.ethryx.server.gateway.settings.GatewayFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

/** What the pages show can be copied: links, configurations, command lines and names of metrics are those of the product. */
class DocumentsTest {

    private static final Path ROOT = Path.of("..");
    private static final Pattern LINK = Pattern.compile("]\\(([^)\\s]+)\\)");
    private static final Pattern BLOCK = Pattern.compile("(?ms)^```(\\w+)\\n(.*?)^```$");
    private static final Pattern COMMAND =
            Pattern.compile("(?m)^(?:\\$ )?\\./ethryx ((?:[^\\n;|&#>\\\\]|\\\\\\n|\\\\)*)");
    private static final Pattern METRIC = Pattern.compile("\\b(?:jrpcx|ethryx)_[a-z0-9_]*[a-z0-9]");

    static Stream<Path> pages() throws IOException {
        List<Path> found = new ArrayList<>();
        for (String folder : List.of("docs", "examples")) {
            try (Stream<Path> files = Files.walk(ROOT.resolve(folder))) {
                files.filter(file -> file.toString().endsWith(".md")).forEach(found::add);
            }
        }
        try (Stream<Path> files = Files.find(
                ROOT,
                2,
                (file, kind) ->
                        file.toString().matches("\\.\\./((README|CONTRIBUTING|SECURITY)|ethryx-\\w+/README)\\.md"))) {
            files.forEach(found::add);
        }
        return found.stream().sorted();
    }

    @ParameterizedTest
    @MethodSource("pages")
    void every_link_leads_to_a_file_and_a_heading_that_are_there(Path page) throws IOException {
        Matcher links = LINK.matcher(Files.readString(page));
        while (links.find()) {
            String link = links.group(1);
            if (!link.matches("[a-z]+:.*")) {
                List<String> parts = List.of(link.split("#", 2));
                Path file = parts.get(0).isEmpty() ? page : page.resolveSibling(parts.get(0));
                assertThat(file).as("%s in %s", link, page).exists();
                if (parts.size() == 2) {
                    assertThat(anchors(file)).as("%s in %s", link, page).contains(parts.get(1));
                }
            }
        }
    }

    private static Set<String> anchors(Path page) throws IOException {
        return Files.readAllLines(page).stream()
                .filter(line -> line.matches("#+ .*"))
                .map(line -> line.replaceFirst("#+ ", "")
                        .toLowerCase(Locale.ROOT)
                        .replaceAll("[^\\w\\- ]", "")
                        .replace(' ', '-'))
                .collect(Collectors.toSet());
    }

    @ParameterizedTest
    @ValueSource(strings = {"core", "discovery", "governance", "health", "routing", "usage"})
    void the_page_of_a_library_tells_coordinates_threads_and_errors_on_one_screen(String module) throws IOException {
        String page = Files.readString(ROOT.resolve("ethryx-" + module + "/README.md"));
        assertThat(page).contains("`io.ethryx:ethryx-" + module + "`").containsIgnoringCase("threads");
        assertThat(page).containsIgnoringCase("errors");
        assertThat(page.lines().count()).isLessThan(90);
        Matcher example = BLOCK.matcher(page);
        assertThat(example.find()).isTrue();
        assertThat(example.group(2).lines().filter(line -> !line.isBlank()).count())
                .isLessThanOrEqualTo(20);
    }

    @Test
    void every_configuration_is_one_that_the_gateway_takes() throws IOException {
        List<String> seen = new ArrayList<>();
        blocks((kind, text) -> {
            boolean other = text.startsWith("- ") || text.startsWith("# nodes.yaml") || text.startsWith("# Kubernetes");
            if (kind.equals("yaml") && !other) {
                GatewayFile file = GatewayFile.parse("page", text);
                assertThat(file.faults())
                        .as(text)
                        .allMatch(fault -> fault.sentence().contains("is no file that can be read"));
                assertThat(file.warnings()).as(text).isEmpty();
                seen.add(text);
            }
        });
        assertThat(seen).hasSizeGreaterThan(8);
    }

    @Test
    void every_command_line_is_one_that_the_program_takes() throws IOException {
        List<String> seen = new ArrayList<>();
        blocks((kind, text) -> {
            Matcher commands = kind.matches("sh|console") ? COMMAND.matcher(text) : COMMAND.matcher("");
            while (commands.find()) {
                List<String> words =
                        List.of(commands.group(1).replace("\\\n", " ").strip().split("\\s+"));
                if (!words.get(0).startsWith("-") && !words.get(0).matches("…?")) {
                    takes(words);
                    seen.add(words.get(0));
                }
            }
        });
        assertThat(seen).contains("sidecar", "gateway", "check", "explain", "demo", "top");
    }

    private static void takes(List<String> words) {
        CommandSpec spec = CommandSpecs.subcommands().stream()
                .filter(command -> command.name().equals(words.get(0)))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no command " + words));
        if (spec.name().equals("sidecar")) {
            CommandRun run = CommandRun.of(words.toArray(String[]::new));
            assertThat(run.faults()).isEmpty();
            assertThat(run.exitCode()).isEqualTo(CommandRun.STARTED);
        } else if (!spec.name().equals("help")) {
            CommandLine line = new CommandLine(spec);
            assertThat(line.parseArgs(words.subList(1, words.size()).toArray(String[]::new))
                            .unmatched())
                    .as("%s", words)
                    .isEmpty();
        }
    }

    /** Every block of code in the pages for users. */
    private static void blocks(BiConsumer<String, String> seen) throws IOException {
        for (Path page : pages().toList()) {
            Matcher blocks = BLOCK.matcher(Files.readString(page));
            while (blocks.find()) {
                seen.accept(blocks.group(1), blocks.group(2));
            }
        }
    }

    @Test
    void every_metric_that_a_page_names_is_in_the_tables_of_metrics() throws IOException {
        String tables = Files.readString(ROOT.resolve("docs/reference/gateway-metrics.md"))
                + Files.readString(ROOT.resolve("docs/reference/sidecar-metrics.md"));
        for (Path page : pages().filter(page -> !page.toString().matches(".*(migrate-from-.*|coverage)\\.md"))
                .toList()) {
            Matcher names = METRIC.matcher(Files.readString(page));
            while (names.find()) {
                boolean begun = tables.contains('`' + names.group());
                String family = names.group().replaceFirst("_(bucket|sum|count)$", "");
                assertThat(begun || tables.contains('`' + family + '`'))
                        .as("%s in %s", names.group(), page)
                        .isTrue();
            }
        }
    }
}
