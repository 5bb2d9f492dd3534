package io.ethryx.discovery;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The module's README, compiled and run. */
class EmbeddingExampleTest {

    @TempDir
    private Path folder;

    @Test
    void the_lines_of_the_readme_work_also_without_etcd() throws IOException {
        Path lastKnown = folder.resolve("last.json");
        Files.writeString(lastKnown, "{\"1/nodes/a\":\"{\\\"address\\\":\\\"a\\\",\\\"port\\\":1}\"}");
        try (EtcdSource source = follow(List.of("127.0.0.1:1"), lastKnown)) {
            Await.until(() -> !source.topology().chains().isEmpty(), () -> "no topology");
            assertThat(source.synced()).isFalse();
        }
    }

    private static EtcdSource follow(List<String> endpoints, Path lastKnown) {
        // readme:begin
        EtcdSettings settings = EtcdSettings.of(endpoints).withPrefix("/prod/").withSnapshotFile(lastKnown);
        EtcdSource source = new EtcdSource(settings, topology -> {}, new DiscoveryListener() {
            @Override
            public void badValue(Fault fault, boolean again) {
                System.err.println(fault);
            }
        });
        source.start();
        return source;
        // readme:end
    }

    @Test
    void the_readme_shows_what_is_compiled_here() throws IOException {
        String source = Files.readString(Path.of("src/test/java/io/ethryx/discovery/EmbeddingExampleTest.java"));
        String code =
                source.substring(source.indexOf("// readme:begin\n") + 16, source.indexOf("        // readme:end\n"));
        assertThat(Files.readString(Path.of("README.md")))
                .contains(code.stripTrailing().stripIndent());
    }
}
