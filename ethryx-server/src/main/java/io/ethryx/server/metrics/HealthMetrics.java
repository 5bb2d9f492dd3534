package io.ethryx.server.metrics;

import io.ethryx.health.ClSyncing;
import io.ethryx.health.ElSyncing;
import io.ethryx.health.PairSnapshot;
import io.ethryx.health.Quantity;
import io.prometheus.metrics.core.metrics.GaugeWithCallback;
import io.prometheus.metrics.core.metrics.Histogram;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * What the last poll learned, as gauges that are read from the snapshot when they are scraped (decision S12): a value that
 * is not known has no series. Thread-safe.
 */
public final class HealthMetrics {

    private static final String EL = "el";
    private static final String CL = "cl";

    private final Supplier<Optional<PairSnapshot>> snapshot;
    private final Histogram polls;

    /**
     * Registers the families.
     *
     * @param registry where to
     * @param snapshot the last poll, nothing before the first has ended
     */
    public HealthMetrics(PrometheusRegistry registry, Supplier<Optional<PairSnapshot>> snapshot) {
        this.snapshot = snapshot;
        byLayer(
                registry,
                "ethryx_upstream_peers",
                "Peers that the node reports.",
                pair -> pair.el().peers().known().map(Quantity::toDouble),
                pair -> pair.cl().peers().known().map(Quantity::toDouble));
        byLayer(
                registry,
                "ethryx_upstream_sync_distance",
                "Blocks (EL) or slots (CL) that the node has yet to sync.",
                HealthMetrics::elDistance,
                pair -> pair.cl()
                        .syncing()
                        .known()
                        .map(said -> said.syncDistance().toDouble()));
        byLayer(
                registry,
                "ethryx_upstream_health_status",
                "1 where the node answers and is synced, else 0.",
                pair -> Optional.of(elSynced(pair) ? 1.0 : 0.0),
                pair -> Optional.of(clSynced(pair) ? 1.0 : 0.0));
        byLayer(
                registry,
                "ethryx_health_last_success_timestamp_seconds",
                "When the node last told whether it is syncing, Unix time.",
                pair -> pair.el().lastSuccess().map(HealthMetrics::unixSeconds),
                pair -> pair.cl().lastSuccess().map(HealthMetrics::unixSeconds));
        single(
                registry,
                "ethryx_upstream_block_number",
                "The execution node's latest block.",
                pair -> pair.el()
                        .latestBlock()
                        .known()
                        .map(block -> block.number().toDouble()));
        single(
                registry,
                "ethryx_upstream_slot_number",
                "The consensus node's head slot.",
                pair -> pair.cl().syncing().known().map(said -> said.headSlot().toDouble()));
        transports(registry);
        polls = Histogram.builder()
                .name("ethryx_health_poll_duration_seconds")
                .help("How long a poll of the node pair took.")
                .classicOnly()
                .classicUpperBounds(0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 2.5, 5, 10)
                .register(registry);
    }

    /**
     * Counts a poll.
     *
     * @param took how long it took
     */
    public void polled(Duration took) {
        polls.observe(took.toNanos() / (double) TimeUnit.SECONDS.toNanos(1));
    }

    private void byLayer(
            PrometheusRegistry registry,
            String name,
            String help,
            Function<PairSnapshot, Optional<Double>> el,
            Function<PairSnapshot, Optional<Double>> cl) {
        GaugeWithCallback.builder()
                .name(name)
                .help(help)
                .labelNames("layer")
                .callback(gauge -> snapshot.get().ifPresent(pair -> {
                    el.apply(pair).ifPresent(value -> gauge.call(value, EL));
                    cl.apply(pair).ifPresent(value -> gauge.call(value, CL));
                }))
                .register(registry);
    }

    private void single(
            PrometheusRegistry registry, String name, String help, Function<PairSnapshot, Optional<Double>> read) {
        GaugeWithCallback.builder()
                .name(name)
                .help(help)
                .callback(gauge -> snapshot.get().flatMap(read).ifPresent(value -> gauge.call(value)))
                .register(registry);
    }

    private void transports(PrometheusRegistry registry) {
        GaugeWithCallback.builder()
                .name("ethryx_upstream_transport")
                .help("1 for the HTTP version spoken to the node.")
                .labelNames("layer", "transport")
                .callback(gauge -> snapshot.get().ifPresent(pair -> {
                    gauge.call(1, EL, pair.el().transport());
                    gauge.call(1, CL, pair.cl().transport());
                }))
                .register(registry);
    }

    private static Optional<Double> elDistance(PairSnapshot pair) {
        return pair.el()
                .syncing()
                .known()
                .flatMap(said -> said instanceof ElSyncing.Synced
                        ? Optional.of(Quantity.ZERO)
                        : pair.el().syncDistance())
                .map(Quantity::toDouble);
    }

    private static boolean elSynced(PairSnapshot pair) {
        return pair.el()
                .syncing()
                .known()
                .filter(ElSyncing.Synced.class::isInstance)
                .isPresent();
    }

    private static boolean clSynced(PairSnapshot pair) {
        return !pair.cl().syncing().known().map(ClSyncing::syncing).orElse(true);
    }

    private static double unixSeconds(Instant at) {
        return at.toEpochMilli() / 1000.0;
    }
}
