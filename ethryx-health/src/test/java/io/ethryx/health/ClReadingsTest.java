package io.ethryx.health;

import static io.ethryx.health.ScriptedPair.json;
import static io.ethryx.health.ScriptedPair.status;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ClReadingsTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"data\":{\"head_slot\":\"42\",\"sync_distance\":\"0\",\"is_syncing\":false}} | 42 | 0 | false",
                "{\"data\":{\"head_slot\":42,\"sync_distance\":5,\"is_syncing\":true}} | 42 | 5 | true",
                "{\"version\":\"x\",\"data\":{\"z\":[{}],\"is_syncing\":false,\"sync_distance\":\"1\",\"head_slot\":\"18446744073709551615\"}}"
                        + " | 18446744073709551615 | 1 | false"
            })
    void integers_are_read_quoted_or_not(String body, String slot, String distance, boolean syncing) {
        ClSyncing said = ClReadings.syncing(json(body)).known().orElseThrow();
        assertThat(said.headSlot()).hasToString(slot);
        assertThat(said.syncDistance()).hasToString(distance);
        assertThat(said.syncing()).isEqualTo(syncing);
        assertThat(said.optimistic()).isEmpty();
        assertThat(said.elOffline()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"true,true", "true,false", "false,true", "false,false"})
    void optimism_and_an_offline_el_are_told_as_they_are(boolean optimistic, boolean elOffline) {
        ClSyncing said = ClReadings.syncing(
                        json("{\"data\":{\"head_slot\":\"1\",\"sync_distance\":\"0\",\"is_syncing\":false,"
                                + "\"is_optimistic\":" + optimistic + ",\"el_offline\":" + elOffline + "}}"))
                .known()
                .orElseThrow();
        assertThat(said.optimistic()).contains(optimistic);
        assertThat(said.elOffline()).contains(elOffline);
    }

    @Test
    void a_flag_of_another_type_is_unknown_rather_than_false() {
        ClSyncing said = ClReadings.syncing(
                        json("{\"data\":{\"head_slot\":\"1\",\"sync_distance\":\"0\",\"is_syncing\":false,"
                                + "\"is_optimistic\":\"true\",\"el_offline\":null}}"))
                .known()
                .orElseThrow();
        assertThat(said.optimistic()).isEqualTo(Optional.empty());
        assertThat(said.elOffline()).isEqualTo(Optional.empty());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{} | missing data",
                "[] | missing data",
                "{\"data\":null} | missing is_syncing",
                "{\"data\":{}} | missing is_syncing",
                "{\"data\":{\"is_syncing\":\"false\"}} | missing is_syncing",
                "{\"data\":{\"is_syncing\":false}} | missing head_slot",
                "{\"data\":{\"is_syncing\":false,\"head_slot\":\"0x1\"}} | missing head_slot",
                "{\"data\":{\"is_syncing\":false,\"head_slot\":-1}} | missing head_slot",
                "{\"data\":{\"is_syncing\":false,\"head_slot\":18446744073709551616}} | missing head_slot",
                "{\"data\":{\"is_syncing\":false,\"head_slot\":\"1\"}} | missing sync_distance",
                "{\"data\":{\"is_syncing\":false,\"head_slot\":\"1\",\"sync_distance\":1.5}} | missing sync_distance",
                "<html> | decode: unexpected byte at byte 0"
            })
    void what_is_missing_is_named(String body, String error) {
        assertThat(ClReadings.syncing(json(body))).isEqualTo(new Reading.Failed<>(error));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"data\":{\"connected\":\"64\"}} | 64 |",
                "{\"data\":{\"connected\":64,\"connecting\":\"1\"}} | 64 |",
                "{\"data\":{\"connected\":\"words\"}} | | missing connected",
                "{\"data\":{}} | | missing connected",
                "{\"other\":1} | | missing data"
            })
    void connected_peers_are_counted(String body, String peers, String error) {
        Reading<Quantity> reading = ClReadings.peers(json(body));
        assertThat(reading.known().map(Quantity::toString).orElse(null)).isEqualTo(peers);
        assertThat(ErrorTexts.of(reading)).isEqualTo(error == null ? "" : error);
    }

    @Test
    void a_status_outside_2xx_is_an_error() {
        assertThat(ClReadings.peers(status(404))).isEqualTo(new Reading.Failed<>("http 404 Not Found"));
    }
}
