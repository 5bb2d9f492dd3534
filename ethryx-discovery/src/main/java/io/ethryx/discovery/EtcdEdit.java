package io.ethryx.discovery;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Changes that are made together or not at all. Every key that is changed is guarded: it has to be as it was read. Immutable.
 *
 * @param guards key to the revision that it must have, 0 for a key that must not be there
 * @param changes key to its new value, nothing for a key that is to be deleted; each of them is guarded
 */
public record EtcdEdit(Map<String, Long> guards, Map<String, Optional<String>> changes) {

    /** No change. */
    public static final EtcdEdit NONE = new EtcdEdit(Map.of(), Map.of());

    /**
     * Copies the maps.
     *
     * @param guards see the record
     * @param changes see the record
     * @throws IllegalArgumentException if a change is not guarded
     */
    public EtcdEdit {
        guards = Map.copyOf(guards);
        changes = Map.copyOf(changes);
        if (!guards.keySet().containsAll(changes.keySet())) {
            throw new IllegalArgumentException("not all of " + changes.keySet() + " are guarded");
        }
    }

    /**
     * And puts a value.
     *
     * @param key the key
     * @param read what was read of it, nothing if it was not there
     * @param text its new value
     * @return the greater edit
     */
    public EtcdEdit put(String key, Optional<EtcdValue> read, String text) {
        return with(key, read, Optional.of(text));
    }

    /**
     * And deletes a key.
     *
     * @param read what was read of it
     * @return the greater edit
     */
    public EtcdEdit delete(EtcdValue read) {
        return with(read.key(), Optional.of(read), Optional.empty());
    }

    private EtcdEdit with(String key, Optional<EtcdValue> read, Optional<String> text) {
        Map<String, Long> moreGuards = new LinkedHashMap<>(guards);
        Map<String, Optional<String>> moreChanges = new LinkedHashMap<>(changes);
        moreGuards.put(key, read.map(EtcdValue::revision).orElse(0L));
        moreChanges.put(key, text);
        return new EtcdEdit(moreGuards, moreChanges);
    }
}
