package io.ethryx.usage;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What could not be sent is kept on the disk, bounded, and sent later with its ids as they were. */
@Timeout(120)
final class SpooledShipperTest {

    private static final Duration BUDGET = Duration.ofSeconds(30);
    private static final long MUCH = 1 << 20;

    @TempDir
    private Path folder;

    private final ScriptedShipper kafka = new ScriptedShipper();
    private final HeardEvents heard = new HeardEvents();
    private final List<SpooledShipper> open = new ArrayList<>();

    private SpooledShipper shipper(long maxBytes) {
        SpooledShipper shipper = new SpooledShipper(kafka, folder, maxBytes, heard);
        open.add(shipper);
        return shipper;
    }

    @AfterEach
    void close() {
        open.forEach(shipper -> shipper.close(BUDGET));
    }

    private static List<UsageRecord> records(int from, int count) {
        List<UsageRecord> records = new ArrayList<>();
        for (int i = from; i < from + count; i++) {
            records.add(new UsageRecord(new UUID(0, i), "client " + i, 1 + i, 1_700_000_000_000L + from));
        }
        return records;
    }

    private List<Path> batches() throws Exception {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.toString().endsWith(".jsonl"))
                    .sorted()
                    .toList();
        }
    }

    private void away() {
        kafka.script = records -> Delivery.failed(records, "away");
    }

    private void back() {
        kafka.script = records -> Delivery.complete(records.size());
    }

    @Test
    void what_arrives_is_not_kept() throws Exception {
        SpooledShipper shipper = shipper(MUCH);
        assertThat(shipper.waiting()).isFalse();
        assertThat(shipper.ship(records(0, 3), BUDGET)).isEqualTo(Delivery.complete(3));
        assertThat(batches()).isEmpty();
        assertThat(shipper.waiting()).isFalse();
        assertThat(heard.spoolBytes).isZero();
    }

    @Test
    void it_is_on_the_disk_before_it_is_sent() throws Exception {
        SpooledShipper shipper = shipper(MUCH);
        List<Integer> seen = new ArrayList<>();
        kafka.script = records -> {
            try {
                seen.add(Files.readAllLines(batches().get(0)).size());
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
            return Delivery.complete(records.size());
        };
        shipper.ship(records(0, 3), BUDGET);
        assertThat(seen).containsExactly(3);
    }

    @Test
    void what_did_not_arrive_is_sent_again_oldest_first_with_its_ids_once_something_arrives() throws Exception {
        SpooledShipper shipper = shipper(MUCH);
        away();
        for (int i = 0; i < 3; i++) {
            Delivery delivery = shipper.ship(records(10 * i, 2), BUDGET);
            assertThat(delivery.kept()).isEqualTo(2);
            assertThat(delivery.unsent()).isEmpty();
            assertThat(delivery.whole()).isFalse();
        }
        assertThat(heard.spoolBatches).isEqualTo(3);
        assertThat(shipper.waiting()).isTrue();
        back();
        kafka.batches.clear();
        assertThat(shipper.ship(records(30, 1), BUDGET).sent()).isEqualTo(7);
        assertThat(kafka.batches).containsExactly(records(30, 1), records(0, 2), records(10, 2), records(20, 2));
        assertThat(batches()).isEmpty();
        assertThat(shipper.waiting()).isFalse();
    }

    @Test
    void an_interval_without_requests_sends_what_waits() throws Exception {
        SpooledShipper shipper = shipper(MUCH);
        away();
        shipper.ship(records(0, 2), BUDGET);
        back();
        assertThat(shipper.ship(List.of(), BUDGET).sent()).isEqualTo(2);
        assertThat(batches()).isEmpty();
    }

    @Test
    void while_nothing_arrives_only_the_newest_is_tried() throws Exception {
        SpooledShipper shipper = shipper(MUCH);
        away();
        shipper.ship(records(0, 1), BUDGET);
        shipper.ship(records(1, 1), BUDGET);
        shipper.ship(records(2, 1), BUDGET);
        assertThat(kafka.batches).hasSize(3);
    }

    @Test
    void of_what_arrived_in_part_only_the_rest_is_kept_and_what_was_refused_is_not() throws Exception {
        SpooledShipper shipper = shipper(MUCH);
        kafka.script = records -> new Delivery(1, 1, 0, records.subList(2, 4), "some did not");
        Delivery delivery = shipper.ship(records(0, 4), BUDGET);
        assertThat(delivery).isEqualTo(new Delivery(1, 1, 2, List.of(), "some did not"));
        assertThat(Files.readAllLines(batches().get(0))).hasSize(2);
        back();
        kafka.batches.clear();
        shipper.ship(List.of(), BUDGET);
        assertThat(kafka.batches).containsExactly(records(0, 4).subList(2, 4));
    }

    @Test
    void a_batch_of_which_all_was_refused_does_not_come_again() throws Exception {
        SpooledShipper shipper = shipper(MUCH);
        kafka.script = records -> new Delivery(0, records.size(), 0, List.of(), "too large");
        shipper.ship(records(0, 2), BUDGET);
        assertThat(batches()).isEmpty();
    }

    @Test
    void another_process_sends_what_one_left() throws Exception {
        SpooledShipper first = shipper(MUCH);
        away();
        first.ship(records(0, 3), BUDGET);
        first.close(BUDGET);
        back();
        kafka.batches.clear();
        SpooledShipper second = shipper(MUCH);
        assertThat(second.waiting()).isTrue();
        second.ship(List.of(), BUDGET);
        assertThat(kafka.batches).containsExactly(records(0, 3));
    }

    @Test
    void what_does_not_fit_is_tried_once_and_told_and_what_is_kept_stays() throws Exception {
        SpooledShipper shipper = shipper(2 * 4096);
        away();
        shipper.ship(records(0, 1), BUDGET);
        shipper.ship(records(1, 1), BUDGET);
        Delivery third = shipper.ship(records(2, 1), BUDGET);
        assertThat(third.unsent()).isEqualTo(records(2, 1));
        assertThat(third.kept()).isZero();
        assertThat(heard.spoolTrouble).singleElement().asString().contains("is full", "8192");
        assertThat(batches()).hasSize(2);
        assertThat(heard.spoolBytes).isEqualTo(8192);
        back();
        assertThat(shipper.ship(records(3, 1), BUDGET).sent()).isEqualTo(3);
    }

    @Test
    void two_processes_do_not_share_a_folder() throws Exception {
        SpooledShipper first = shipper(MUCH);
        SpooledShipper second = shipper(MUCH);
        away();
        first.ship(records(0, 1), BUDGET);
        assertThat(second.waiting()).isFalse();
        assertThat(heard.spoolTrouble).singleElement().asString().contains("in use by another process");
        back();
        kafka.batches.clear();
        assertThat(second.ship(records(1, 1), BUDGET).sent()).isEqualTo(1);
        assertThat(kafka.batches).containsExactly(records(1, 1));
    }

    @Test
    void a_last_line_that_was_torn_is_skipped_and_told_and_the_others_are_sent() throws Exception {
        SpooledShipper first = shipper(MUCH);
        away();
        first.ship(records(0, 3), BUDGET);
        first.close(BUDGET);
        Path batch = batches().get(0);
        byte[] whole = Files.readAllBytes(batch);
        Files.write(batch, Arrays.copyOf(whole, whole.length - 20));
        back();
        kafka.batches.clear();
        shipper(MUCH).ship(List.of(), BUDGET);
        assertThat(kafka.batches).containsExactly(records(0, 2));
        assertThat(heard.torn).hasValue(1);
        assertThat(batches()).isEmpty();
    }

    @Test
    void what_a_killed_process_was_writing_is_sent_as_far_as_it_got_and_what_it_was_shortening_as_it_was()
            throws Exception {
        byte[] three = LineFile.text(records(0, 3)).array();
        Files.write(folder.resolve("usage-1700000000000-000000.jsonl.new"), Arrays.copyOf(three, three.length - 5));
        Files.write(
                folder.resolve("usage-1700000000001-000000.jsonl"),
                LineFile.text(records(3, 2)).array());
        Files.write(
                folder.resolve("usage-1700000000001-000000.jsonl.rest"),
                LineFile.text(records(4, 1)).array());
        SpooledShipper shipper = shipper(MUCH);
        assertThat(shipper.waiting()).isTrue();
        shipper.ship(List.of(), BUDGET);
        assertThat(kafka.batches).containsExactly(records(0, 2), records(3, 2));
        assertThat(heard.torn).hasValue(1);
        try (Stream<Path> files = Files.list(folder)) {
            assertThat(files).singleElement().asString().endsWith(".lock");
        }
    }

    @Test
    void a_folder_that_can_not_be_used_is_told_and_records_are_sent_nevertheless() throws Exception {
        Path file = Files.writeString(folder.resolve("a"), "no folder", StandardOpenOption.CREATE);
        SpooledShipper shipper = new SpooledShipper(kafka, file, MUCH, heard);
        assertThat(shipper.ship(records(0, 1), BUDGET).sent()).isEqualTo(1);
        assertThat(heard.spoolTrouble).isNotEmpty();
        away();
        assertThat(shipper.ship(records(1, 1), BUDGET).unsent()).hasSize(1);
        shipper.close(BUDGET);
    }

    @Test
    void names_go_on_where_two_batches_have_one_time() throws Exception {
        away();
        SpooledShipper first = shipper(MUCH);
        first.ship(records(0, 1), BUDGET);
        first.close(BUDGET);
        SpooledShipper second = shipper(MUCH);
        second.ship(records(0, 2), BUDGET);
        assertThat(batches()).hasSize(2);
    }
}
