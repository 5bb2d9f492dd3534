package io.ethryx.server.yaml;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;
import org.snakeyaml.engine.v2.nodes.Tag;

/**
 * One mapping of a file. Read every key that may stand in it, then {@link #finish}: what was never asked for is told as
 * unknown. A key whose value is null counts as absent.
 */
public final class Section {

    private static final String MERGE = "<<";

    private final String path;
    private final Faults faults;
    private final Map<String, Value> values = new LinkedHashMap<>();
    private final Map<String, Node> keys = new LinkedHashMap<>();
    private final Set<String> known = new LinkedHashSet<>();

    private Section(String path, Faults faults) {
        this.path = path;
        this.faults = faults;
    }

    static Section empty(Faults faults) {
        return new Section("", faults);
    }

    static Section of(MappingNode mapping, String path, Faults faults) {
        Section section = new Section(path, faults);
        section.fill(mapping);
        return section;
    }

    private void fill(MappingNode mapping) {
        List<Node> merged = new ArrayList<>();
        for (NodeTuple tuple : mapping.getValue()) {
            if (!(tuple.getKeyNode() instanceof ScalarNode key)) {
                faults.add(tuple.getKeyNode(), path, "has a key that is no text", "write a name before the colon");
            } else if (key.getValue().equals(MERGE) && key.isPlain()) {
                merged.add(tuple.getValueNode());
            } else if (keys.containsKey(key.getValue())) {
                faults.addKey(
                        key,
                        child(key.getValue()),
                        "stands here again (first in line " + Faults.line(firstOf(key)) + ")",
                        "keep one of them");
            } else {
                put(key, tuple.getValueNode());
            }
        }
        merged.forEach(this::merge);
    }

    private Node firstOf(ScalarNode key) {
        return keys.getOrDefault(key.getValue(), key);
    }

    private void put(ScalarNode key, Node value) {
        keys.put(key.getValue(), key);
        if (!value.getTag().equals(Tag.NULL)) {
            values.put(key.getValue(), new Value(value, child(key.getValue()), faults));
        }
    }

    private void merge(Node from) {
        if (from instanceof SequenceNode several) {
            several.getValue().forEach(this::merge);
        } else if (from instanceof MappingNode mapping) {
            for (NodeTuple tuple : mapping.getValue()) {
                if (tuple.getKeyNode() instanceof ScalarNode key && !keys.containsKey(key.getValue())) {
                    put(key, tuple.getValueNode());
                }
            }
        } else {
            faults.add(from, path, "merges what is no mapping", "merge an anchor of a mapping");
        }
    }

    private String child(String key) {
        return path.isEmpty() ? key : path + "." + key;
    }

    /**
     * Whether a key stands here with a value.
     *
     * @param key the key
     * @return false for a null one too
     */
    public boolean has(String key) {
        return values.containsKey(key);
    }

    /**
     * A value, which counts as known from now on.
     *
     * @param key its key
     * @return the value, empty where there is none
     */
    public Optional<Value> value(String key) {
        known.add(key);
        return Optional.ofNullable(values.get(key));
    }

    /**
     * A mapping below this one.
     *
     * @param key its key
     * @return the mapping, empty where there is none or something else, which is then a fault
     */
    public Section section(String key) {
        @Nullable Value value = value(key).orElse(null);
        return value == null ? new Section(child(key), faults) : value.section();
    }

    /**
     * All entries, each of them known from now on: for mappings whose keys are the operator's own.
     *
     * @return in the order of the file
     */
    public Map<String, Value> entries() {
        known.addAll(values.keySet());
        return Collections.unmodifiableMap(values);
    }

    /**
     * Keys that are accepted and do nothing; one that stands here is warned of.
     *
     * @param why what the operator should know
     * @param dead the keys
     */
    public void dead(String why, String... dead) {
        for (String key : dead) {
            known.add(key);
            Node at = keys.get(key);
            if (at != null) {
                faults.warn(at, child(key), "has no effect", why);
            }
        }
    }

    /** Tells every key that nobody asked for, with the nearest one that somebody did. */
    public void finish() {
        keys.forEach((key, at) -> {
            if (!known.contains(key)) {
                faults.addKey(at, child(key), "is no known key", remedy(key));
            }
        });
    }

    private String remedy(String unknown) {
        Optional<String> nearest = Nearest.of(unknown, known);
        String where = path.isEmpty() ? "at the top" : "in " + path;
        return nearest.map(name -> "did you mean " + name + "?")
                .orElse(known.isEmpty() ? "leave it out" : where + " there may be " + String.join(", ", known));
    }
}
