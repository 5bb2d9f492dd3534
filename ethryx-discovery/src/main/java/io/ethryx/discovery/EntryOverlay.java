package io.ethryx.discovery;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A list of named entries as a source has it, and what was put or hidden beside it. Such an edit holds until the source's own
 * entry of that name changes. Not thread-safe.
 */
final class EntryOverlay<E> {

    /**
     * An edit.
     *
     * @param over the source's entry when it was made, or null if there was none
     * @param entry what to see instead, or null for nothing
     */
    private record Edit<E>(@Nullable E over, @Nullable E entry) {}

    private final Function<E, String> name;
    private final Map<String, Edit<E>> edits = new LinkedHashMap<>();
    private Map<String, E> base = Map.of();

    EntryOverlay(Function<E, String> name) {
        this.name = name;
    }

    /** The source has another list. */
    void rebase(List<E> entries) {
        Map<String, E> fresh = new LinkedHashMap<>();
        entries.forEach(entry -> fresh.put(name.apply(entry), entry));
        edits.entrySet().removeIf(edit -> !Objects.equals(edit.getValue().over(), fresh.get(edit.getKey())));
        base = fresh;
    }

    void put(E entry) {
        String key = name.apply(entry);
        edits.put(key, new Edit<>(base.get(key), entry));
    }

    /** Lets an entry be seen no more; false if it is not seen. */
    boolean hide(String key) {
        Edit<E> edit = edits.get(key);
        boolean seen = edit == null ? base.containsKey(key) : edit.entry() != null;
        if (base.containsKey(key)) {
            edits.put(key, new Edit<>(base.get(key), null));
        } else {
            edits.remove(key);
        }
        return seen;
    }

    /** What is to be seen: the source's entries in their order, the others behind them. */
    List<E> entries() {
        Map<String, E> seen = new LinkedHashMap<>(base);
        edits.forEach((key, edit) -> {
            if (edit.entry() == null) {
                seen.remove(key);
            } else {
                seen.put(key, edit.entry());
            }
        });
        return new ArrayList<>(seen.values());
    }

    boolean isEmpty() {
        return edits.isEmpty();
    }
}
