package io.ethryx.server.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The program of docs/jobs/embed.md, compiled and run, and the coordinates beside it. */
class EmbedPageTest {

    private static String block(String kind) throws IOException {
        Matcher found = Pattern.compile("(?ms)^```" + kind + "\\n(.*?)^```$")
                .matcher(Files.readString(Path.of("..", "docs", "jobs", "embed.md")));
        assertThat(found.find()).as(kind).isTrue();
        return found.group(1);
    }

    @Test
    void the_program_compiles_and_prints_what_the_page_shows(@TempDir Path folder) throws Exception {
        Path source = Files.writeString(folder.resolve("Decide.java"), block("java"));
        String jars = System.getProperty("java.class.path");
        int code = ToolProvider.getSystemJavaCompiler()
                .run(null, null, null, "-d", folder.toString(), "-cp", jars, source.toString());
        assertThat(code).isZero();
        Process program = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        folder + System.getProperty("path.separator") + jars,
                        "Decide")
                .redirectErrorStream(true)
                .start();
        program.getOutputStream().close();
        String printed = new String(program.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(printed).isEqualTo(block("output"));
        assertThat(program.waitFor()).isZero();
    }

    @Test
    void the_coordinates_are_those_of_this_version() throws IOException {
        Matcher version =
                Pattern.compile("(?m)^  <version>(.*)</version>$").matcher(Files.readString(Path.of("..", "pom.xml")));
        assertThat(version.find()).isTrue();
        for (String text : new String[] {block("xml"), Files.readString(Path.of("..", "docs", "embedding.md"))}) {
            assertThat(text)
                    .containsPattern("<artifactId>ethryx-bom</artifactId>\\s+<version>"
                            + Pattern.quote(version.group(1)) + "</version>");
        }
    }
}
