package io.ethryx.usage;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The module's README, compiled and run. */
@Timeout(120)
final class EmbeddingExampleTest {

    @TempDir
    private Path folder;

    @Test
    void the_lines_of_the_readme_work_also_without_kafka() throws Exception {
        UsageMeter meter = metered(List.of("127.0.0.1:1"), folder);
        meter.record("instance:123", 12_000_000);
        meter.close();
        try (var batches = Files.newDirectoryStream(folder, "*.jsonl")) {
            assertThat(Files.readString(batches.iterator().next()))
                    .contains("\"client_id\":\"instance:123\"", "\"usage\":12,");
        }
    }

    private static UsageMeter metered(List<String> brokers, Path spool) {
        // readme:begin
        UsageListener listener = new UsageListener() {
            @Override
            public void flushed(Delivery delivery, Duration took) {
                System.err.println(delivery);
            }
        };
        UsageShipper kafka = new KafkaShipper(KafkaSettings.of(brokers, "leafage-usage"));
        UsageShipper kept = new SpooledShipper(kafka, spool, 1L << 30, listener);
        UsageMeter meter = new UsageMeter(MeterSettings.DEFAULT, kept, listener);
        meter.start();
        return meter;
        // readme:end
    }

    @Test
    void the_readme_shows_what_is_compiled_here() throws Exception {
        String source = Files.readString(Path.of("src/test/java/io/ethryx/usage/EmbeddingExampleTest.java"));
        String code =
                source.substring(source.indexOf("// readme:begin\n") + 16, source.indexOf("        // readme:end\n"));
        assertThat(Files.readString(Path.of("README.md")))
                .contains(code.stripTrailing().stripIndent());
    }
}
