package io.ethryx.server.gateway.settings;

import io.ethryx.server.yaml.Faults;
import io.ethryx.server.yaml.YamlFault;
import io.ethryx.server.yaml.YamlFile;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * A gateway's configuration file, read: its settings, or everything that is wrong with them.
 *
 * @param settings the settings, empty if there are faults
 * @param discovery where it says that the topology comes from, so that it can be checked beside other faults; empty if it
 *     is no YAML
 * @param faults what is wrong, by line
 * @param warnings what is accepted but has no effect, by line
 */
public record GatewayFile(
        Optional<GatewaySettings> settings,
        Optional<DiscoverySettings> discovery,
        List<YamlFault> faults,
        List<YamlFault> warnings) {

    /**
     * Copies what it is given.
     *
     * @param settings see the record
     * @param discovery see the record
     * @param faults see the record
     * @param warnings see the record
     */
    public GatewayFile {
        faults = List.copyOf(faults);
        warnings = List.copyOf(warnings);
    }

    /**
     * Reads a file.
     *
     * @param path as the operator named it
     * @return what it says
     */
    public static GatewayFile read(String path) {
        try {
            return parse(
                    path,
                    StandardCharsets.UTF_8
                            .newDecoder()
                            .decode(java.nio.ByteBuffer.wrap(Files.readAllBytes(Path.of(path))))
                            .toString());
        } catch (NoSuchFileException e) {
            return unreadable(path, "is not there", "name a file that exists");
        } catch (CharacterCodingException e) {
            return unreadable(path, "is not UTF-8", "save it as UTF-8");
        } catch (IOException e) {
            return unreadable(path, "can't be read (" + e.getMessage() + ")", "name a readable file");
        }
    }

    /**
     * Reads a text.
     *
     * @param name what faults call it
     * @param text YAML or JSON
     * @return what it says
     */
    public static GatewayFile parse(String name, String text) {
        Faults faults = new Faults(name);
        Optional<GatewaySettings> settings =
                YamlFile.parse(name, text, faults).map(top -> new GatewayReader(top).read());
        boolean sound = faults.faults().isEmpty();
        return new GatewayFile(
                sound ? settings : Optional.empty(),
                settings.map(GatewaySettings::discovery),
                faults.faults(),
                faults.warnings());
    }

    private static GatewayFile unreadable(String path, String rule, String remedy) {
        YamlFault fault = new YamlFault(path, 0, "", "", rule, remedy);
        return new GatewayFile(Optional.empty(), Optional.empty(), List.of(fault), List.of());
    }
}
