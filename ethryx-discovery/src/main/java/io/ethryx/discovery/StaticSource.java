package io.ethryx.discovery;

import io.ethryx.core.topology.Topology;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * A topology that is written down: the key space of etcd as a map. It is replaced as a whole, or, if anything in it is
 * wrong, not at all.
 *
 * <p>Owns no thread; may be used by several, of which one at a time replaces. Reading the topology costs one volatile read.
 */
public final class StaticSource {

    private final TopologyListener listener;
    private final Ledger ledger;
    private long replaced;
    private volatile Topology topology = Topology.EMPTY;

    /**
     * Makes a source without entries.
     *
     * @param listener takes each topology, on the thread that replaces
     */
    public StaticSource(TopologyListener listener) {
        this.listener = Objects.requireNonNull(listener, "listener");
        this.ledger = new Ledger((fault, again) -> {
            throw new AssertionError("checked before: " + fault);
        });
    }

    /**
     * All that is wrong with entries, without taking them.
     *
     * @param entries the entries, in the order of writing
     * @return the faults in the order of the entries, empty if there are none
     */
    public static List<Fault> check(List<StaticEntry> entries) {
        return List.copyOf(StaticCheck.faults(entries));
    }

    /**
     * Puts other entries in the place of all that there are, if nothing is wrong with them. Chains that do not change stay
     * the same objects.
     *
     * @param entries the entries, in the order of writing: nodes stand in that order too
     * @return all faults; empty if the entries were taken, and else the topology is what it was
     */
    public synchronized List<Fault> replace(List<StaticEntry> entries) {
        List<Fault> faults = check(entries);
        if (faults.isEmpty()) {
            ledger.replaceAll(stored(entries, ++replaced));
            ledger.next().ifPresent(next -> {
                topology = next;
                listener.changed(next);
            });
        }
        return faults;
    }

    private static List<StoredEntry> stored(List<StaticEntry> entries, long revision) {
        List<StoredEntry> stored = new ArrayList<>(entries.size());
        for (StaticEntry entry : entries) {
            byte[] value = entry.json().getBytes(StandardCharsets.UTF_8);
            stored.add(new StoredEntry(entry.key(), value, stored.size(), revision));
        }
        return stored;
    }

    /** {@return the topology of the entries that were taken last} */
    public Topology topology() {
        return topology;
    }
}
