package io.ethryx.server.gateway;

import io.ethryx.governance.DenyList;
import io.ethryx.governance.NameCheck;
import io.ethryx.server.gateway.settings.GatewayFile;
import io.ethryx.server.gateway.settings.GatewaySettings;
import io.ethryx.server.gateway.settings.GovernanceSettings;
import io.ethryx.server.yaml.YamlFault;
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
        WrittenTopology written = file.settings()
                .map(settings -> WrittenTopology.of(path, settings.discovery().source()))
                .orElse(WrittenTopology.NONE);
        return of(path, file, written);
    }

    /** As above, of what was read already. */
    static GatewayCheck of(String path, GatewayFile file, WrittenTopology written) {
        List<String> faults = new ArrayList<>();
        file.faults().forEach(fault -> faults.add(fault.sentence()));
        faults.addAll(written.faults());
        file.settings().ifPresent(settings -> patterns(path, settings, faults));
        return new GatewayCheck(
                faults, file.warnings().stream().map(YamlFault::sentence).toList());
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
