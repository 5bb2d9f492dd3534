package io.ethryx.health;

import static io.ethryx.health.ScriptedPair.json;
import static io.ethryx.health.ScriptedPair.status;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Which calls a scope makes, and what comes of them. */
class ScopeTest {

    private static final Duration TIMEOUT = Duration.ofSeconds(3);
    private static final Duration INTERVAL = Duration.ofSeconds(5);
    private static final String HASH = "0x" + "ab".repeat(32);

    private final HandDrivenScheduler scheduler = new HandDrivenScheduler(Instant.ofEpochSecond(1000));
    private final ScriptedPair pair = new ScriptedPair();
    private PairMonitor monitor = monitor(HealthSettings.Scope.PAIR, false);
    private String elFit = "[{\"id\":1,\"result\":\"0x1\"},{\"id\":2,\"result\":{}}]";
    private Object depositContract = json("{\"data\":{\"chain_id\":\"1\"}}");
    private Object headBlock =
            json("{\"data\":{\"message\":{\"body\":{\"execution_payload\":{\"block_hash\":\"" + HASH + "\"}}}}}");

    private PairMonitor monitor(HealthSettings.Scope scope, boolean strict) {
        HealthSettings settings = new HealthSettings(
                INTERVAL,
                TIMEOUT,
                new HealthSettings.Thresholds(1, 1),
                new HealthSettings.Freshness(strict, Duration.ofSeconds(60), Duration.ofSeconds(60)),
                new SlotClock(400, Duration.ofSeconds(12)),
                scope);
        return PairMonitor.builder(settings, pair)
                .time(scheduler.time())
                .scheduler(scheduler)
                .build();
    }

    private void script() {
        var ownEl = pair.el;
        var ownCl = pair.cl;
        pair.el = request -> request.body().orElseThrow().contains("eth_chainId") ? json(elFit) : ownEl.apply(request);
        pair.cl = request -> switch (request.pathSuffix()) {
            case "/eth/v1/config/deposit_contract" -> depositContract;
            case "/eth/v1/config/spec" -> json("{\"data\":{\"DEPOSIT_CHAIN_ID\":\"5\"}}");
            case "/eth/v2/beacon/blocks/head" -> headBlock;
            default -> ownCl.apply(request);
        };
    }

    @AfterEach
    void everything_is_closed() {
        monitor.close();
        scheduler.advance(Duration.ofMinutes(10));
        assertThat(pair.open).as("open calls").hasValue(0);
        assertThat(scheduler.waitingTasks()).as("tasks left").isZero();
    }

    private void start() {
        script();
        monitor.start();
        scheduler.runDue();
    }

    private List<String> asked() {
        return pair.requests.stream()
                .map(request -> request.layer() + " " + request.pathSuffix()
                        + request.body()
                                .map(body -> body.contains("eth_chainId") ? "fit" : "batch")
                                .orElse("")
                        + (request.mode() == TransportMode.HTTP_2 ? " h2" : ""))
                .toList();
    }

    private static String text(HealthDocument document) {
        return document.status() + " " + new String(document.body(), StandardCharsets.UTF_8);
    }

    @Test
    void a_pair_is_asked_whether_it_fits_and_readyz_shows_it() {
        start();
        assertThat(asked())
                .containsExactly(
                        "EL batch",
                        "CL /eth/v1/node/syncing",
                        "CL /eth/v1/node/peer_count",
                        "CL /eth/v1/config/deposit_contract",
                        "CL /eth/v2/beacon/blocks/head",
                        "EL fit");
        assertThat(pair.requests.get(5).body())
                .contains("[{\"jsonrpc\":\"2.0\",\"method\":\"eth_chainId\",\"params\":[],\"id\":1},"
                        + "{\"jsonrpc\":\"2.0\",\"method\":\"eth_getBlockByHash\",\"params\":[\"" + HASH
                        + "\",false],\"id\":2}]");
        assertThat(text(monitor.readyz()))
                .isEqualTo("200 {\"status\":\"ready\",\"el_syncing\":{\"ok\":true,\"detail\":\"synced\"},"
                        + "\"cl_syncing\":{\"ok\":true,\"detail\":\"synced (slot 10, distance 0)\"},"
                        + "\"pair_chain_id\":{\"ok\":true,\"detail\":\"chain 1\"},"
                        + "\"pair_optimistic\":{\"ok\":true,\"detail\":\"unknown: the CL does not tell\"},"
                        + "\"pair_el_offline\":{\"ok\":true,\"detail\":\"unknown: the CL does not tell\"},"
                        + "\"pair_head\":{\"ok\":true,\"detail\":\"the EL has the CL's head block " + HASH + "\"}}");
        assertThat(text(monitor.healthz())).doesNotContain("pair");
    }

    @Test
    void each_node_by_itself_is_asked_for_no_more_than_ever() {
        monitor = monitor(HealthSettings.Scope.EACH_NODE, false);
        start();
        assertThat(asked()).containsExactly("EL batch", "CL /eth/v1/node/syncing", "CL /eth/v1/node/peer_count");
        assertThat(monitor.snapshot().orElseThrow().fit()).isEmpty();
    }

