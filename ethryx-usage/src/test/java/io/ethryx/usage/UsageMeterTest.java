package io.ethryx.usage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Decision G18 and section 11 of the gateway reference: what is summed up, when it is shipped, and what is lost. */
@Timeout(120)
final class UsageMeterTest {

    private static final long MS = 1_000_000;
    private static final Duration NEVER = Duration.ofDays(1);

    private final ScriptedShipper shipper = new ScriptedShipper();
    private final HeardEvents heard = new HeardEvents();

    private UsageMeter meter(MeterSettings settings) {
        return new UsageMeter(settings, shipper, heard);
    }

    private UsageMeter meter() {
        return meter(MeterSettings.DEFAULT.every(NEVER));
    }

    private static Map<String, Long> usage(List<UsageRecord> records) {
        return records.stream().collect(Collectors.toMap(UsageRecord::clientId, UsageRecord::usageMillis));
    }

    @Test
    void durations_of_a_client_are_summed_up_and_who_gives_no_name_is_unknown() throws Exception {
        UsageMeter meter = meter();
        meter.record("a", 100 * MS);
        meter.record("a", 320 * MS);
        meter.record("a", 180 * MS);
        meter.record("  ", 20 * MS);
        meter.record("", 10 * MS);
        meter.record(null, 20 * MS);
        meter.close();
        assertThat(usage(shipper.next())).containsOnly(Map.entry("a", 600L), Map.entry("unknown", 50L));
    }

    @Test
    void blanks_around_a_name_do_not_count() throws Exception {
        UsageMeter meter = meter();
        meter.record(" a\t", MS);
        meter.record("a", MS);
        meter.close();
        assertThat(usage(shipper.next())).containsOnly(Map.entry("a", 2L));
    }

    @Test
    void nanoseconds_are_summed_before_they_become_milliseconds_and_one_is_the_least() throws Exception {
        UsageMeter meter = meter();
        for (int i = 0; i < 3; i++) {
            meter.record("halves", MS / 2);
        }
        meter.record("nothing", 0);
        meter.record("little", 999_999);
        meter.record("negative", -1);
        meter.close();
        assertThat(usage(shipper.next()))
                .containsOnly(Map.entry("halves", 1L), Map.entry("nothing", 1L), Map.entry("little", 1L));
    }

    @Test
    void a_duration_that_no_request_has_does_no_harm_to_the_sum() throws Exception {
        UsageMeter meter = meter();
        meter.record("a", Long.MAX_VALUE);
        meter.record("a", Long.MAX_VALUE);
        meter.close();
        assertThat(usage(shipper.next())).containsOnly(Map.entry("a", (1L << 51) / MS));
    }

    @Test
    void all_records_of_an_interval_have_one_time_and_ids_of_their_own() throws Exception {
        UUID one = new UUID(0, 1);
        UUID two = new UUID(0, 2);
        List<UUID> ids = new ArrayList<>(List.of(one, two));
        InstantSource clock = InstantSource.fixed(Instant.ofEpochMilli(1_700_000_000_123L));
        UsageMeter meter = new UsageMeter(
                MeterSettings.DEFAULT.every(NEVER), shipper, heard, new RecordMaker(clock, () -> ids.remove(0)));
        meter.record("a", MS);
        meter.record("b", MS);
        meter.close();
        List<UsageRecord> records = shipper.next();
        assertThat(records).extracting(UsageRecord::timestampMillis).containsOnly(1_700_000_000_123L);
        assertThat(records).extracting(UsageRecord::id).containsExactlyInAnyOrder(one, two);
    }

