package io.ethryx.server.gateway.rules;

import io.ethryx.core.JsonRpcReader;
import io.ethryx.core.topology.ChainId;
import io.ethryx.core.topology.Topology;
import io.ethryx.routing.RoutingCheck;
import io.ethryx.server.gateway.settings.DiscoverySettings;
import io.ethryx.server.gateway.settings.GatewayFile;
import io.ethryx.server.gateway.settings.GatewaySettings;
import io.ethryx.server.gateway.topology.WrittenTopology;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What a gateway with a certain configuration would decide, without a gateway that runs (decision G20): the topology that is
 * written down, with the routing and the governance of the product. Immutable, asks no network; not for the request path.
 */
public final class GatewayRouting {

    private final GatewaySettings settings;
    private final Topology topology;

    private GatewayRouting(GatewaySettings settings, Topology topology) {
        this.settings = settings;
        this.topology = topology;
    }

    /**
     * What became of reading a configuration.
     *
     * @param routing its routing, empty if there are faults
     * @param faults what is wrong, one sentence each
     * @param warnings what is accepted but has no effect
     */
    public record Reading(Optional<GatewayRouting> routing, List<String> faults, List<String> warnings) {

        /**
         * Copies what it is given.
         *
         * @param routing see the record
         * @param faults see the record
         * @param warnings see the record
         */
        public Reading {
            faults = List.copyOf(faults);
            warnings = List.copyOf(warnings);
        }
    }

    /**
     * Reads a configuration file and the topology that it writes down; for etcd, the snapshot file of the last one.
     *
     * @param path as the operator named it
     * @return the routing, or everything that is wrong
     */
    public static Reading read(String path) {
        GatewayFile file = GatewayFile.read(path);
        WrittenTopology written =
                file.discovery().map(discovery -> written(path, discovery)).orElse(WrittenTopology.NONE);
        GatewayCheck check = GatewayCheck.of(file, written);
        List<String> faults = new ArrayList<>(check.faults());
        Optional<GatewayRouting> routing = faults.isEmpty()
                ? file.settings().map(settings -> new GatewayRouting(settings, written.topology()))
                : Optional.empty();
        return new Reading(routing, faults, check.warnings());
    }

    private static WrittenTopology written(String path, DiscoverySettings discovery) {
        if (!(discovery.source() instanceof DiscoverySettings.Etcd)) {
            return WrittenTopology.of(path, discovery.source());
        }
        return discovery
                .snapshotFile()
                .map(snapshot -> WrittenTopology.file(path, "discovery.snapshot_file", snapshot))
                .orElseGet(() -> new WrittenTopology(
                        List.of(),
                        List.of(path
                                + ": discovery.type: etcd: explain reads topologies that are written down and asks no"
                                + " etcd; name the gateway's discovery.snapshot_file, or use discovery.static or"
                                + " discovery.file")));
    }

    /**
     * A check of this configuration whose rate limits are full and stay as the calls leave them: no time passes in it.
     *
     * @return a new one each time
     */
    public RoutingCheck check() {
        return new RoutingCheck(
                topology,
                RoutingWords.settings(settings),
                RoutingWords.methods(settings.routing()),
                GovernanceWords.of(
                        settings.governance(),
                        GovernanceWords.limiter(settings.governance().limiter(), () -> 0)));
    }

    /**
     * The chains that there are.
     *
     * @return their ids, versions included, in order
     */
    public List<String> chains() {
        return topology.chains().keySet().stream()
                .map(ChainId::toString)
                .sorted()
                .toList();
    }

    /**
     * A reader of requests with this configuration's limit of a batch.
     *
     * @return a new one, for one thread
     */
    public JsonRpcReader reader() {
        return new JsonRpcReader(settings.batch().maxSize());
    }
}
