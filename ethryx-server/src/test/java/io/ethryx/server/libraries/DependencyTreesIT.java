package io.ethryx.server.libraries;

import static org.assertj.core.api.Assertions.assertThat;

import io.ethryx.server.testing.ReferencePage;
import java.io.IOException;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What a program takes along with each library: what Maven resolved, without what only compiles or tests. */
class DependencyTreesIT {

    @Test
    void the_page_of_dependencies_is_what_was_resolved() throws IOException {
        StringBuilder page = new StringBuilder("""
            # What comes along with each library

            Made from what Maven resolves and compared with it by a test: a program that depends on one of these jars gets the jars below it, and no other. Annotations for compilers (jspecify) stay out.
            """);
        for (Library library : Library.all()) {
            page.append("\n## ").append(library.artifact()).append("\n\n```\n");
            library.tree().forEach(line -> page.append(shown(line)).append('\n'));
            page.append("```\n");
        }
        ReferencePage.same("dependencies.md", page.toString());
    }

    /** {@code group:artifact:jar:version:scope} as {@code group:artifact version}; our own without the version, as the BOM has it. */
    private static String shown(String line) {
        String shown = line.replaceFirst(":jar:([^:]+)(:compile)?(:runtime)?$", " $1");
        return shown.contains("io.ethryx:")
                ? shown.substring(0, shown.indexOf(' ', shown.indexOf("io.ethryx:")))
                : shown;
    }

    @Test
    void routing_brings_core_jackson_and_the_histogram_and_nothing_else() throws IOException {
        assertThat(artifacts("ethryx-routing"))
                .containsExactlyInAnyOrder("ethryx-routing", "ethryx-core", "jackson-core", "HdrHistogram");
    }

    @Test
    void no_library_brings_a_server_a_framework_or_the_means_of_tests() throws IOException {
        for (Library library : Library.all()) {
            assertThat(library.tree())
                    .as("%s", library)
                    .noneMatch(
                            line -> Stream.of("undertow", "xnio", "junit", "assertj", "archunit", "jspecify", "log4j")
                                    .anyMatch(line::contains));
        }
    }

    private static List<String> artifacts(String library) throws IOException {
        return new Library(library)
                .tree().stream().map(line -> line.split(":", -1)[1]).collect(Collectors.toList());
    }
}