    @Test
    void a_name_of_more_than_256_bytes_is_its_beginning_and_a_hash_of_the_whole() throws Exception {
        UsageMeter meter = meter();
        String longest = "x".repeat(256);
        String tooLong = "x".repeat(257);
        String other = "x".repeat(256) + "y";
        meter.record(longest, MS);
        meter.record(tooLong, 2 * MS);
        meter.record(tooLong, 2 * MS);
        meter.record(other, 3 * MS);
        meter.close();
        Map<String, Long> usage = usage(shipper.next());
        assertThat(usage).hasSize(3).containsEntry(longest, 1L);
        assertThat(usage.keySet()).allSatisfy(name -> assertThat(name).hasSize(256));
        assertThat(usage.values()).containsExactlyInAnyOrder(1L, 4L, 3L);
    }

    @Test
    void a_long_name_is_cut_between_characters() {
        String name = ClientKey.of("ab" + "\u20AC".repeat(100));
        assertThat(name).startsWith("ab" + "\u20AC".repeat(79)).hasSize(2 + 79 + 16);
        assertThat(name.substring(81)).matches("[0-9a-f]{16}");
        assertThat(ClientKey.of("\u20AC".repeat(85))).isEqualTo("\u20AC".repeat(85));
    }

    @Test
    void it_ships_again_and_again() throws Exception {
        try (UsageMeter meter = meter(MeterSettings.DEFAULT.every(Duration.ofMillis(1)))) {
            meter.start();
            meter.record("a", MS);
            assertThat(usage(shipper.next())).containsOnly(Map.entry("a", 1L));
            meter.record("a", 2 * MS);
            assertThat(usage(shipper.next())).containsOnly(Map.entry("a", 2L));
        }
        assertThat(shipper.batches).as("an empty interval is not shipped").isEmpty();
    }

    @Test
    void as_many_clients_as_are_agreed_make_it_ship_at_once_and_it_holds_those_on_their_way() throws Exception {
        shipper.gated = true;
        UsageMeter meter = meter(MeterSettings.DEFAULT.every(NEVER).withKeys(2, 100));
        meter.start();
        meter.record("a", MS);
        assertThat(meter.keys()).isEqualTo(1);
        meter.record("b", MS);
        assertThat(usage(shipper.next())).containsOnlyKeys("a", "b");
        assertThat(meter.keys()).isEqualTo(2);
        meter.record("c", MS);
        meter.record("d", MS);
        meter.record("e", MS);
        assertThat(meter.keys()).isEqualTo(5);
        assertThat(shipper.batches).isEmpty();
        shipper.gate.release();
        assertThat(usage(shipper.next())).containsOnlyKeys("c", "d", "e");
        shipper.gate.release();
        Await.until(() -> meter.keys() == 0, () -> meter.keys() + " keys");
        shipper.gated = false;
        meter.close();
        assertThat(shipper.mostAtOnce).isEqualTo(1);
    }

    @Test
    void what_could_not_be_shipped_is_told_and_is_not_in_the_next_interval() throws Exception {
        shipper.script = records -> Delivery.failed(records, "away");
        UsageMeter meter = meter(MeterSettings.DEFAULT.every(Duration.ofMillis(1)));
        meter.start();
        meter.record("a", MS);
        assertThat(usage(shipper.next())).containsOnlyKeys("a");
        Await.until(() -> heard.flushes.size() == 1, () -> "not told");
        assertThat(heard.flushes.get(0).reason()).isEqualTo("away");
        assertThat(heard.flushes.get(0).unsent()).hasSize(1);
        meter.record("b", MS);
        assertThat(usage(shipper.next())).containsOnlyKeys("b");
        meter.close();
    }

    @Test
    void a_defect_of_a_shipper_costs_an_interval_and_no_more() throws Exception {
        shipper.script = records -> {
            throw new IllegalStateException("defect");
        };
        UsageMeter meter = meter(MeterSettings.DEFAULT.every(Duration.ofMillis(1)));
        meter.start();
        meter.record("a", MS);
        shipper.next();
        Await.until(() -> heard.flushes.size() == 1, () -> "not told");
        assertThat(heard.flushes.get(0).reason()).contains("defect");
        shipper.script = records -> Delivery.complete(records.size());
        meter.record("b", MS);
        shipper.next();
        meter.close();
        assertThat(shipper.millisOf("b")).isEqualTo(1);
    }