    @Test
    void a_cl_without_deposit_contract_is_asked_for_its_spec() {
        depositContract = status(404);
        start();
        assertThat(asked()).contains("CL /eth/v1/config/spec");
        assertThat(monitor.readiness().detail(CheckName.PAIR_CHAIN_ID))
                .isEqualTo("the EL is on chain 1, the CL on chain 5");
        assertThat(monitor.timeline().get(0).readiness().reason()).isEqualTo(ReadinessReason.PAIR_CHAIN_ID);
    }

    @Test
    void without_a_head_hash_the_el_is_asked_for_its_chain_alone() {
        headBlock = json("{\"data\":{\"message\":{\"body\":{}}}}");
        elFit = "[{\"id\":1,\"result\":\"0x1\"}]";
        start();
        assertThat(pair.requests.get(5).body())
                .contains("[{\"jsonrpc\":\"2.0\",\"method\":\"eth_chainId\",\"params\":[],\"id\":1}]");
        assertThat(monitor.readiness().ready()).isTrue();
    }

    @Test
    void a_pair_of_which_nothing_answers_is_judged_after_three_time_limits_at_most() {
        pair.http2 = true;
        pair.el = request -> request.mode() == TransportMode.HTTP_2
                ? null
                : json(ScriptedPair.batch("false", "\"0x10\"", ScriptedPair.block(5, 694)));
        var batch = pair.el;
        headBlock = null;
        depositContract = null;
        start();
        pair.el = request -> request.body().orElseThrow().contains("eth_chainId") ? null : batch.apply(request);
        scheduler.advance(TIMEOUT);
        assertThat(asked()).contains("EL fit");
        assertThat(monitor.snapshot()).isEmpty();
        scheduler.advance(TIMEOUT);
        assertThat(monitor.snapshot()).isPresent();
        assertThat(monitor.readiness().detail(CheckName.PAIR_HEAD)).isEqualTo("beacon/blocks/head: timeout");
        assertThat(monitor.readiness().detail(CheckName.PAIR_CHAIN_ID)).isEqualTo("eth_chainId: timeout");
    }

    @Test
    void a_close_in_the_midst_of_it_leaves_no_call_open() {
        headBlock = null;
        start();
        monitor.close();
        scheduler.advance(Duration.ofMinutes(1));
        assertThat(asked()).doesNotContain("EL fit");
    }

    @Test
    void a_trusted_pair_is_not_asked_and_counts_as_synced_even_under_strict() {
        monitor = monitor(HealthSettings.Scope.TRUSTED, true);
        start();
        scheduler.advance(INTERVAL);
        assertThat(pair.requests).isEmpty();
        assertThat(monitor.snapshot().orElseThrow().poll()).isEqualTo(2);
        assertThat(text(monitor.readyz()))
                .isEqualTo("200 {\"status\":\"ready\","
                        + "\"el_syncing\":{\"ok\":true,\"detail\":\"synced (trusted upstream)\"},"
                        + "\"cl_syncing\":{\"ok\":true,\"detail\":\"synced (trusted upstream)\"}}");
        assertThat(text(monitor.healthz()))
                .isEqualTo("200 {\"el\":{\"transport\":\"http/1.1\",\"syncing\":false,\"peers\":100,"
                        + "\"block_number\":0,\"block_age_secs\":1005},"
                        + "\"cl\":{\"transport\":\"http/1.1\",\"syncing\":false,\"sync_distance\":0,\"peers\":64,"
                        + "\"head_slot\":0,\"slot_age_secs\":605},\"snapshot_age_secs\":0}");
        assertThat(monitor.nodeHealth(null)).isEqualTo(200);
        assertThat(monitor.snapshot().orElseThrow().el().lastSuccess()).isEmpty();
        monitor.shuttingDown();
        assertThat(monitor.readyz().status()).isEqualTo(503);
    }

    @Test
    void the_transport_to_a_trusted_el_is_probed_until_it_has_answered_once() {
        pair.http2 = true;
        pair.el = request -> ProbeFailure.transport("connection refused");
        monitor = monitor(HealthSettings.Scope.TRUSTED, false);
        monitor.start();
        scheduler.runDue();
        assertThat(asked()).containsExactly("EL batch h2", "EL batch");
        assertThat(monitor.readiness().ready()).isTrue();
        pair.el = request -> request.mode() == TransportMode.HTTP_2 ? ProbeFailure.transport("reset") : status(500);
        scheduler.advance(INTERVAL);
        assertThat(asked()).hasSize(4);
        assertThat(monitor.elMode()).isEqualTo(TransportMode.HTTP_1_1);
        scheduler.advance(INTERVAL.multipliedBy(3));
        assertThat(asked()).as("settled").hasSize(4);
        assertThat(monitor.snapshot().map(PairSnapshot::el).map(ElSnapshot::transport))
                .isEqualTo(Optional.of("http/1.1"));
    }
}
