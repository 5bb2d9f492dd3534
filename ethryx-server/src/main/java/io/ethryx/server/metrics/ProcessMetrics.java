package io.ethryx.server.metrics;

import io.prometheus.metrics.core.metrics.GaugeWithCallback;
import io.prometheus.metrics.core.metrics.Info;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.util.function.IntSupplier;

/** What the process is and what it holds: its build and its client connections. Thread-safe. */
public final class ProcessMetrics {

    private ProcessMetrics() {}

    /**
     * Which build.
     *
     * @param version the program's version
     * @param git the git describe of its build
     */
    public record Build(String version, String git) {}

    /**
     * Registers the families.
     *
     * @param registry where to
     * @param build which build runs
     * @param connections client connections open now that speak HTTP
     * @param sockets WebSockets open now
     */
    public static void register(
            PrometheusRegistry registry, Build build, IntSupplier connections, IntSupplier sockets) {
        Info.builder()
                .name("ethryx_build_info")
                .help("The build that runs; always 1.")
                .labelNames("version", "git")
                .register(registry)
                .setLabelValues(build.version(), build.git());
        GaugeWithCallback.builder()
                .name("ethryx_active_connections")
                .help("Client connections open now, by protocol.")
                .labelNames("protocol")
                .callback(gauge -> {
                    gauge.call(connections.getAsInt(), "tcp");
                    gauge.call(sockets.getAsInt(), "ws");
                })
                .register(registry);
    }
}
