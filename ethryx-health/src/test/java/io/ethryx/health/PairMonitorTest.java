package io.ethryx.health;

import static io.ethryx.health.ScriptedPair.batch;
import static io.ethryx.health.ScriptedPair.block;
import static io.ethryx.health.ScriptedPair.json;
import static io.ethryx.health.ScriptedPair.status;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class PairMonitorTest {

    private static final Duration TIMEOUT = Duration.ofSeconds(3);
    private static final Duration INTERVAL = Duration.ofSeconds(5);
    private static final Instant START = Instant.ofEpochSecond(1000);

    private final HandDrivenScheduler scheduler = new HandDrivenScheduler(START);
    private final ScriptedPair pair = new ScriptedPair();
    private final List<String> events = new ArrayList<>();
    private final PairListener listener = new PairListener() {
        @Override
        public void onPoll(PairSnapshot snapshot, Readiness readiness) {
            events.add("poll " + snapshot.poll() + " " + readiness.state().wireName());
        }

        @Override
        public void onTransition(Transition change) {
            events.add((change.reported() ? "" : "silently ") + change.message() + ": "
                    + change.readiness().reason().wireName());
        }

        @Override
        public void onTransportSwitch(TransportSwitch change) {
            events.add(change.message());
        }
    };
    private PairMonitor monitor = monitor(false, 1, 1);

    private PairMonitor monitor(boolean strict, int failures, int successes) {
        HealthSettings settings = new HealthSettings(
                INTERVAL,
                TIMEOUT,
                new HealthSettings.Thresholds(failures, successes),
                new HealthSettings.Freshness(strict, Duration.ofSeconds(60), Duration.ofSeconds(60)),
                new SlotClock(1000, Duration.ofSeconds(12)));
        return PairMonitor.builder(settings, pair)
                .listener(listener)
                .time(scheduler.time())
                .scheduler(scheduler)
                .build();
    }

    @AfterEach
    void everything_is_closed() {
        monitor.close();
        scheduler.advance(Duration.ofMinutes(10));
        assertThat(pair.open).as("open calls").hasValue(0);
        assertThat(scheduler.waitingTasks()).as("tasks left").isZero();
    }

    private void start() {
        monitor.start();
        scheduler.runDue();
    }

    private static String text(HealthDocument document) {
        return document.status() + " " + new String(document.body(), StandardCharsets.UTF_8);
    }

    @Test
    void the_first_poll_asks_for_everything_at_once() {
        pair.el = request -> null;
        pair.cl = request -> null;
        start();
        assertThat(pair.requests)
                .extracting(request ->
                        request.layer() + " " + request.method() + " " + request.pathSuffix() + " " + request.mode())
                .containsExactly(
                        "EL POST  HTTP_1_1",
                        "CL GET /eth/v1/node/syncing HTTP_1_1",
                        "CL GET /eth/v1/node/peer_count HTTP_1_1");
        assertThat(pair.requests.get(0).body())
                .contains(
                        "[{\"jsonrpc\":\"2.0\",\"method\":\"eth_syncing\",\"params\":[],\"id\":1},"
                                + "{\"jsonrpc\":\"2.0\",\"method\":\"net_peerCount\",\"params\":[],\"id\":2},"
                                + "{\"jsonrpc\":\"2.0\",\"method\":\"eth_getBlockByNumber\",\"params\":[\"latest\",false],\"id\":3}]");
        assertThat(pair.requests.get(1).body()).isEmpty();
    }

    @Test
    void nothing_happens_before_start_and_start_is_once() {
        scheduler.advance(Duration.ofMinutes(1));
        assertThat(pair.requests).isEmpty();
        assertThat(monitor.snapshot()).isEmpty();
        start();
        assertThatThrownBy(() -> monitor.start()).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void while_it_warms_up_readyz_says_so() {
        pair.el = request -> null;
        start();
        assertThat(text(monitor.readyz()))
                .isEqualTo("503 {\"status\":\"not_ready\",\"el_syncing\":{\"ok\":false,\"detail\":\"warming up\"},"
                        + "\"cl_syncing\":{\"ok\":false,\"detail\":\"warming up\"}}");
        assertThat(monitor.warm().toCompletableFuture()).isNotDone();
        scheduler.advance(TIMEOUT);
        assertThat(monitor.warm().toCompletableFuture()).isCompleted();
        assertThat(text(monitor.readyz())).contains("eth_syncing: timeout").startsWith("503");
    }

    @Test
    void a_healthy_pair_is_ready_with_ages_that_grow_between_polls() {
        start();
        assertThat(text(monitor.readyz()))
                .isEqualTo("200 {\"status\":\"ready\",\"el_syncing\":{\"ok\":true,\"detail\":\"synced\"},"
                        + "\"cl_syncing\":{\"ok\":true,\"detail\":\"synced (slot 10, distance 0)\"}}");
        assertThat(text(monitor.healthz()))
                .contains("\"block_age_secs\":306", "\"peers\":16", "\"peers\":64", "\"snapshot_age_secs\":0");
        scheduler.advance(Duration.ofSeconds(4));
        assertThat(text(monitor.healthz())).contains("\"block_age_secs\":310", "\"snapshot_age_secs\":4");
        assertThat(pair.requests).hasSize(3);
    }

    @Test
    void readyz_and_healthz_never_probe() {
        start();
        for (int i = 0; i < 1000; i++) {
            monitor.readyz();
            monitor.healthz();
            monitor.verboseReadyz();
            monitor.nodeHealth(null);
        }
        assertThat(pair.requests).hasSize(3);
    }

    @Test
    void the_next_poll_comes_an_interval_after_the_end_of_the_last() {
        pair.el = request -> null;
        start();
        scheduler.advance(TIMEOUT);
        assertThat(pair.requests).hasSize(3);
        scheduler.advance(INTERVAL.minusNanos(1));
        assertThat(pair.requests).hasSize(3);
        scheduler.advance(Duration.ofNanos(1));
        assertThat(pair.requests).hasSize(6);
        assertThat(events).first().isEqualTo("not ready: el_syncing");
        assertThat(monitor.snapshot().orElseThrow().took()).isEqualTo(TIMEOUT);
    }

    @Test
    void a_call_that_never_ends_is_given_up_and_a_late_answer_ignored() {
        List<ProbeListener> late = new ArrayList<>();
        ProbeTransport slow = (request, heard) -> {
            late.add(heard);
            return pair.open::decrementAndGet;
        };
        pair.open.addAndGet(3);
        monitor = PairMonitor.builder(HealthSettings.mainnet(), slow)
                .time(scheduler.time())
                .scheduler(scheduler)
                .build();
        start();
        scheduler.advance(TIMEOUT);
        assertThat(pair.open).hasValue(0);
        late.get(0).onHead();
        late.get(0).onResponse(json(batch("false", "\"0x1\"", block(1, 1))));
        scheduler.runDue();
        assertThat(text(monitor.readyz())).contains("eth_syncing: timeout", "node/syncing: timeout");
    }

    @Test
    void of_two_ends_the_first_counts() {
        pair.el = request -> status(404);
        start();
        scheduler.advance(Duration.ofSeconds(1));
        assertThat(monitor.snapshot().orElseThrow().el().syncing())
                .isEqualTo(new Reading.Failed<>("http 404 Not Found"));
        assertThat(monitor.snapshot().orElseThrow().poll()).isEqualTo(1);
    }

    @Test
    void a_transport_that_throws_is_a_failed_probe() {
        pair.el = request -> new IllegalStateException("secret http://u:p@h");
        start();
        assertThat(text(monitor.healthz()))
                .contains("eth_syncing: transport: IllegalStateException")
                .doesNotContain("secret");
    }

    @Test
    void a_timeout_of_zero_lets_every_probe_time_out() {
        monitor = PairMonitor.builder(
                        new HealthSettings(
                                INTERVAL,
                                Duration.ZERO,
                                new HealthSettings.Thresholds(1, 1),
                                new HealthSettings.Freshness(false, Duration.ZERO, Duration.ZERO),
                                SlotClock.mainnet()),
                        pair)
                .time(scheduler.time())
                .scheduler(scheduler)
                .build();
        start();
        assertThat(text(monitor.readyz())).contains("eth_syncing: timeout", "node/syncing: timeout");
    }

    @Test
    void both_layers_remember_when_they_last_answered() {
        start();
        pair.el = request -> ProbeFailure.transport("connection refused");
        scheduler.advance(INTERVAL);
        PairSnapshot snapshot = monitor.snapshot().orElseThrow();
        assertThat(snapshot.el().lastSuccess()).contains(START);
        assertThat(snapshot.cl().lastSuccess()).contains(START.plus(INTERVAL));
        assertThat(text(monitor.healthz())).contains("eth_syncing: transport: connection refused");
    }

    /** The transition table. */
    @Test
    void each_change_is_told_once() {
        start();
        assertThat(drain()).containsExactly("silently readiness recovered: checks_passed", "poll 1 ready");
        scheduler.advance(INTERVAL);
        assertThat(drain()).containsExactly("poll 2 ready");
        pair.el = request -> status(500);
        scheduler.advance(INTERVAL);
        assertThat(drain()).containsExactly("not ready: el_syncing", "poll 3 not_ready");
        pair.cl = request -> status(500);
        scheduler.advance(INTERVAL);
        assertThat(drain()).containsExactly("poll 4 not_ready");
        pair.el = new ScriptedPair().el;
        pair.cl = new ScriptedPair().cl;
        scheduler.advance(INTERVAL);
        assertThat(drain()).containsExactly("readiness recovered: checks_passed", "poll 5 ready");
        monitor.shuttingDown();
        monitor.shuttingDown();
        scheduler.advance(INTERVAL);
        assertThat(drain()).containsExactly("not ready: shutting_down", "poll 6 not_ready");
        assertThat(monitor.timeline())
                .extracting(
                        change -> change.from().wireName() + " " + change.to().wireName())
                .containsExactly("ready not_ready", "not_ready ready", "ready not_ready", "warming_up ready");
        assertThat(text(monitor.verboseReadyz()))
                .contains("\"timeline\":[{\"at\":\"1970-01-01T00:17:00Z\",\"from\":\"ready\",\"to\":\"not_ready\","
                        + "\"reason\":\"shutting_down\",\"detail\":\"shutting down\"}");
    }

    @Test
    void a_pair_that_starts_badly_is_told_at_once() {
        pair.cl = request -> status(503);
        start();
        assertThat(drain()).containsExactly("not ready: cl_syncing", "poll 1 not_ready");
    }

    @Test
    void thresholds_damp_in_both_directions() {
        monitor = monitor(false, 2, 2);
        start();
        assertThat(monitor.readyz().status()).isEqualTo(503);
        assertThat(monitor.readiness().reason()).isEqualTo(ReadinessReason.THRESHOLD);
        scheduler.advance(INTERVAL);
        assertThat(monitor.readyz().status()).isEqualTo(200);
        pair.el = request -> status(500);
        scheduler.advance(INTERVAL);
        assertThat(text(monitor.readyz())).startsWith("200 {\"status\":\"ready\",\"el_syncing\":{\"ok\":false");
        scheduler.advance(INTERVAL);
        assertThat(monitor.readyz().status()).isEqualTo(503);
    }

    @Test
    void a_snapshot_that_went_stale_is_told_by_whoever_asks_first() {
        start();
        drain();
        scheduler.sleepThrough(Duration.ofSeconds(24));
        assertThat(monitor.readyz().status()).isEqualTo(200);
        scheduler.sleepThrough(Duration.ofSeconds(1));
        assertThat(text(monitor.readyz())).startsWith("503").contains("stale snapshot: 25s");
        assertThat(monitor.readyz().status()).isEqualTo(503);
        assertThat(monitor.nodeHealth(null)).isEqualTo(503);
        assertThat(drain()).containsExactly("not ready: stale_snapshot");
        scheduler.runDue();
        assertThat(monitor.readyz().status()).isEqualTo(200);
        assertThat(drain()).containsExactly("readiness recovered: checks_passed", "poll 2 ready");
    }

    @Test
    void a_clock_that_is_set_back_or_forward_makes_nothing_stale_and_nothing_negative() {
        start();
        scheduler.stepWallClock(Duration.ofMinutes(-20));
        assertThat(text(monitor.healthz()))
                .contains("\"block_age_secs\":0", "\"slot_age_secs\":0", "\"snapshot_age_secs\":0");
        scheduler.stepWallClock(Duration.ofDays(2));
        assertThat(monitor.readyz().status()).isEqualTo(200);
    }

    @Test
    void a_block_that_ages_past_the_limit_between_polls_counts_at_once_under_strict() {
        monitor = monitor(true, 1, 1);
        pair.el = request -> json(batch("false", "\"0x10\"", block(5, 942)));
        start();
        assertThat(monitor.readyz().status()).isEqualTo(200);
        scheduler.advance(Duration.ofSeconds(3));
        assertThat(text(monitor.readyz())).startsWith("503").contains("block 5 stale: 61s (max 60)");
        assertThat(events).last().isEqualTo("not ready: el_block_fresh");
    }

    @Test
    void details_for_the_log_show_a_dash_where_no_check_is_made() {
        pair.el = request -> json(batch("true", "\"0x10\"", block(5, 942)));
        start();
        Readiness readiness = monitor.timeline().get(0).readiness();
        assertThat(readiness.detail(CheckName.EL_SYNCING)).isEqualTo("syncing (true)");
        assertThat(readiness.detail(CheckName.CL_SYNCING)).isEqualTo("synced (slot 10, distance 0)");
        assertThat(readiness.detail(CheckName.EL_BLOCK_FRESH)).isEqualTo("-");
        assertThat(monitor.nodeHealth(null)).isEqualTo(206);
        assertThat(monitor.nodeHealth("syncing_status=299")).isEqualTo(299);
    }

    @Test
    void a_listener_that_throws_stops_nothing() {
        List<Throwable> thrown = new ArrayList<>();
        Thread.currentThread().setUncaughtExceptionHandler((thread, what) -> thrown.add(what));
        try {
            monitor = PairMonitor.builder(HealthSettings.mainnet(), pair)
                    .listener(new PairListener() {
                        @Override
                        public void onPoll(PairSnapshot snapshot, Readiness readiness) {
                            throw new IllegalStateException("no");
                        }
                    })
                    .time(scheduler.time())
                    .scheduler(scheduler)
                    .build();
            start();
            scheduler.advance(INTERVAL);
        } finally {
            Thread.currentThread().setUncaughtExceptionHandler(null);
        }
        assertThat(thrown).hasSize(2);
        assertThat(monitor.snapshot().orElseThrow().poll()).isEqualTo(2);
    }

    @Test
    void closing_cancels_the_poll_under_way_and_frees_who_waits() {
        pair.el = request -> null;
        start();
        assertThat(pair.open).hasPositiveValue();
        monitor.close();
        monitor.close();
        assertThat(pair.open).hasValue(0);
        assertThat(monitor.warm().toCompletableFuture()).isCompleted();
        scheduler.advance(Duration.ofMinutes(1));
        assertThat(monitor.snapshot()).isEmpty();
        assertThat(monitor.readyz().status()).isEqualTo(503);
    }

    @Test
    void an_el_that_cannot_speak_h2c_is_spoken_to_over_http_1_1_from_then_on() {
        pair.http2 = true;
        pair.el = overHttp2(ProbeFailure.transport("connection closed"));
        start();
        assertThat(drain())
                .containsExactly(
                        "EL JSON-RPC upstream does not speak h2c — using HTTP/1.1",
                        "silently readiness recovered: checks_passed",
                        "poll 1 ready");
        assertThat(monitor.elMode()).isEqualTo(TransportMode.HTTP_1_1);
        assertThat(text(monitor.healthz())).startsWith("200 {\"el\":{\"transport\":\"http/1.1\"");
        scheduler.advance(INTERVAL);
        assertThat(elModes()).containsExactly("HTTP_2", "HTTP_1_1", "HTTP_1_1");
    }

    @Test
    void an_el_that_hangs_on_the_preface_is_asked_over_http_1_1_in_the_same_poll() {
        pair.http2 = true;
        pair.el = overHttp2(null);
        start();
        assertThat(monitor.snapshot()).isEmpty();
        scheduler.advance(TIMEOUT);
        assertThat(monitor.readyz().status()).isEqualTo(200);
        assertThat(monitor.snapshot().orElseThrow().took()).isEqualTo(TIMEOUT);
        scheduler.advance(Duration.ofSeconds(8 * 3 + 5));
        assertThat(elModes())
                .containsExactly(
                        "HTTP_2",
                        "HTTP_1_1",
                        "HTTP_2",
                        "HTTP_1_1",
                        "HTTP_2",
                        "HTTP_1_1",
                        "HTTP_2",
                        "HTTP_1_1",
                        "HTTP_1_1");
    }

    @Test
    void an_h2c_body_that_stalls_is_a_timeout_but_no_sign_against_h2c() {
        pair.http2 = true;
        pair.el = overHttp2("head only");
        start();
        scheduler.advance(TIMEOUT);
        assertThat(elModes()).containsExactly("HTTP_2");
        assertThat(monitor.elMode()).isEqualTo(TransportMode.HTTP_2);
        assertThat(text(monitor.healthz())).contains("\"transport\":\"h2c\"", "eth_syncing: timeout");
    }

    @Test
    void any_answer_over_h2c_keeps_h2c() {
        pair.http2 = true;
        pair.secure = true;
        pair.el = request -> status(404);
        start();
        assertThat(text(monitor.healthz())).contains("\"transport\":\"h2\"", "http 404 Not Found");
        assertThat(elModes()).containsExactly("HTTP_2");
    }

    @Test
    void an_el_that_is_down_keeps_the_verdict_and_the_first_error() {
        pair.http2 = true;
        pair.el = request -> ProbeFailure.transport(request.mode() == TransportMode.HTTP_2 ? "first" : "second");
        start();
        assertThat(text(monitor.healthz())).contains("\"transport\":\"h2c\"", "eth_syncing: transport: first");
        assertThat(monitor.elMode()).isEqualTo(TransportMode.HTTP_2);
    }

    @Test
    void http_1_1_required_is_looked_into_at_the_next_poll() {
        pair.http2 = true;
        start();
        monitor.http11Required();
        scheduler.advance(INTERVAL);
        assertThat(elModes()).containsExactly("HTTP_2", "HTTP_1_1");
        assertThat(monitor.elMode()).isEqualTo(TransportMode.HTTP_1_1);
        assertThat(events).contains("EL JSON-RPC upstream stopped speaking h2c — using HTTP/1.1");
    }

    @Test
    void a_poll_over_both_http_ends_after_two_timeouts() {
        pair.http2 = true;
        pair.el = request -> null;
        start();
        scheduler.advance(TIMEOUT.multipliedBy(2));
        assertThat(monitor.snapshot().orElseThrow().took()).isEqualTo(TIMEOUT.multipliedBy(2));
        assertThat(text(monitor.healthz())).contains("eth_syncing: timeout");
    }

    private java.util.function.Function<ProbeRequest, Object> overHttp2(Object outcome) {
        java.util.function.Function<ProbeRequest, Object> healthy = pair.el;
        return request -> request.mode() == TransportMode.HTTP_2 ? outcome : healthy.apply(request);
    }

    private List<String> elModes() {
        return pair.requests.stream()
                .filter(request -> request.layer() == Layer.EL)
                .map(request -> request.mode().name())
                .toList();
    }

    private List<String> drain() {
        List<String> seen = List.copyOf(events);
        events.clear();
        return seen;
    }
}
