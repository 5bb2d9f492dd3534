package io.ethryx.health;

import static io.ethryx.health.ScriptedPair.batch;
import static io.ethryx.health.ScriptedPair.block;
import static io.ethryx.health.ScriptedPair.json;
import static io.ethryx.health.ScriptedPair.result;
import static io.ethryx.health.ScriptedPair.status;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ElReadingsTest {

    private static final String BLOCK = block(5, 1000);

    @Test
    void a_healthy_answer_is_read_whole() {
        ElReadings readings = ElReadings.of(json(batch("false", "\"0x10\"", BLOCK)));
        assertThat(readings.syncing().known()).contains(new ElSyncing.Synced());
        assertThat(readings.peers().known()).contains(new Quantity(16));
        assertThat(readings.latestBlock().known()).contains(new LatestBlock(new Quantity(5), new Quantity(1000)));
    }

    @Test
    void responses_come_in_any_order_with_members_nobody_asked_for() {
        String shuffled = " [ " + result(3, "{\"hash\":\"0x\",\"a\":[{}],\"timestamp\":\"0x1\",\"number\":\"0x2\"}")
                + "\n,\t" + result(1, "true")
                + ", {\"id\":2,\"error\":null,\"extra\":{\"id\":9},\"result\":\"0x1\"} ]\r\n";
        ElReadings readings = ElReadings.of(json(shuffled));
        assertThat(readings.syncing().known()).contains(new ElSyncing.Syncing());
        assertThat(readings.peers().known()).contains(new Quantity(1));
        assertThat(readings.latestBlock().known()).contains(new LatestBlock(new Quantity(2), new Quantity(1)));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"currentBlock\":\"0x10\",\"highestBlock\":\"0x20\"} | 16 | 16",
                "{\"currentBlock\":\"0x10\",\"highestBlock\":\"0xf\"} | 16 | 0",
                "{\"currentBlock\":\"10\",\"highestBlock\":\"20\"} | 16 | 16",
                "{\"currentBlock\":16,\"highestBlock\":32} | 16 | 16",
                "{\"startingBlock\":\"0x0\",\"stages\":[{\"n\":1}],\"currentBlock\":\"0x1\",\"highestBlock\":\"0xffffffffffffffff\"}"
                        + " | 1 | 18446744073709551614",
                "{\"currentBlock\":\"0xZZ\",\"highestBlock\":\"0x20\"} | |",
                "{\"currentBlock\":\"0x10\",\"highestBlock\":\"\"} | |",
                "{\"currentBlock\":1.5,\"highestBlock\":\"0x20\"} | |",
                "{\"currentBlock\":-1,\"highestBlock\":\"0x20\"} | |",
                "{\"currentBlock\":\"0x10000000000000000\",\"highestBlock\":\"0x20\"} | |"
            })
    void a_syncing_node_tells_from_where_to_where(String said, String current, String distance) {
        ElReadings readings = ElReadings.of(json(batch(said, "\"0x1\"", BLOCK)));
        ElSyncing.SyncingTowards towards =
                (ElSyncing.SyncingTowards) readings.syncing().known().orElseThrow();
        assertThat(towards.current().map(Quantity::toString).orElse(null)).isEqualTo(current);
        assertThat(towards.distance().map(Quantity::toString).orElse(null)).isEqualTo(distance);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\"false\"",
                "0",
                "[]",
                "{}",
                "{\"currentBlock\":\"0x1\"}",
                "{\"highestBlock\":\"0x1\"}",
                "{\"currentBlock\":null,\"highestBlock\":\"0x1\"}"
            })
    void other_forms_of_eth_syncing_are_no_answer(String said) {
        assertThat(ElReadings.of(json(batch(said, "\"0x1\"", BLOCK))).syncing())
                .isEqualTo(new Reading.Failed<>(
                        "decode: neither a boolean nor an object with currentBlock and highestBlock"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '\'',
            value = {
                "\"0x17\" | 23 |",
                "\"0x0\" | 0 |",
                "23 | 23 |",
                "\"17\" | 23 |",
                "18446744073709551615 | 18446744073709551615 |",
                "null | | net_peerCount: decode: missing result",
                "true | | net_peerCount: decode: neither a string nor an integer",
                "\"0xZZ\" | | net_peerCount invalid hex: 0xZZ",
                "\"\" | | 'net_peerCount invalid hex: '",
                "-1 | | net_peerCount invalid hex: -1 (a number)",
                "1e3 | | net_peerCount invalid hex: 1e3 (a number)"
            })
    void peers_are_read_or_left_out_with_an_error(String said, String peers, String error) {
        ElReadings readings = ElReadings.of(json(batch("false", said, BLOCK)));
        assertThat(readings.peers().known().map(Quantity::toString).orElse(null))
                .isEqualTo(peers);
        ElSnapshot el = new ElSnapshot(
                "http/1.1", readings.syncing(), readings.peers(), readings.latestBlock(), java.util.Optional.empty());
        assertThat(String.join("; ", ErrorTexts.of(el))).isEqualTo(error == null ? "" : error);
    }

    @Test
    void a_method_error_is_shown_compact_with_sorted_members() {
        String error =
                "{ \"message\" : \"the method \\\"net_peerCount\\\" is off\", \"data\":[1, {}, [ ]], \"code\" : -32601 }";
        String answer = "[" + result(1, "false") + ",{\"id\":2,\"error\":" + error + "}," + result(3, BLOCK) + "]";
        assertThat(ElReadings.of(json(answer)).peers())
                .isEqualTo(
                        new Reading.Failed<>(
                                "rpc error: {\"code\":-32601,\"data\":[1,{},[]],\"message\":\"the method \\\"net_peerCount\\\" is off\"}"));
    }

    @Test
    void a_huge_method_error_is_cut() {
        String answer = "[" + result(1, "false") + ",{\"id\":2,\"error\":{\"message\":\"" + "x".repeat(1 << 20)
                + "\"}}," + result(3, BLOCK) + "]";
        Reading<Quantity> peers = ElReadings.of(json(answer)).peers();
        assertThat(ErrorTexts.of(peers))
                .startsWith("rpc error: {\"message\":\"xxx")
                .hasSizeLessThan(600);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"number\":\"0x5\"} | eth_getBlockByNumber: decode: not an object with number and timestamp",
                "[] | eth_getBlockByNumber: decode: not an object with number and timestamp",
                "null | eth_getBlockByNumber: decode: missing result",
                "{\"number\":\"0xZZ\",\"timestamp\":\"0x1\"} | eth_getBlockByNumber: missing fields",
                "{\"number\":\"0x1\",\"timestamp\":\"\"} | eth_getBlockByNumber: missing fields"
            })
    void a_block_without_number_and_time_is_none(String said, String error) {
        ElReadings readings = ElReadings.of(json(batch("false", "\"0x1\"", said)));
        ElSnapshot el = new ElSnapshot(
                "http/1.1", readings.syncing(), readings.peers(), readings.latestBlock(), java.util.Optional.empty());
        assertThat(ErrorTexts.of(el)).containsExactly(error);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{} | decode: not an array",
                "{\"jsonrpc\":\"2.0\",\"error\":{\"code\":-32600},\"id\":null} | decode: not an array but rpc error: {\"code\":-32600}",
                "null | decode: not an array",
                "[] | decode: expected 3 responses, got 0",
                "[{\"id\":1,\"result\":false}] | decode: expected 3 responses, got 1",
                "[{\"id\":1},{\"id\":2},{\"id\":3},{\"id\":4}] | decode: expected 3 responses, got 4",
                "[{\"id\":\"1\"},{\"id\":2},{\"id\":3}] | decode: a response without an integer id",
                "[{\"id\":null},{\"id\":2},{\"id\":3}] | decode: a response without an integer id",
                "[{\"id\":1.0},{\"id\":2},{\"id\":3}] | decode: a response without an integer id",
                "[{},{\"id\":2},{\"id\":3}] | decode: a response without an integer id",
                "[1,2,3] | decode: a response without an integer id",
                "[[],{\"id\":2},{\"id\":3}] | decode: a response without an integer id"
            })
    void a_batch_that_is_none_fails_all_three(String body, String error) {
        assertThat(ElReadings.of(json(body))).isEqualTo(ElReadings.failed(error));
    }

    @Test
    void a_missing_response_fails_alone() {
        String answer = "[" + result(1, "false") + "," + result(1, "true") + "," + result(3, BLOCK) + "]";
        ElReadings readings = ElReadings.of(json(answer));
        assertThat(readings.syncing().known()).contains(new ElSyncing.Synced());
        assertThat(readings.peers()).isEqualTo(new Reading.Failed<>("decode: missing response for id 2"));
        assertThat(readings.latestBlock().known()).isPresent();
    }

    @Test
    void of_a_repeated_member_the_last_counts() {
        String answer = "[{\"id\":7,\"result\":true,\"id\":1,\"result\":false}," + result(2, "\"0x1\"") + ","
                + result(3, BLOCK) + "]";
        assertThat(ElReadings.of(json(answer)).syncing().known()).contains(new ElSyncing.Synced());
    }

    @ParameterizedTest
    @CsvSource({
        "404, http 404 Not Found",
        "503, http 503 Service Unavailable",
        "301, http 301 Moved Permanently",
        "520, http 520",
        "100, http 100"
    })
    void only_2xx_is_an_answer(int status, String error) {
        assertThat(ElReadings.of(status(status))).isEqualTo(ElReadings.failed(error));
    }

    @Test
    void an_unknown_status_shows_the_reason_that_came_with_it() {
        assertThat(ElReadings.of(new ProbeResponse(521, "Web Server Is Down", new byte[0])))
                .isEqualTo(ElReadings.failed("http 521 Web Server Is Down"));
    }

    @Test
    void status_206_is_a_success() {
        byte[] body = json(batch("false", "\"0x1\"", BLOCK)).body();
        assertThat(ElReadings.of(new ProbeResponse(206, "", body)).syncing().known())
                .isPresent();
    }

    @Test
    void a_body_over_the_limit_is_not_read() {
        assertThat(ElReadings.of(new ProbeResponse(200, "", new byte[ProbeResponse.MAX_BODY_BYTES + 1])))
                .isEqualTo(ElReadings.failed("decode: length limit exceeded"));
    }
}
