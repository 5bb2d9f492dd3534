package io.ethryx.server.gateway.topology;

import io.ethryx.core.topology.Topology;
import io.ethryx.discovery.StaticEntry;
import io.ethryx.discovery.StaticSource;
import io.ethryx.server.gateway.settings.DiscoverySettings;
import io.ethryx.server.yaml.EntryFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A topology as it is written down at this moment, read once.
 *
 * @param entries its entries, none of them to be used if there are faults
 * @param faults what is wrong with them, one sentence each
 */
public record WrittenTopology(List<StaticEntry> entries, List<String> faults) {

    /** Nothing, and nothing wrong with it. */
    public static final WrittenTopology NONE = new WrittenTopology(List.of(), List.of());

    /**
     * Copies what it is given.
     *
     * @param entries see the record
     * @param faults see the record
     */
    public WrittenTopology {
        entries = List.copyOf(entries);
        faults = List.copyOf(faults);
    }

    /**
     * What a source writes down; nothing for etcd, which isn't asked.
     *
     * @param configuration the file that names the source
     * @param source the source
     * @return what it says now
     */
    public static WrittenTopology of(String configuration, DiscoverySettings.Source source) {
        if (source instanceof DiscoverySettings.Inline inline) {
            return checked(configuration, StaticTopology.entries(inline), List.of());
        }
        return source instanceof DiscoverySettings.Watched watched
                ? file(configuration, "discovery.file", watched.path())
                : NONE;
    }

    /**
     * What stands in a file that a key of the configuration names.
     *
     * @param configuration the file that names it
     * @param key the key
     * @param path the file
     * @return what it says now
     */
    public static WrittenTopology file(String configuration, String key, String path) {
        try {
            EntryFile read = EntryFile.read(Path.of(path));
            List<StaticEntry> entries = read.entries().stream()
                    .map(entry -> new StaticEntry(entry.key(), entry.json(), entry.line()))
                    .toList();
            return checked(path, entries, read.faults());
        } catch (IOException e) {
            String fault = configuration + ": " + key + ": " + path + ": can't be read; name a readable file";
            return new WrittenTopology(List.of(), List.of(fault));
        }
    }

    private static WrittenTopology checked(String file, List<StaticEntry> entries, List<String> already) {
        List<String> faults = new ArrayList<>(already);
        StaticSource.check(entries).forEach(fault -> faults.add(StaticTopology.sentence(file, fault)));
        return new WrittenTopology(entries, faults);
    }

    /**
     * The topology of the entries.
     *
     * @return empty if there are faults
     */
    public Topology topology() {
        StaticSource source = new StaticSource(topology -> {});
        source.replace(entries);
        return source.topology();
    }
}
