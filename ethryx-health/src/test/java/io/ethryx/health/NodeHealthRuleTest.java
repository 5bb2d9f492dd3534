package io.ethryx.health;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NodeHealthRuleTest {

    /** EL and CL: synced, syncing, down, or gone where the snapshot is too old to go by. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            nullValues = "none",
            value = {
                "ready     | synced  | synced  | none                        | 200",
                "ready     | synced  | synced  | syncing_status=299          | 200",
                "ready     | synced  | synced  | syncing_status=abc          | 400",
                "not ready | syncing | synced  | none                        | 206",
                "not ready | synced  | syncing | none                        | 206",
                "not ready | syncing | down    | none                        | 206",
                "not ready | syncing | down    | x=1&syncing_status=503&y    | 503",
                "not ready | syncing | down    | syncing_status=200          | 200",
                "not ready | syncing | down    | syncing_status=100          | 400",
                "not ready | syncing | down    | syncing_status=199          | 400",
                "not ready | syncing | down    | syncing_status=599          | 599",
                "not ready | syncing | down    | syncing_status=600          | 400",
                "not ready | syncing | down    | syncing_status=099          | 400",
                "not ready | syncing | down    | syncing_status=             | 400",
                "not ready | syncing | down    | xsyncing_status=299         | 206",
                "not ready | synced  | synced  | none                        | 503",
                "not ready | down    | down    | none                        | 503",
                "not ready | down    | down    | syncing_status=299          | 503",
                "not ready | gone    | gone    | none                        | 503"
            })
    void ready_syncing_and_neither_have_a_status_each(String state, String el, String cl, String query, int status) {
        Readiness readiness = new Readiness(
                state.equals("ready") ? ReadinessState.READY : ReadinessState.NOT_READY,
                ReadinessReason.CHECKS_PASSED,
                List.of());
        Reading<ElSyncing> elSaid = switch (el) {
            case "synced" -> new Reading.Known<>(new ElSyncing.Synced());
            case "syncing" -> new Reading.Known<>(new ElSyncing.Syncing());
            default -> new Reading.Failed<>("timeout");
        };
        ClSnapshot clSaid = ReadinessRulesTest.cl(cl.equals("syncing"), Quantity.ZERO, 0);
        if (cl.equals("down")) {
            clSaid = new ClSnapshot("http/1.1", new Reading.Failed<>("timeout"), clSaid.peers(), Optional.empty());
        }
        ReadinessInput input =
                ReadinessRulesTest.at(0, ReadinessRulesTest.el(elSaid, ReadinessRulesTest.block(0)), clSaid);
        Optional<PairSnapshot> current = el.equals("gone") ? Optional.empty() : input.snapshot();
        assertThat(NodeHealthRule.status(readiness, current, query)).isEqualTo(status);
    }
}
