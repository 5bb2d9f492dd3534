package io.ethryx.server.libraries;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What other programs can use of the libraries is written down under docs/reference/api, so that it does not change by the way. */
class PublicApiTest {

    private static final Path PAGES = Path.of("..", "docs", "reference", "api");

    static List<Library> libraries() {
        return Library.all();
    }

    @ParameterizedTest
    @MethodSource("libraries")
    void what_a_library_shows_is_what_is_written_down(Library library) throws IOException {
        List<String> now = PublicApi.of(library).lines();
        Path page = PAGES.resolve(library.artifact() + ".txt");
        List<String> written = Files.exists(page) ? Files.readAllLines(page) : List.of();
        Path right =
                Files.createDirectories(Path.of("target", "reference", "api")).resolve(library.artifact() + ".txt");
        if (written.equals(now)) {
            Files.deleteIfExists(right);
        } else {
            Files.write(right, now);
        }
        assertThat(now.equals(written))
                .as(
                        "%s shows other things than docs/reference/api/%s.txt.%nGone or changed, so that programs that use it break:%n%s%nNew:%n%s%n"
                                + "If that is meant, say so in CHANGELOG.md and take it over: cp ethryx-server/target/reference/api/* docs/reference/api/%n",
                        library, library, told(written, now), told(now, written))
                .isTrue();
    }

    /** The members of one list that are not in the other, each below its type. */
    private static String told(List<String> these, List<String> others) {
        List<String> missing = new ArrayList<>();
        List<String> known = qualified(others);
        for (String line : qualified(these)) {
            if (!known.contains(line)) {
                missing.add("  " + line);
            }
        }
        return missing.isEmpty() ? "  nothing" : String.join("\n", missing);
    }

    private static List<String> qualified(List<String> lines) {
        List<String> qualified = new ArrayList<>();
        String type = "";
        for (String line : lines) {
            boolean member = line.startsWith("  ");
            type = member ? type : line.replaceFirst("^.*?(io\\.ethryx\\.[\\w.$]+).*$", "$1");
            qualified.add(member ? type + ":" + line.substring(1) : line);
        }
        return qualified;
    }

    @ParameterizedTest
    @MethodSource("libraries")
    void a_library_shows_types_of_the_jdk_and_of_ethryx_alone(Library library) throws IOException {
        assertThat(PublicApi.of(library).foreignTypes()).isEmpty();
    }
}
