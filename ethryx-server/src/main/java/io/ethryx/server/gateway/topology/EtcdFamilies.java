package io.ethryx.server.gateway.topology;

import io.ethryx.server.gateway.metrics.MetricFamilies;
import io.ethryx.server.gateway.metrics.PageText;
import java.util.Optional;

/** How following etcd goes, without a sample where there is no etcd to follow. Thread-safe. */
final class EtcdFamilies implements MetricFamilies {

    private static final double MILLIS_A_SECOND = 1_000.0;

    private final Optional<EtcdWatch> watch;

    EtcdFamilies(Optional<EtcdWatch> watch) {
        this.watch = watch;
    }

    @Override
    public void writeTo(PageText page) {
        String connected = "ethryx_gateway_etcd_connected";
        page.family(connected, PageText.Type.GAUGE, "1 while changes arrive from etcd as they are made, else 0.");
        watch.ifPresent(etcd -> page.sample(connected, "", etcd.connected() ? 1 : 0));
        String event = "ethryx_gateway_etcd_last_event_timestamp_seconds";
        page.family(event, PageText.Type.GAUGE, "When changes came from etcd last, in seconds since the epoch.");
        watch.flatMap(EtcdWatch::lastEvent)
                .ifPresent(at -> page.sample(event, "", at.toEpochMilli() / MILLIS_A_SECOND));
        String resyncs = "ethryx_gateway_etcd_resyncs_total";
        page.family(resyncs, PageText.Type.COUNTER, "Times that all keys had to be read from etcd again.");
        watch.ifPresent(etcd -> page.sample(resyncs, "", etcd.resyncs()));
        String bad = "ethryx_gateway_etcd_bad_values_total";
        page.family(bad, PageText.Type.COUNTER, "Values of etcd that were ignored because they are of no use.");
        watch.ifPresent(etcd -> page.sample(bad, "", etcd.badValues()));
    }
}
