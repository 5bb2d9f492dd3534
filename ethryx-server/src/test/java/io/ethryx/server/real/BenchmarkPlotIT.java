package io.ethryx.server.real;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Table and plot that examples/benchmarks makes of raw rounds. */
class BenchmarkPlotIT {

    private static final Path BENCHMARKS = Path.of(System.getProperty("ethryx.root"), "examples", "benchmarks");
    private static final String HEAD = "round\tproxy\tcpu_us_per_request\trequests_per_s\terrors\n";

    @TempDir
    private Path folder;

    private String said = "";

    @BeforeEach
    void nothingIsDrawnYet() {
        assertThat(folder).isEmptyDirectory();
    }

    private int plot(String name, String rounds) throws IOException, InterruptedException {
        Path raw = Files.writeString(folder.resolve(name), rounds);
        Path log = folder.resolve("log");
        Process process = new ProcessBuilder(BENCHMARKS.resolve("run").toString(), "plot", raw.toString())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        said = Files.readString(log);
        return process.exitValue();
    }

    @Test
    void what_is_committed_beside_raw_rounds_is_what_is_drawn_of_them() throws Exception {
        List<Path> pictures;
        try (Stream<Path> files = Files.list(BENCHMARKS.resolve("results"))) {
            pictures = files.filter(file -> file.toString().endsWith(".svg")).toList();
        }
        assertThat(pictures).isNotEmpty();
        for (Path picture : pictures) {
            String name = picture.getFileName().toString().replace(".svg", "");
            int code = plot(name + ".tsv", Files.readString(picture.resolveSibling(name + ".tsv")));
            assertThat(code).as(said).isZero();
            assertThat(folder.resolve(name + ".svg")).hasSameTextualContentAs(picture);
            assertThat(folder.resolve(name + ".md")).hasSameTextualContentAs(picture.resolveSibling(name + ".md"));
        }
    }

    @Test
    void a_ratio_is_taken_within_a_round_and_held_to_its_bar() throws Exception {
        String rounds =
                HEAD + "1\tnginx\t10\t100\t0\n1\tethryx\t12\t100\t0\n2\tethryx\t30\t90\t0\n2\tnginx\t20\t100\t0\n"
                        + "3\tnginx\t40\t100\t0\n3\tethryx\t44\t110\t0\n";
        assertThat(plot("2026-01-01T000000Z-requests.tsv", rounds)).as(said).isZero();
        assertThat(folder.resolve("2026-01-01T000000Z-requests.md"))
                .content()
                .contains("| CPU a request, µs | 20.0 | 30.0 | 1.20 (1.10 to 1.50) | ≤ 1.15, **not reached** |")
                .contains("| requests a second | 100 | 100 | 1.00 (0.90 to 1.10) |  |");
        assertThat(folder.resolve("2026-01-01T000000Z-requests.svg"))
                .content()
                .containsOnlyOnce("class=\"bar missed\"")
                .containsOnlyOnce("class=\"bound\"")
                .contains("prefers-color-scheme: dark");
    }

    @Test
    void rounds_without_ratios_are_refused_by_name() throws Exception {
        assertThat(plot("2026-01-01T000000Z-memory.tsv", "bytes\theap\n1\t2\n")).isEqualTo(2);
        assertThat(said).contains("memory.tsv holds no ratios", "requests");
    }
}
