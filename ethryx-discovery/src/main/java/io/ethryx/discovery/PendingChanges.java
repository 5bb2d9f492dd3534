package io.ethryx.discovery;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Changes between the thread that receives and the one that applies: of each key only the last one, so that a slow consumer
 * costs no more memory than there are keys. Thread-safe.
 */
final class PendingChanges {

    /**
     * What has come since the last time.
     *
     * @param changes the last change of each key
     * @param revision all changes up to this one are in here or were before
     */
    record Batch(List<StoreChange> changes, long revision) {}

    private final Map<String, StoreChange> last = new LinkedHashMap<>();
    private long revision;
    private boolean waiting;

    /** Adds changes; true if nobody was told to take them yet. */
    synchronized boolean add(List<StoreChange> changes, long upTo) {
        for (StoreChange change : changes) {
            last.remove(change.key());
            last.put(change.key(), change);
        }
        revision = upTo;
        boolean first = !waiting;
        waiting = true;
        return first;
    }

    /** Takes all that is there. */
    synchronized Batch take() {
        Batch batch = new Batch(new ArrayList<>(last.values()), revision);
        last.clear();
        waiting = false;
        return batch;
    }
}
