package io.ethryx.server.real;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The alerting rules under {@code examples/alerts} as promtool sees them. */
@Timeout(60)
final class AlertRulesIT {

    private static final File ALERTS =
            Path.of(System.getProperty("ethryx.root"), "examples", "alerts").toFile();

    private static String promtool(String... arguments) throws IOException, InterruptedException {
        Process promtool = new ProcessBuilder(Stream.concat(Stream.of("promtool"), Stream.of(arguments))
                        .toList())
                .directory(ALERTS)
                .redirectErrorStream(true)
                .start();
        String said = new String(promtool.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(promtool.waitFor()).as(said).isZero();
        return said;
    }

    @Test
    void the_rules_are_sound() throws Exception {
        for (String file : List.of("sidecar.rules.yml", "gateway.rules.yml")) {
            assertThat(promtool("check", "rules", file)).contains("SUCCESS").doesNotContain("FAILED");
        }
    }

    @Test
    void they_fire_when_they_should_and_not_else() throws Exception {
        assertThat(promtool("test", "rules", "rules.test.yml")).contains("SUCCESS");
    }
}
