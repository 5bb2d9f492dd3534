package io.ethryx.server.gateway.rules;

import io.ethryx.server.access.OperatorRule;
import io.ethryx.server.access.UnusableFileException;
import io.ethryx.server.config.ListenAddress;
import io.ethryx.server.gateway.settings.DiscoverySettings;
import io.ethryx.server.gateway.settings.GatewayFile;
import io.ethryx.server.gateway.settings.GatewaySettings;
import io.ethryx.server.gateway.topology.WrittenTopology;
import io.ethryx.server.yaml.YamlFault;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Everything that is wrong with a configuration file, the topology that it writes down included.
 *
 * @param faults one sentence each, {@code FILE:LINE: KEY: VALUE: rule; remedy}
 * @param warnings what is accepted but has no effect
 */
public record GatewayCheck(List<String> faults, List<String> warnings) {

    /**
     * Copies what it is given.
     *
     * @param faults see the record
     * @param warnings see the record
     */
    public GatewayCheck {
        faults = List.copyOf(faults);
        warnings = List.copyOf(warnings);
    }

    /**
     * Checks a file.
     *
     * @param path as the operator named it
     * @return what is wrong with it
     */
    public static GatewayCheck of(String path) {
        GatewayFile file = GatewayFile.read(path);
        WrittenTopology written = file.discovery()
                .map(discovery -> WrittenTopology.of(path, discovery.source()))
                .orElse(WrittenTopology.NONE);
        GatewayCheck check = of(file, written).and(path, file.settings());
        boolean empty = file.discovery()
                .map(discovery -> discovery.source() instanceof DiscoverySettings.Inline inline
                        && inline.entries().isEmpty())
                .orElse(false);
        return empty
                ? check.warned(path + ": names no nodes; write some under discovery.static, or name discovery.file"
                        + " or etcd_endpoints")
                : check;
    }

    /** With what would keep a gateway from starting here and now: files that it reads, addresses that it names twice. */
    private GatewayCheck and(String path, Optional<GatewaySettings> settings) {
        List<String> all = new ArrayList<>(faults);
        settings.ifPresent(known -> {
            try {
                OperatorRule.of(known.admin().tokenFile(), known.admin().open()).close();
            } catch (UnusableFileException e) {
                all.add(path + ": " + e.getMessage());
            }
            Set<String> seen = new HashSet<>();
            known.listening().rpc().forEach(address -> oneOfItsOwn(path + ": listen: ", address, seen, all));
            oneOfItsOwn(path + ": metric_listen: ", known.listening().metrics(), seen, all);
            known.admin().listen().ifPresent(address -> oneOfItsOwn(path + ": admin.listen: ", address, seen, all));
        });
        return new GatewayCheck(all, warnings);
    }

    private static void oneOfItsOwn(String key, ListenAddress address, Set<String> seen, List<String> faults) {
        if (address.port() != 0 && !seen.add(address.host() + ' ' + address.port())) {
            faults.add(key + address.text()
                    + ": is named twice among listen, metric_listen and admin.listen; give each an address of its own");
        }
    }

    /**
     * What is wrong with the topology that stands in the file itself.
     *
     * @param path as the operator named the file
     * @param settings what was read from it
     * @return one sentence each; empty if nothing is, or the topology stands elsewhere
     */
    public static List<String> inlineFaults(String path, GatewaySettings settings) {
        DiscoverySettings.Source source = settings.discovery().source();
        return source instanceof DiscoverySettings.Inline
                ? WrittenTopology.of(path, source).faults()
                : List.of();
    }

    private GatewayCheck warned(String warning) {
        List<String> all = new ArrayList<>(warnings);
        all.add(warning);
        return new GatewayCheck(faults, all);
    }

    /** As above, of what was read already. */
    static GatewayCheck of(GatewayFile file, WrittenTopology written) {
        List<String> faults = new ArrayList<>();
        file.faults().forEach(fault -> faults.add(fault.sentence()));
        faults.addAll(written.faults());
        return new GatewayCheck(
                faults, file.warnings().stream().map(YamlFault::sentence).toList());
    }
}
