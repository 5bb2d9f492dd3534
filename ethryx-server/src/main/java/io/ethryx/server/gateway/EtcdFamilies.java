package io.ethryx.server.gateway;

import io.ethryx.server.gateway.metrics.MetricFamilies;
import io.ethryx.server.gateway.metrics.PageText;
import java.time.Instant;

/** How following etcd goes, as metrics. */
final class EtcdFamilies implements MetricFamilies {

    private static final String CONNECTED = "ethryx_gateway_etcd_connected";
    private static final String LAST_EVENT = "ethryx_gateway_etcd_last_event_timestamp_seconds";
    private static final String RESYNCS = "ethryx_gateway_etcd_resyncs_total";
    private static final String BAD_VALUES = "ethryx_gateway_etcd_bad_values_total";

    private final EtcdWatch watch;

    EtcdFamilies(EtcdWatch watch) {
        this.watch = watch;
    }

    @Override
    public void writeTo(PageText page) {
        page.family(CONNECTED, PageText.Type.GAUGE, "1 while changes in etcd arrive as they are made, else 0.");
        page.sample(CONNECTED, "", watch.connected() ? 1 : 0);
        page.family(LAST_EVENT, PageText.Type.GAUGE, "When changes in etcd arrived last; absent before the first.");
        watch.lastEvent().map(Instant::getEpochSecond).ifPresent(at -> page.sample(LAST_EVENT, "", at));
        page.family(RESYNCS, PageText.Type.COUNTER, "How often all keys of etcd had to be read again.");
        page.sample(RESYNCS, "", watch.resyncs());
        page.family(BAD_VALUES, PageText.Type.COUNTER, "Values in etcd that were of no use, in whole or in part.");
        page.sample(BAD_VALUES, "", watch.badValues());
    }
}
