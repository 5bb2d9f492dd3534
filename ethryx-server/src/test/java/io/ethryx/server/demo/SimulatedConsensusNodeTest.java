package io.ethryx.server.demo;

import static org.assertj.core.api.Assertions.assertThat;

import io.ethryx.server.testing.RawClient;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SimulatedConsensusNodeTest {

    private static final String SYNCING = "/eth/v1/node/syncing";

    private PairUnderTest pair;

    @BeforeEach
    void start() throws IOException {
        pair = new PairUnderTest();
    }

    @AfterEach
    void stop() {
        pair.close();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "/eth/v1/node/version | {\"data\":{\"version\":\"EthryxSimulated/v1/consensus\"}}",
                "/eth/v1/node/syncing | {\"data\":{\"head_slot\":\"100\",\"sync_distance\":\"0\",\"is_syncing\":false,"
                        + "\"is_optimistic\":false,\"el_offline\":false}}",
                "/eth/v1/node/peer_count | {\"data\":{\"disconnected\":\"12\",\"connecting\":\"0\","
                        + "\"connected\":\"64\",\"disconnecting\":\"0\"}}",
            })
    void node_endpoints_have_their_documents(String path, String body) throws Exception {
        HttpResponse<String> answer = pair.get(path);
        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.headers().firstValue("content-type")).contains("application/json");
        assertThat(answer.body()).isEqualTo(body);
    }

    @Test
    void genesis_and_spec_agree_with_the_chain() throws Exception {
        long genesis = PairUnderTest.NOW.getEpochSecond() - 1_200;
        assertThat(pair.get("/eth/v1/beacon/genesis").body())
                .startsWith("{\"data\":{\"genesis_time\":\"" + genesis + "\"");
        assertThat(pair.get("/eth/v1/config/spec").body())
                .contains("\"SECONDS_PER_SLOT\":\"12\"")
                .contains("\"SLOTS_PER_EPOCH\":\"32\"")
                .contains("\"MIN_GENESIS_TIME\":\"" + genesis + "\"")
                .contains("\"DEPOSIT_CHAIN_ID\":\"1337\"");
        assertThat(pair.get("/eth/v1/node/identity").body())
                .contains("\"peer_id\":\"")
                .contains("\"seq_number\":\"1\"");
    }

    @ParameterizedTest
    @CsvSource({"head,100", "finalized,32", "justified,64", "genesis,0", "7,7", "100,100"})
    void a_header_is_found_by_name_and_by_slot(String id, String slot) throws Exception {
        assertThat(pair.get("/eth/v1/beacon/headers/" + id).body()).contains("\"message\":{\"slot\":\"" + slot + "\"");
    }

    @Test
    void headers_link_to_their_parents_and_are_found_by_root() throws Exception {
        String child = pair.get("/eth/v1/beacon/headers/8").body();
        String parentRoot = child.replaceAll(".*\"parent_root\":\"(0x[0-9a-f]{64})\".*", "$1");
        assertThat(pair.get("/eth/v1/beacon/headers/7").body()).contains("\"data\":{\"root\":\"" + parentRoot + "\"");
        assertThat(pair.get("/eth/v1/beacon/headers/" + parentRoot).body()).contains("\"slot\":\"7\"");
    }

    @Test
    void a_header_says_whether_it_is_final() throws Exception {
        assertThat(pair.get("/eth/v1/beacon/headers/32").body()).contains("\"finalized\":true");
        assertThat(pair.get("/eth/v1/beacon/headers/33").body()).contains("\"finalized\":false");
    }

    @ParameterizedTest
    @CsvSource({
        "/eth/v1/beacon/headers/101,404",
        "/eth/v1/beacon/headers/x,400",
        "/eth/v1/beacon/headers/,400",
        "/eth/v1/beacon/headers/0x0000000000000000000000000000000000000000000000000000000000000000,404",
        "/eth/v2/beacon/blocks/99999999999999999999999,400",
        "/eth/v1/nothing,404",
        "/,404",
    })
    void what_is_not_there_is_an_error_object(String path, int status) throws Exception {
        HttpResponse<String> answer = pair.get(path);
        assertThat(answer.statusCode()).isEqualTo(status);
        assertThat(answer.body()).startsWith("{\"code\":" + status + ",\"message\":\"");
    }

    @Test
    void a_block_agrees_with_the_execution_node() throws Exception {
        HttpResponse<String> answer = pair.get("/eth/v2/beacon/blocks/head");
        assertThat(answer.headers().firstValue("eth-consensus-version")).contains("electra");
        assertThat(answer.body())
                .startsWith("{\"version\":\"electra\",\"execution_optimistic\":false,\"finalized\":false,\"data\":")
                .contains("\"block_number\":\"100\"")
                .contains("\"block_hash\":\"" + pair.nodes.chain().blockHash(100) + "\"");
        assertThat(pair.result("eth_getBlockByNumber", "[\"latest\",false]"))
                .contains("\"hash\":\"" + pair.nodes.chain().blockHash(100) + "\"");
    }

    @Test
    void a_block_comes_as_octets_to_those_who_ask_for_them_first() throws Exception {
        String path = "/eth/v2/beacon/blocks/head";
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + pair.cl.port() + path))
                .header("accept", "application/octet-stream;q=1,application/json;q=0.9")
                .build();
        HttpResponse<byte[]> octets = pair.client.send(request, BodyHandlers.ofByteArray());
        assertThat(octets.headers().firstValue("content-type")).contains("application/octet-stream");
        assertThat(octets.headers().firstValue("eth-consensus-version")).contains("electra");
        assertThat(octets.body()).hasSize(2048).isEqualTo(new BeaconBlocks(pair.nodes.chain()).ssz(100));
        assertThat(pair.get(path, "accept", "application/json,application/octet-stream")
                        .headers()
                        .firstValue("content-type"))
                .contains("application/json");
    }

    @Test
    void health_follows_is_syncing() throws Exception {
        HttpResponse<String> synced = pair.get("/eth/v1/node/health");
        assertThat(synced.statusCode()).isEqualTo(200);
        assertThat(synced.body()).isEmpty();
        pair.cl.script().syncing(true);
        assertThat(pair.get("/eth/v1/node/health").statusCode()).isEqualTo(206);
        assertThat(pair.get("/eth/v1/node/health?syncing_status=299").statusCode())
                .isEqualTo(299);
        assertThat(pair.get("/eth/v1/node/health?syncing_status=9").statusCode())
                .isEqualTo(400);
    }

    @Test
    void the_syncing_document_is_what_the_script_says() throws Exception {
        ConsensusScript script = pair.cl.script();
        script.syncing(true);
        script.syncDistance(5);
        script.optimistic(true);
        script.elOffline(true);
        script.headAt(95);
        assertThat(pair.get(SYNCING).body())
                .isEqualTo("{\"data\":{\"head_slot\":\"95\",\"sync_distance\":\"5\",\"is_syncing\":true,"
                        + "\"is_optimistic\":true,\"el_offline\":true}}");
        script.reset();
        assertThat(pair.get(SYNCING).body()).contains("\"head_slot\":\"100\"").contains("\"el_offline\":false");
    }

    @Test
    void integers_can_lose_their_quotes_and_members_can_be_absent() throws Exception {
        pair.cl.script().quoted(false);
        pair.cl.script().withoutMember("is_optimistic");
        pair.cl.script().withoutMember("el_offline");
        assertThat(pair.get(SYNCING).body())
                .isEqualTo("{\"data\":{\"head_slot\":100,\"sync_distance\":0,\"is_syncing\":false}}");
        pair.cl.script().member("head_slot", "[]");
        pair.cl.script().withoutMember("sync_distance");
        assertThat(pair.get(SYNCING).body()).isEqualTo("{\"data\":{\"head_slot\":[],\"is_syncing\":false}}");
    }

    @Test
    void peers_are_what_the_script_says() throws Exception {
        pair.cl.script().connectedPeers("7");
        assertThat(pair.get("/eth/v1/node/peer_count").body()).contains("\"connected\":7,");
    }

    @Test
    void the_head_moves_with_the_slots() throws Exception {
        pair.nodes.advanceSlot();
        assertThat(pair.get(SYNCING).body()).contains("\"head_slot\":\"101\"");
    }

    @Test
    void head_requests_have_the_length_of_the_answer_and_other_methods_are_refused() throws Exception {
        int length = pair.get(SYNCING).body().length();
        try (RawClient client = RawClient.connect(pair.cl.port())) {
            String answer = client.send("HEAD " + SYNCING + " HTTP/1.1\r\nHost: x\r\n\r\n")
                    .readUntil("\r\n\r\n");
            assertThat(answer).startsWith("HTTP/1.1 200 ").containsIgnoringCase("content-length: " + length + "\r\n");
            assertThat(client.send("POST " + SYNCING + " HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\n{}")
                            .readAnswer())
                    .startsWith("HTTP/1.1 405 ");
        }
    }

    @Test
    void requests_are_counted_by_path_and_kept_with_their_query() throws Exception {
        pair.get(SYNCING);
        pair.get(SYNCING + "?x=%20y");
        assertThat(pair.cl.log().calls(SYNCING)).isEqualTo(2);
        assertThat(pair.cl.log().last().get(1).query()).isEqualTo("x=%20y");
    }
}