    @Test
    void clients_beyond_the_most_are_dropped_and_counted_while_those_that_are_known_go_on() throws Exception {
        shipper.gated = true;
        UsageMeter meter = meter(MeterSettings.DEFAULT.every(NEVER).withKeys(1, 3));
        meter.start();
        meter.record("first", MS);
        shipper.next();
        for (int i = 0; i < 1000; i++) {
            meter.record("client " + i, MS);
        }
        meter.record("client 0", MS);
        assertThat(heard.overflowed).hasValue(997);
        assertThat(meter.keys()).isEqualTo(4);
        shipper.gate.release(2);
        assertThat(usage(shipper.next()))
                .containsOnly(Map.entry("client 0", 2L), Map.entry("client 1", 1L), Map.entry("client 2", 1L));
        meter.close();
    }

    @Test
    void closing_ships_once_takes_no_more_and_may_be_repeated() throws Exception {
        UsageMeter meter = meter();
        meter.start();
        meter.record("a", MS);
        meter.close();
        meter.record("a", MS);
        meter.record("b", MS);
        meter.close();
        assertThat(shipper.batches).hasSize(1);
        assertThat(shipper.closed).hasValue(1);
        assertThat(meter.keys()).isZero();
        assertThat(heard.cutOff).hasValue(0);
    }

    @Test
    void closing_waits_for_the_shipment_that_is_under_way_and_ships_the_rest() throws Exception {
        shipper.gated = true;
        UsageMeter meter = meter(MeterSettings.DEFAULT.every(NEVER).withKeys(1, 100));
        meter.start();
        meter.record("a", MS);
        shipper.next();
        meter.record("b", MS);
        shipper.gate.release(2);
        meter.close();
        assertThat(shipper.millisOf("a")).isEqualTo(1);
        assertThat(shipper.millisOf("b")).isEqualTo(1);
    }

    @Test
    void closing_ends_within_its_budget_when_a_shipment_hangs_and_tells_what_was_lost() throws Exception {
        shipper.gated = true;
        UsageMeter meter = meter(MeterSettings.DEFAULT
                .every(NEVER)
                .withKeys(1, 100)
                .withBudgets(Duration.ofSeconds(5), Duration.ofMillis(50)));
        meter.start();
        meter.record("a", MS);
        shipper.next();
        meter.record("b", MS);
        meter.close();
        assertThat(heard.cutOff).hasValue(2);
        Await.until(() -> shipper.closed.get() == 1, () -> "the shipper was left open");
        meter.close();
        assertThat(heard.cutOff).hasValue(2);
    }

    @Test
    void a_thousand_threads_of_one_millisecond_are_a_second() throws Exception {
        UsageMeter meter = meter();
        CountDownLatch go = new CountDownLatch(1);
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 1000; i++) {
            Thread thread = new Thread(() -> {
                try {
                    go.await();
                    meter.record("a", MS);
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            });
            thread.start();
            threads.add(thread);
        }
        go.countDown();
        for (Thread thread : threads) {
            thread.join();
        }
        meter.close();
        assertThat(usage(shipper.next())).containsOnly(Map.entry("a", 1000L));
    }

    @Test
    void impossible_settings_are_refused() {
        MeterSettings some = MeterSettings.DEFAULT;
        assertThatThrownBy(() -> some.every(Duration.ZERO)).hasMessageContaining("interval");
        assertThatThrownBy(() -> some.withKeys(0, 1)).hasMessageContaining("keys");
        assertThatThrownBy(() -> some.withKeys(2, 1)).hasMessageContaining("most keys");
        assertThatThrownBy(() -> some.withBudgets(Duration.ZERO, Duration.ofSeconds(1)))
                .hasMessageContaining("shipment");
        assertThatThrownBy(() -> some.withBudgets(Duration.ofSeconds(1), Duration.ZERO))
                .hasMessageContaining("end");
    }
}
