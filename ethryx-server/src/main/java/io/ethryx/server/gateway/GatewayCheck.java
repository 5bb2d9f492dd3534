package io.ethryx.server.gateway;

import io.ethryx.discovery.StaticEntry;
import io.ethryx.discovery.StaticSource;
import io.ethryx.governance.DenyList;
import io.ethryx.governance.NameCheck;
import io.ethryx.server.gateway.settings.DiscoverySettings;
import io.ethryx.server.gateway.settings.GatewayFile;
import io.ethryx.server.gateway.settings.GatewaySettings;
import io.ethryx.server.gateway.settings.GovernanceSettings;
import io.ethryx.server.yaml.EntryFile;
import io.ethryx.server.yaml.YamlFault;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.PatternSyntaxException;

/**
 * Everything that is wrong with a configuration file, the topology that it writes down and the patterns in it included.
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
        List<String> faults = new ArrayList<>();
        file.faults().forEach(fault -> faults.add(fault.sentence()));
        file.settings().ifPresent(settings -> {
            topology(path, settings.discovery().source(), faults);
            patterns(path, settings, faults);
        });
        return new GatewayCheck(
                faults, file.warnings().stream().map(YamlFault::sentence).toList());
    }

    private static void topology(String path, DiscoverySettings.Source source, List<String> faults) {
        if (source instanceof DiscoverySettings.Inline inline) {
            entries(path, StaticTopology.entries(inline), faults);
        } else if (source instanceof DiscoverySettings.Watched watched) {
            try {
                EntryFile read = EntryFile.read(Path.of(watched.path()));
                faults.addAll(read.faults());
                List<StaticEntry> entries = read.entries().stream()
                        .map(entry -> new StaticEntry(entry.key(), entry.json(), entry.line()))
                        .toList();
                entries(watched.path(), entries, faults);
            } catch (IOException e) {
                faults.add(path + ": discovery.file: " + watched.path() + ": can't be read; name a readable file");
            }
        }
    }

    private static void entries(String file, List<StaticEntry> entries, List<String> faults) {
        StaticSource.check(entries).forEach(fault -> faults.add(StaticTopology.sentence(file, fault)));
    }

    private static void patterns(String path, GatewaySettings settings, List<String> faults) {
        GovernanceSettings governance = settings.governance();
        try {
            DenyList.of(governance.denied());
        } catch (IllegalArgumentException e) {
            faults.add(path + ": proxy_config.processor.method_denied: " + e.getMessage()
                    + "; write whole names, or beginnings followed by *");
        }
        governance.names().ifPresent(names -> {
            try {
                new NameCheck(names.allowed(), names.denied().orElse(null));
            } catch (PatternSyntaxException e) {
                faults.add(path + ": proxy_config.processor.method_name_checker: " + e.getPattern()
                        + ": is no regular expression (" + e.getDescription() + "); mend it");
            }
        });
    }
}
