package io.ethryx.health;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import mockwebserver3.MockResponse;
import mockwebserver3.MockWebServer;
import org.junit.jupiter.api.Test;

/** The module's README, compiled and run. */
class EmbeddingExampleTest {

    @Test
    void the_ten_lines_of_the_readme_work() throws IOException {
        try (MockWebServer node = new MockWebServer()) {
            node.start();
            for (int i = 0; i < 3; i++) {
                node.enqueue(new MockResponse.Builder().code(404).build());
            }
            assertThat(askOnce("http://localhost:" + node.getPort(), "http://localhost:" + node.getPort()))
                    .isEqualTo("NOT_READY eth_syncing: http 404 Not Found");
        }
    }

    private static String askOnce(String elUrl, String clUrl) {
        // readme:begin
        ProbeTransport transport = JdkProbeTransport.to(URI.create(elUrl), URI.create(clUrl));
        try (PairMonitor monitor =
                PairMonitor.builder(HealthSettings.mainnet(), transport).build()) {
            monitor.start();
            monitor.warm().toCompletableFuture().join();
            Readiness readiness = monitor.readiness();
            return readiness.state() + " " + readiness.reasonDetail();
        }
        // readme:end
    }

    @Test
    void the_readme_shows_what_is_compiled_here() throws IOException {
        String source = Files.readString(Path.of("src/test/java/io/ethryx/health/EmbeddingExampleTest.java"));
        String code =
                source.substring(source.indexOf("// readme:begin\n") + 16, source.indexOf("        // readme:end\n"));
        assertThat(Files.readString(Path.of("README.md")))
                .contains(code.stripTrailing().stripIndent());
    }
}
