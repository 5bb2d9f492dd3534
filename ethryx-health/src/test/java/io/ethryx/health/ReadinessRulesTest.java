package io.ethryx.health;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ReadinessRulesTest {

    private static final Reading<Quantity> NO_PEERS = new Reading.Known<>(Quantity.ZERO);
    private static final Reading<LatestBlock> BLOCK_5 = block(0x3e2);

    static Reading<LatestBlock> block(long timestamp) {
        return new Reading.Known<>(new LatestBlock(new Quantity(5), new Quantity(timestamp)));
    }

    static ElSnapshot el(Reading<ElSyncing> syncing, Reading<LatestBlock> block) {
        return new ElSnapshot("http/1.1", syncing, NO_PEERS, block, Optional.empty());
    }

    static ElSnapshot synced(Reading<LatestBlock> block) {
        return el(new Reading.Known<>(new ElSyncing.Synced()), block);
    }

    static ClSnapshot cl(boolean syncing, Quantity slot, long distance) {
        return new ClSnapshot(
                "http/1.1",
                new Reading.Known<>(
                        new ClSyncing(syncing, slot, new Quantity(distance), Optional.empty(), Optional.empty())),
                NO_PEERS,
                Optional.empty());
    }

    static HealthSettings settings(boolean strict, long genesis) {
        return new HealthSettings(
                Duration.ofSeconds(5),
                Duration.ofSeconds(3),
                new HealthSettings.Thresholds(1, 1),
                new HealthSettings.Freshness(strict, Duration.ofSeconds(60), Duration.ofSeconds(60)),
                new SlotClock(genesis, Duration.ofSeconds(12)));
    }

    static ReadinessInput at(long now, ElSnapshot el, ClSnapshot cl) {
        return new ReadinessInput(
                ReadinessInput.Phase.RUNNING,
                Optional.of(new PairSnapshot(1, Instant.EPOCH, Duration.ZERO, el, cl, Optional.empty())),
                Duration.ZERO,
                Instant.ofEpochSecond(now));
    }

    private static String lines(List<ReadinessCheck> checks) {
        return String.join(
                "\n",
                checks.stream()
                        .map(check -> check.name().wireName() + " " + check.ok() + " " + check.detail())
                        .toList());
    }

    private static String elSyncing(Reading<ElSyncing> syncing) {
        List<ReadinessCheck> checks = ReadinessRules.checks(
                at(1000, el(syncing, BLOCK_5), cl(false, new Quantity(42), 0)), settings(false, 1000));
        return lines(checks).split("\n", -1)[0];
    }

    @Test
    void el_syncing_says_what_the_el_said() {
        assertThat(elSyncing(new Reading.Known<>(new ElSyncing.Synced()))).isEqualTo("el_syncing true synced");
        assertThat(elSyncing(new Reading.Known<>(new ElSyncing.Syncing())))
                .isEqualTo("el_syncing false syncing (true)");
        assertThat(elSyncing(new Reading.Known<>(new ElSyncing.SyncingTowards("0x10", "0x20"))))
                .isEqualTo("el_syncing false syncing (block 16, distance 16)");
        assertThat(elSyncing(new Reading.Known<>(new ElSyncing.SyncingTowards("0x10", "0xf"))))
                .isEqualTo("el_syncing false syncing (block 16, distance 0)");
        assertThat(elSyncing(new Reading.Known<>(new ElSyncing.SyncingTowards("0xZZ", "0x20"))))
                .isEqualTo("el_syncing false syncing (current 0xZZ, highest 0x20)");
        assertThat(elSyncing(new Reading.Known<>(new ElSyncing.SyncingTowards("0x10", "zz"))))
                .isEqualTo("el_syncing false syncing (current 0x10, highest zz)");
        assertThat(elSyncing(new Reading.Failed<>("boom"))).isEqualTo("el_syncing false eth_syncing: boom");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "false | 42 | 0 | cl_syncing true synced (slot 42, distance 0)",
                "false | 42 | 1 | cl_syncing true synced (slot 42, distance 1)",
                "true | 42 | 5 | cl_syncing false syncing (slot 42, distance 5)",
                "false | -1 | 0 | cl_syncing true synced (slot 18446744073709551615, distance 0)"
            })
    void cl_syncing_says_what_the_cl_said(boolean syncing, long slot, long distance, String line) {
        List<ReadinessCheck> checks = ReadinessRules.checks(
                at(1000, synced(BLOCK_5), cl(syncing, new Quantity(slot), distance)), settings(false, 1000));
        assertThat(lines(checks)).isEqualTo("el_syncing true synced\n" + line);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "0x3e2 | 1000 | el_block_fresh true block 5, age 6s",
                "0x384 | 1000 | el_block_fresh false block 5 stale: 100s (max 60)",
                "0x3ac | 1000 | el_block_fresh true block 5, age 60s",
                "0x3ab | 1000 | el_block_fresh false block 5 stale: 61s (max 60)",
                "0x3ed | 1000 | el_block_fresh true block 5, age 0s",
                "0xffffffff | 1000 | el_block_fresh true block 5, age 0s",
                "0x0 | -5 | el_block_fresh true block 5, age 0s"
            })
    void strict_wants_a_young_block(String timestamp, long now, String line) {
        List<ReadinessCheck> checks = ReadinessRules.checks(
                at(now, synced(block(Long.decode(timestamp))), cl(false, new Quantity(10), 0)), settings(true, 1000));
        assertThat(lines(checks.subList(2, 3))).isEqualTo(line);
    }

    @Test
    void a_timestamp_beyond_2_to_the_63_lies_in_the_future() {
        List<ReadinessCheck> checks = ReadinessRules.checks(
                at(1000, synced(block(-1L)), cl(false, new Quantity(10), 0)), settings(true, 1000));
        assertThat(lines(checks.subList(2, 3))).isEqualTo("el_block_fresh true block 5, age 0s");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "10 | 1000 | 1300 | cl_slot_fresh false slot 10 stale: 180s (max 60)",
                "10 | 1000 | 1180 | cl_slot_fresh true slot 10, age 60s",
                "10 | 1000 | 1181 | cl_slot_fresh false slot 10 stale: 61s (max 60)",
                "10 | 1000 | 1100 | cl_slot_fresh true slot 10, age 0s",
                "7 | 0 | 1300 | cl_slot_fresh true slot 7 (age check disabled)",
                "-1 | 1000 | 1300 | cl_slot_fresh true slot 18446744073709551615, age 0s",
                "0 | 5000 | 1300 | cl_slot_fresh true slot 0, age 0s",
                "10 | 1000 | -7 | cl_slot_fresh true slot 10, age 0s"
            })
    void strict_wants_a_young_slot(long slot, long genesis, long now, String line) {
        List<ReadinessCheck> checks = ReadinessRules.checks(
                at(now, synced(block(now)), cl(false, new Quantity(slot), 0)), settings(true, genesis));
        assertThat(lines(checks.subList(3, 4))).isEqualTo(line);
    }

    @Test
    void what_strict_cannot_see_is_not_fresh() {
        ElSnapshot garbled = synced(new Reading.Garbled<>("0xZZ, 0x1"));
        ElSnapshot failed = synced(new Reading.Failed<>("timeout"));
        ClSnapshot cl =
                new ClSnapshot("http/1.1", new Reading.Failed<>("http 404 Not Found"), NO_PEERS, Optional.empty());
        assertThat(lines(ReadinessRules.checks(at(0, garbled, cl), settings(true, 1000))))
                .isEqualTo("""
                        el_syncing true synced
                        cl_syncing false node/syncing: http 404 Not Found
                        el_block_fresh false block missing fields
                        cl_slot_fresh false node/syncing: http 404 Not Found""");
        assertThat(lines(ReadinessRules.checks(at(0, failed, cl), settings(true, 1000))
                        .subList(2, 3)))
                .isEqualTo("el_block_fresh false eth_getBlockByNumber: timeout");
    }

    @Test
    void a_node_days_behind_is_ready_unless_strict() {
        long now = 2_000_000;
        ReadinessInput input = at(now, synced(block(now - 691_200)), cl(false, new Quantity(10), 0));
        assertThat(judge(input, settings(false, now - 120)).ready()).isTrue();
        Readiness strict = judge(input, settings(true, now - 120));
        assertThat(strict.ready()).isFalse();
        assertThat(strict.reason()).isEqualTo(ReadinessReason.EL_BLOCK_FRESH);
        assertThat(strict.detail(CheckName.EL_BLOCK_FRESH)).isEqualTo("block 5 stale: 691200s (max 60)");
    }

    @Test
    void optimism_and_an_offline_el_do_not_gate() {
        ClSyncing said = new ClSyncing(false, new Quantity(10), Quantity.ZERO, Optional.of(true), Optional.of(true));
        ClSnapshot cl = new ClSnapshot("http/1.1", new Reading.Known<>(said), NO_PEERS, Optional.empty());
        assertThat(judge(at(1000, synced(BLOCK_5), cl), settings(false, 1000)).ready())
                .isTrue();
    }

    @Test
    void before_the_first_poll_every_check_says_warming_up() {
        ReadinessInput input =
                new ReadinessInput(ReadinessInput.Phase.WARMING_UP, Optional.empty(), Duration.ZERO, Instant.EPOCH);
        assertThat(lines(ReadinessRules.checks(input, settings(false, 1))))
                .isEqualTo("el_syncing false warming up\ncl_syncing false warming up");
        assertThat(ReadinessRules.checks(input, settings(true, 1)))
                .hasSize(4)
                .allMatch(check -> check.detail().equals("warming up") && !check.ok());
        assertThat(judge(input, settings(false, 1)).state()).isEqualTo(ReadinessState.WARMING_UP);
    }

    @Test
    void a_snapshot_is_stale_after_three_intervals_and_time_outs() {
        ReadinessInput young = aged(at(1000, synced(BLOCK_5), cl(false, new Quantity(10), 0)), Duration.ofSeconds(24));
        assertThat(judge(young, settings(true, 1000)).ready()).isTrue();
        Readiness stale = judge(aged(young, Duration.ofMillis(25_400)), settings(true, 1000));
        assertThat(stale.ready()).isFalse();
        assertThat(stale.reason()).isEqualTo(ReadinessReason.STALE_SNAPSHOT);
        assertThat(lines(stale.checks())).isEqualTo("""
                        el_syncing false stale snapshot: 25s
                        cl_syncing false stale snapshot: 25s
                        el_block_fresh true block 5, age 6s
                        cl_slot_fresh true slot 10, age 0s""");
    }

    @Test
    void no_threshold_keeps_a_stale_snapshot_ready() {
        HealthSettings patient = new HealthSettings(
                Duration.ofSeconds(5),
                Duration.ofSeconds(3),
                new HealthSettings.Thresholds(100, 1),
                new HealthSettings.Freshness(false, Duration.ZERO, Duration.ZERO),
                SlotClock.mainnet());
        ReadinessInput input = at(1000, synced(BLOCK_5), cl(false, new Quantity(10), 0));
        assertThat(judge(input, patient).ready()).isTrue();
        assertThat(judge(aged(input, Duration.ofSeconds(25)), patient).ready()).isFalse();
    }

    @Test
    void who_shuts_down_is_not_ready() {
        ReadinessInput input = at(1000, synced(BLOCK_5), cl(false, new Quantity(10), 0));
        Readiness stopping = judge(
                new ReadinessInput(ReadinessInput.Phase.SHUTTING_DOWN, input.snapshot(), Duration.ZERO, input.now()),
                settings(false, 1000));
        assertThat(stopping.ready()).isFalse();
        assertThat(stopping.reason()).isEqualTo(ReadinessReason.SHUTTING_DOWN);
        assertThat(stopping.detail(CheckName.EL_SYNCING)).isEqualTo("shutting down");
        assertThat(stopping.detail(CheckName.EL_BLOCK_FRESH)).isEqualTo("-");
    }

    private static ReadinessInput aged(ReadinessInput input, Duration age) {
        return new ReadinessInput(input.phase(), input.snapshot(), age, input.now());
    }

    private static Readiness judge(ReadinessInput input, HealthSettings settings) {
        return ReadinessRules.judge(input, new Damping(true, 0), settings);
    }
}
