package io.ethryx.server.gateway.topology;

import io.ethryx.discovery.Fault;
import io.ethryx.discovery.StaticEntry;
import io.ethryx.discovery.StaticSource;
import io.ethryx.discovery.TopologyListener;
import io.ethryx.server.gateway.settings.DiscoverySettings;
import io.ethryx.server.logging.Targets;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A topology that is written down in the configuration file itself, and stays as it is. */
final class StaticTopology implements TopologySource {

    private static final Logger LOG = LoggerFactory.getLogger(Targets.ETHRYX);

    private final StaticSource source;
    private final List<StaticEntry> entries;

    StaticTopology(DiscoverySettings.Inline inline, TopologyListener listener) {
        source = new StaticSource(listener);
        entries = entries(inline);
    }

    /** What is written, unchecked. */
    static List<StaticEntry> entries(DiscoverySettings.Inline inline) {
        return inline.entries().stream()
                .map(entry -> new StaticEntry(entry.key(), entry.json(), entry.line()))
                .toList();
    }

    /** A fault as {@code FILE:LINE: KEY: VALUE: rule; remedy}. */
    static String sentence(String file, Fault fault) {
        String place = fault.line() > 0 ? file + ":" + fault.line() : file;
        String key = fault.member().isEmpty() ? fault.key() : fault.key() + "." + fault.member();
        return place + ": " + key + ": " + fault.value() + ": " + fault.rule() + "; " + fault.remedy();
    }

    @Override
    public List<String> start() {
        if (entries.isEmpty()) {
            LOG.warn("no nodes are named: write some under discovery.static, or name discovery.file or etcd_endpoints");
        }
        return source.replace(entries).stream()
                .map(fault -> sentence("discovery.static", fault))
                .toList();
    }

    @Override
    public boolean synced() {
        return true;
    }

    @Override
    public void close() {
        // It holds nothing that has to end.
    }
}
