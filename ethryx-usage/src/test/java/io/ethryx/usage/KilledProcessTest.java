package io.ethryx.usage;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A process is killed without warning, again and again, while it meters and its broker comes and goes. What it recorded and had
 * swapped out before arrives; whoever counts each id once counts nothing twice.
 */
@Timeout(240)
final class KilledProcessTest {

    private static final int LIVES = 4;

    @TempDir
    private Path folder;

    @Test
    void at_most_the_interval_of_the_kill_is_lost_and_no_id_counts_twice() throws Exception {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        long promised = 0;
        for (int life = 0; life < LIVES; life++) {
            promised += sumOfOneLife(random, seed);
        }
        drainSpool();
        Map<UUID, Long> arrived = arrived();
        long sum = arrived.values().stream().mapToLong(Long::longValue).sum();
        assertThat(sum).as("seed %d", seed).isGreaterThanOrEqualTo(promised);
        long recorded = Files.readAllLines(folder.resolve("truth")).stream()
                .mapToLong(Long::parseLong)
                .sum();
        assertThat(sum).as("seed %d: never more than was recorded", seed).isLessThanOrEqualTo(recorded);
    }

    /** What it said was through before it was killed. */
    private long sumOfOneLife(Random random, long seed) throws Exception {
        Process child = child();
        long sum = 0;
        try (BufferedReader says = child.inputReader()) {
            int intervals = 1 + random.nextInt(40);
            for (int i = 0; i < intervals; i++) {
                String line = says.readLine();
                assertThat(line).as("seed %d: the process goes on", seed).isNotNull();
                sum = Long.parseLong(line);
            }
            child.toHandle().destroyForcibly();
            child.waitFor();
            for (String line = says.readLine(); line != null; line = says.readLine()) {
                sum = Long.parseLong(line);
            }
        }
        return sum;
    }

    private Process child() throws IOException {
        return new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx64m",
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        KilledProcess.class.getName(),
                        folder.toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }

    private void drainSpool() throws InterruptedException {
        SpooledShipper shipper = new SpooledShipper(
                new FileShipper(folder.resolve("broker"), Long.MAX_VALUE, new HeardEvents()),
                folder.resolve("spool"),
                Long.MAX_VALUE,
                new HeardEvents());
        while (shipper.waiting()) {
            shipper.ship(List.of(), Duration.ofSeconds(60));
        }
        shipper.close(Duration.ZERO);
    }

    /** By id, as a consumer that counts each once. */
    private Map<UUID, Long> arrived() throws IOException {
        RecordReader reader = new RecordReader();
        Map<UUID, Long> arrived = new HashMap<>();
        for (String line : Files.readAllLines(folder.resolve("broker"))) {
            UsageRecord record =
                    reader.read(line.getBytes(StandardCharsets.UTF_8)).orElseThrow();
            Long before = arrived.put(record.id(), record.usageMillis());
            assertThat(before == null || before == record.usageMillis())
                    .as("the same id is the same record")
                    .isTrue();
        }
        return arrived;
    }
}
