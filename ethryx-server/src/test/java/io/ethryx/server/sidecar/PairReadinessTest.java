package io.ethryx.server.sidecar;

import static org.assertj.core.api.Assertions.assertThat;

import io.ethryx.server.demo.SimulatedChain;
import io.ethryx.server.demo.SimulatedNodes;
import io.ethryx.server.testing.Await;
import io.ethryx.server.testing.RawClient;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The pair as a unit, trust mode and node health, before a simulated pair of nodes. */
class PairReadinessTest {

    private SimulatedNodes nodes;
    private SidecarFixture sidecar;

    @BeforeEach
    void startNodes() throws Exception {
        nodes = SimulatedNodes.byHand(
                SimulatedChain.aged(Instant.now(), 1_000, Duration.ofSeconds(12), 32), InstantSource.system());
        nodes.start();
    }

    @AfterEach
    void stop() {
        sidecar.closeAndCheckNothingIsLeft();
        nodes.close();
    }

    private void start(String... arguments) throws Exception {
        sidecar = SidecarFixture.with(
                        nodes.executionNode().httpPort(), nodes.consensusNode().port())
                .arguments("--health-poll-interval", "50ms")
                .arguments(arguments)
                .probing();
    }

    private String ask(String method, String target) {
        try (RawClient client = RawClient.connect(sidecar.port())) {
            client.send(method + " " + target + " HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n");
            return client.readAll();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void awaitAnswer(String target, String part) {
        Await.until(() -> ask("GET", target).contains(part), () -> part + " is not in " + ask("GET", target));
    }

    @Test
    void two_nodes_that_fit_together_are_ready_as_a_pair() throws Exception {
        start("--readyz-pair");
        awaitAnswer("/readyz", "\"status\":\"ready\"");
        assertThat(ask("GET", "/readyz"))
                .contains(
                        "\"pair_chain_id\":{\"ok\":true,\"detail\":\"chain 1337\"}",
                        "\"pair_optimistic\":{\"ok\":true,\"detail\":\"the CL is not optimistic\"}",
                        "\"pair_el_offline\":{\"ok\":true,\"detail\":\"the EL is online to the CL\"}",
                        "\"pair_head\":{\"ok\":true,\"detail\":\"the EL has the CL's head block "
                                + nodes.chain().blockHash(1_000) + "\"}}");
    }

    private void awaitNotReady(String check, String detail, String reason) {
        awaitAnswer("/readyz", "\"status\":\"not_ready\"");
        awaitAnswer("/readyz", "\"" + check + "\":{\"ok\":false,\"detail\":\"" + detail + "\"}");
        assertThat(ask("GET", "/readyz")).startsWith("HTTP/1.1 503 ");
        assertThat(ask("GET", "/readyz?verbose")).contains("\"to\":\"not_ready\",\"reason\":\"" + reason + "\"");
        nodes.consensusNode().script().reset();
        nodes.executionNode().script().reset();
        awaitAnswer("/readyz", "\"status\":\"ready\"");
    }

    @Test
    void each_way_in_which_they_do_not_fit_makes_them_not_ready_and_says_why() throws Exception {
        start("--readyz-pair");
        awaitAnswer("/readyz", "\"status\":\"ready\"");
        nodes.consensusNode().script().depositChainId(17000);
        awaitNotReady("pair_chain_id", "the EL is on chain 1337, the CL on chain 17000", "pair_chain_id");
        nodes.consensusNode().script().optimistic(true);
        awaitNotReady("pair_optimistic", "the CL is optimistic", "pair_optimistic");
        nodes.consensusNode().script().elOffline(true);
        awaitNotReady("pair_el_offline", "the EL is offline to the CL", "pair_el_offline");
        nodes.executionNode().script().headAt(999);
        awaitNotReady(
                "pair_head",
                "the EL does not have the CL's head block " + nodes.chain().blockHash(1_000),
                "pair_head");
    }

    @Test
    void a_cl_that_does_not_tell_is_no_failure_and_that_is_said() throws Exception {
        nodes.consensusNode().script().withoutMember("is_optimistic");
        nodes.consensusNode().script().withoutMember("el_offline");
        start("--readyz-pair");
        awaitAnswer("/readyz", "\"status\":\"ready\"");
        assertThat(ask("GET", "/readyz"))
                .contains(
                        "\"pair_optimistic\":{\"ok\":true,\"detail\":\"unknown: the CL does not tell\"}",
                        "\"pair_el_offline\":{\"ok\":true,\"detail\":\"unknown: the CL does not tell\"}");
        assertThat(ask("GET", "/healthz")).doesNotContain("is_optimistic", "el_offline");
    }

    @Test
    void without_the_flag_an_optimistic_pair_is_ready_and_nobody_asks_further() throws Exception {
        nodes.consensusNode().script().optimistic(true);
        nodes.consensusNode().script().elOffline(true);
        nodes.consensusNode().script().depositChainId(17000);
        start();
        awaitAnswer("/readyz", "\"status\":\"ready\"");
        assertThat(ask("GET", "/readyz")).doesNotContain("pair_");
        assertThat(ask("GET", "/healthz")).contains("\"is_optimistic\":true,\"el_offline\":true");
        assertThat(nodes.executionNode().log().calls("eth_chainId")).isZero();
        assertThat(nodes.consensusNode().log().calls("/eth/v2/beacon/blocks/head"))
                .isZero();
        assertThat(nodes.consensusNode().log().calls("/eth/v1/config/deposit_contract"))
                .isZero();
    }

    @Test
    void a_trusted_pair_is_ready_however_it_is_and_is_not_asked() throws Exception {
        nodes.executionNode().script().syncing(16, 32);
        start("--trust-upstream", "--mock-cl-node-health", "--readyz-strict", "--readyz-pair");
        awaitAnswer("/readyz", "\"status\":\"ready\"");
        assertThat(ask("GET", "/readyz"))
                .endsWith("{\"status\":\"ready\","
                        + "\"el_syncing\":{\"ok\":true,\"detail\":\"synced (trusted upstream)\"},"
                        + "\"cl_syncing\":{\"ok\":true,\"detail\":\"synced (trusted upstream)\"}}");
        assertThat(ask("GET", "/healthz"))
                .contains("\"syncing\":false,\"peers\":100,\"block_number\":0,\"block_age_secs\":")
                .contains("\"syncing\":false,\"sync_distance\":0,\"peers\":64,\"head_slot\":0,\"slot_age_secs\":")
                .doesNotContain("errors");
        assertThat(ask("GET", "/eth/v1/node/health")).startsWith("HTTP/1.1 200 OK\r\n");
        assertThat(sidecar.metrics())
                .contains("ethryx_upstream_peers{layer=\"el\"} 100\n", "ethryx_upstream_peers{layer=\"cl\"} 64\n")
                .contains("ethryx_upstream_health_status{layer=\"el\"} 1\n")
                .contains("ethryx_upstream_sync_distance{layer=\"cl\"} 0\n")
                .contains("ethryx_upstream_block_number 0\n");
        assertThat(nodes.executionNode().log().calls("eth_syncing"))
                .as("once, to learn which HTTP it speaks (decision S11)")
                .isOne();
        assertThat(nodes.consensusNode().log().calls("/eth/v1/node/syncing")).isZero();
    }

    @Test
    void mocked_node_health_follows_the_verdict_and_the_wish_of_the_query() throws Exception {
        start("--mock-cl-node-health");
        awaitAnswer("/readyz", "\"status\":\"ready\"");
        assertThat(ask("GET", "/eth/v1/node/health?syncing_status=299")).startsWith("HTTP/1.1 200 OK\r\n");
        nodes.executionNode().script().syncing(16, 32);
        awaitAnswer("/readyz", "\"status\":\"not_ready\"");
        assertThat(ask("GET", "/eth/v1/node/health")).startsWith("HTTP/1.1 206 Partial Content\r\n");
        assertThat(ask("HEAD", "/eth/v1/node/health")).startsWith("HTTP/1.1 206 Partial Content\r\n");
        assertThat(ask("GET", "/eth/v1/node/health?syncing_status=299")).startsWith("HTTP/1.1 299 ");
        assertThat(ask("GET", "/eth/v1/node/health?syncing_status=200")).startsWith("HTTP/1.1 200 ");
        nodes.executionNode().script().result("eth_syncing", "7");
        awaitAnswer("/readyz", "eth_syncing: decode");
        assertThat(ask("GET", "/eth/v1/node/health?syncing_status=200")).startsWith("HTTP/1.1 503 ");
        assertThat(nodes.consensusNode().log().calls("/eth/v1/node/health")).isZero();
    }
}
