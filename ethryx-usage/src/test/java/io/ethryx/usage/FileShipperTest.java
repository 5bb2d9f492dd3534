package io.ethryx.usage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Records as lines of a file that is rotated (decision G18). */
final class FileShipperTest {

    private static final Duration BUDGET = Duration.ofSeconds(5);

    @TempDir
    private Path folder;

    private final HeardEvents heard = new HeardEvents();
    private final InstantSource noon = InstantSource.fixed(Instant.parse("2026-03-04T12:00:00.007Z"));

    private static List<UsageRecord> records(int from, int count) {
        List<UsageRecord> records = new ArrayList<>();
        for (int i = from; i < from + count; i++) {
            records.add(new UsageRecord(new UUID(0, i), "client " + i, 1 + i, 1_700_000_000_000L));
        }
        return records;
    }

    private static List<UsageRecord> read(Path file) throws Exception {
        RecordReader reader = new RecordReader();
        return Files.readAllLines(file).stream()
                .map(line -> reader.read(line.getBytes(StandardCharsets.UTF_8)).orElseThrow())
                .toList();
    }

    private List<String> names() throws Exception {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }

    @Test
    void each_record_is_a_line_and_folders_are_made() throws Exception {
        Path file = folder.resolve("some/folder/usage.jsonl");
        FileShipper shipper = new FileShipper(file, 1 << 20, heard, noon);
        assertThat(shipper.ship(records(0, 3), BUDGET)).isEqualTo(Delivery.complete(3));
        assertThat(shipper.ship(records(3, 2), BUDGET)).isEqualTo(Delivery.complete(2));
        assertThat(read(file)).isEqualTo(records(0, 5));
    }

    @Test
    void a_file_that_would_get_too_large_is_renamed_and_none_is_removed() throws Exception {
        Path file = folder.resolve("usage.jsonl");
        int size = LineFile.text(records(0, 2)).remaining();
        FileShipper shipper = new FileShipper(file, size, heard, noon);
        for (int i = 0; i < 3; i++) {
            assertThat(shipper.ship(records(2 * i, 2), BUDGET).whole()).isTrue();
        }
        assertThat(names())
                .containsExactly(
                        "usage.jsonl", "usage.jsonl.20260304T120000.007Z", "usage.jsonl.20260304T120000.007Z-2");
        assertThat(read(folder.resolve("usage.jsonl.20260304T120000.007Z"))).isEqualTo(records(0, 2));
        assertThat(read(folder.resolve("usage.jsonl.20260304T120000.007Z-2"))).isEqualTo(records(2, 2));
        assertThat(read(file)).isEqualTo(records(4, 2));
    }

    @Test
    void a_shipment_larger_than_a_file_may_be_is_written_whole() throws Exception {
        Path file = folder.resolve("usage.jsonl");
        FileShipper shipper = new FileShipper(file, 10, heard, noon);
        assertThat(shipper.ship(records(0, 5), BUDGET).whole()).isTrue();
        assertThat(names()).containsExactly("usage.jsonl");
        assertThat(read(file)).hasSize(5);
    }

    @Test
    void a_last_line_that_was_not_finished_is_cut_off_and_told_wherever_it_was_cut() throws Exception {
        byte[] line = records(7, 1).get(0).json();
        for (int length = 1; length <= line.length; length += 13) {
            Path file = folder.resolve("torn" + length);
            FileShipper shipper = new FileShipper(file, 1 << 20, heard, noon);
            shipper.ship(records(0, 2), BUDGET);
            Files.write(file, Arrays.copyOf(line, length), StandardOpenOption.APPEND);
            int before = heard.torn.get();
            shipper.ship(records(2, 1), BUDGET);
            assertThat(read(file)).as("%d bytes", length).isEqualTo(records(0, 3));
            assertThat(heard.torn.get() - before).isEqualTo(1);
        }
    }

    @Test
    void a_torn_line_longer_than_a_block_and_a_file_of_nothing_else_are_mended() throws Exception {
        Path file = folder.resolve("usage.jsonl");
        Files.writeString(file, "x".repeat(20_000));
        FileShipper shipper = new FileShipper(file, 1 << 20, heard, noon);
        shipper.ship(records(0, 1), BUDGET);
        assertThat(read(file)).isEqualTo(records(0, 1));
        Files.writeString(file, "x".repeat(20_000), StandardOpenOption.APPEND);
        shipper.ship(records(1, 1), BUDGET);
        assertThat(read(file)).isEqualTo(records(0, 2));
        assertThat(heard.torn).hasValue(2);
    }

    @Test
    void a_file_that_another_program_moved_away_is_made_anew() throws Exception {
        Path file = folder.resolve("usage.jsonl");
        FileShipper shipper = new FileShipper(file, 1 << 20, heard, noon);
        shipper.ship(records(0, 1), BUDGET);
        Files.move(file, folder.resolve("moved"));
        shipper.ship(records(1, 1), BUDGET);
        assertThat(read(file)).isEqualTo(records(1, 1));
    }

    @Test
    void a_place_that_can_not_be_written_is_told_and_the_records_are_unsent() throws Exception {
        Files.writeString(folder.resolve("a"), "no folder");
        FileShipper shipper = new FileShipper(folder.resolve("a/usage.jsonl"), 1 << 20, heard, noon);
        Delivery delivery = shipper.ship(records(0, 2), BUDGET);
        assertThat(delivery.unsent()).hasSize(2);
        assertThat(delivery.reason()).contains("a");
        assertThatThrownBy(() -> new FileShipper(folder, 0, heard)).hasMessageContaining("0 bytes");
    }
}
