package io.ethryx.server.gateway.topology;

import io.ethryx.discovery.TopologyListener;
import io.ethryx.server.gateway.metrics.MetricFamilies;
import io.ethryx.server.gateway.settings.DiscoverySettings;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * Where the gateway has its topology from (decisions G11 and G12). Life: {@link #of}, {@link #start}, {@link #close}, by one
 * thread. Topologies are told on a thread of the source, the first of a written one on that of {@link #start}.
 */
public interface TopologySource extends AutoCloseable {

    /**
     * The source that the operator chose; nothing is started.
     *
     * @param settings what was chosen
     * @param listener takes each topology
     * @return not started yet
     */
    static TopologySource of(DiscoverySettings settings, TopologyListener listener) {
        DiscoverySettings.Source source = settings.source();
        if (source instanceof DiscoverySettings.Etcd etcd) {
            return new EtcdTopology(
                    EtcdTopology.settings(etcd, settings.snapshotFile().map(Path::of)), listener);
        } else if (source instanceof DiscoverySettings.Watched watched) {
            return new FileTopology(Path.of(watched.path()), listener);
        }
        return new StaticTopology((DiscoverySettings.Inline) source, listener);
    }

    /**
     * Begins.
     *
     * @return what makes it useless from the start, one sentence each; empty if it is of use
     */
    List<String> start();

    /**
     * Whether the topology is that of the source, rather than one of an earlier run. Costs two volatile reads.
     *
     * @return true once the source itself has told it
     */
    boolean synced();

    /**
     * What its following adds to the gateway's metrics.
     *
     * @return families, without a sample where there is no etcd to follow
     */
    default MetricFamilies families() {
        return new EtcdFamilies(Optional.empty());
    }

    /** Follows no more, within a few seconds. Idempotent. */
    @Override
    void close();
}
