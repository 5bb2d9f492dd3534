package io.ethryx.health;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class HealthDocumentsTest {

    private static final Instant NOW = Instant.ofEpochSecond(1300);
    private static final SlotClock SLOTS = new SlotClock(1000, Duration.ofSeconds(12));

    private static String text(HealthDocument document) {
        return new String(document.body(), StandardCharsets.UTF_8);
    }

    private static String healthz(ElSnapshot el, ClSnapshot cl, SlotClock slots) {
        PairSnapshot snapshot = new PairSnapshot(1, NOW, Duration.ZERO, el, cl, Optional.empty());
        HealthDocument document = HealthDocuments.healthz(snapshot, Duration.ofMillis(7900), slots, NOW);
        assertThat(document.status()).isEqualTo(200);
        return text(document);
    }

    @Test
    void a_healthy_pair_shows_every_value_in_order() {
        ElSnapshot el = new ElSnapshot(
                "h2c",
                new Reading.Known<>(new ElSyncing.Synced()),
                new Reading.Known<>(new Quantity(16)),
                new Reading.Known<>(new LatestBlock(new Quantity(5), new Quantity(994))),
                Optional.of(NOW));
        ClSnapshot cl = new ClSnapshot(
                "http/1.1",
                new Reading.Known<>(
                        new ClSyncing(false, new Quantity(10), Quantity.ZERO, Optional.of(false), Optional.of(true))),
                new Reading.Known<>(new Quantity(64)),
                Optional.of(NOW));
        assertThat(healthz(el, cl, SLOTS))
                .isEqualTo("{\"el\":{\"transport\":\"h2c\",\"syncing\":false,\"peers\":16,\"block_number\":5,"
                        + "\"block_age_secs\":306},\"cl\":{\"transport\":\"http/1.1\",\"syncing\":false,"
                        + "\"sync_distance\":0,\"peers\":64,\"head_slot\":10,\"slot_age_secs\":180,"
                        + "\"is_optimistic\":false,\"el_offline\":true},\"snapshot_age_secs\":7}");
    }

    @Test
    void a_pair_that_is_down_shows_its_errors_and_nothing_else() {
        ElReadings readings = ElReadings.failed("timeout");
        ElSnapshot el = new ElSnapshot(
                "http/1.1", readings.syncing(), readings.peers(), readings.latestBlock(), Optional.empty());
        ClSnapshot cl = new ClSnapshot(
                "http/1.1",
                new Reading.Failed<>("http 404 Not Found"),
                new Reading.Failed<>("transport: \"refused\"\n"),
                Optional.empty());
        assertThat(healthz(el, cl, SLOTS))
                .isEqualTo("{\"el\":{\"transport\":\"http/1.1\",\"errors\":[\"eth_syncing: timeout\","
                        + "\"net_peerCount: timeout\",\"eth_getBlockByNumber: timeout\"]},"
                        + "\"cl\":{\"transport\":\"http/1.1\",\"errors\":[\"node/syncing: http 404 Not Found\","
                        + "\"node/peer_count: transport: \\\"refused\\\"\\n\"]},\"snapshot_age_secs\":7}");
    }

    @Test
    void a_syncing_pair_shows_how_far_it_has_to_go() {
        ElSnapshot el = new ElSnapshot(
                "h2",
                new Reading.Known<>(new ElSyncing.SyncingTowards("0x10", "0x20")),
                new Reading.Garbled<>("0xZZ"),
                new Reading.Garbled<>("0xZZ, 0x1"),
                Optional.of(NOW));
        ClSnapshot cl = ReadinessRulesTest.cl(true, Quantity.MAX, 5);
        assertThat(healthz(el, cl, SLOTS))
                .isEqualTo("{\"el\":{\"transport\":\"h2\",\"syncing\":true,\"sync_distance\":16,"
                        + "\"errors\":[\"net_peerCount invalid hex: 0xZZ\",\"eth_getBlockByNumber: missing fields\"]},"
                        + "\"cl\":{\"transport\":\"http/1.1\",\"syncing\":true,\"sync_distance\":5,\"peers\":0,"
                        + "\"head_slot\":18446744073709551615,\"slot_age_secs\":0},\"snapshot_age_secs\":7}");
    }

    @Test
    void without_a_distance_syncing_stands_alone() {
        ElSnapshot odd = ReadinessRulesTest.el(
                new Reading.Known<>(new ElSyncing.SyncingTowards("0xZZ", "0x20")), ReadinessRulesTest.block(1300));
        assertThat(healthz(odd, ReadinessRulesTest.cl(false, Quantity.ZERO, 0), SLOTS))
                .startsWith("{\"el\":{\"transport\":\"http/1.1\",\"syncing\":true,\"peers\":0,\"block_number\":5,"
                        + "\"block_age_secs\":0,\"errors\":[\"eth_syncing invalid hex: current 0xZZ, highest 0x20\"]}");
    }

    @Test
    void genesis_zero_leaves_the_slot_age_out() {
        assertThat(healthz(
                        ReadinessRulesTest.synced(ReadinessRulesTest.block(1300)),
                        ReadinessRulesTest.cl(false, new Quantity(10), 0),
                        new SlotClock(0, Duration.ZERO)))
                .contains("\"head_slot\":10}")
                .doesNotContain("slot_age_secs");
    }

    @Test
    void before_the_first_poll_healthz_says_so() {
        assertThat(text(HealthDocuments.unpolled("h2c")))
                .isEqualTo("{\"el\":{\"transport\":\"h2c\",\"errors\":[\"warming up\"]},"
                        + "\"cl\":{\"transport\":\"http/1.1\",\"errors\":[\"warming up\"]}}");
    }

    @Test
    void readyz_lists_its_checks_in_order() {
        Readiness ready = new Readiness(
                ReadinessState.READY,
                ReadinessReason.CHECKS_PASSED,
                List.of(
                        new ReadinessCheck(CheckName.EL_SYNCING, true, "synced"),
                        new ReadinessCheck(CheckName.CL_SYNCING, true, "synced (slot 42, distance 0)")));
        assertThat(HealthDocuments.readyz(ready).status()).isEqualTo(200);
        assertThat(text(HealthDocuments.readyz(ready)))
                .isEqualTo("{\"status\":\"ready\",\"el_syncing\":{\"ok\":true,\"detail\":\"synced\"},"
                        + "\"cl_syncing\":{\"ok\":true,\"detail\":\"synced (slot 42, distance 0)\"}}");
    }

    @Test
    void a_pair_that_warms_up_is_served_as_not_ready_and_verbose_adds_the_timeline() {
        Readiness warming = new Readiness(
                ReadinessState.WARMING_UP,
                ReadinessReason.WARMING_UP,
                List.of(new ReadinessCheck(CheckName.EL_SYNCING, false, "warming up")));
        Readiness down = new Readiness(
                ReadinessState.NOT_READY,
                ReadinessReason.EL_SYNCING,
                List.of(new ReadinessCheck(CheckName.EL_SYNCING, false, "eth_syncing: timeout")));
        HealthDocument document =
                HealthDocuments.verboseReadyz(warming, List.of(new Transition(NOW, ReadinessState.READY, down)));
        assertThat(document.status()).isEqualTo(503);
        assertThat(text(document))
                .isEqualTo("{\"status\":\"not_ready\",\"el_syncing\":{\"ok\":false,\"detail\":\"warming up\"},"
                        + "\"timeline\":[{\"at\":\"1970-01-01T00:21:40Z\",\"from\":\"ready\",\"to\":\"not_ready\","
                        + "\"reason\":\"el_syncing\",\"detail\":\"eth_syncing: timeout\"}]}");
    }
}
