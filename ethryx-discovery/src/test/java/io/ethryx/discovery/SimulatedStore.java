package io.ethryx.discovery;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** A store with revisions, history, compaction and watches, as etcd has them, that does what a test says and when. */
final class SimulatedStore implements TopologyFeed.Sessions {

    private final TreeMap<String, StoredEntry> entries = new TreeMap<>();
    private final List<StoreChange> history = new ArrayList<>();
    final List<Boolean> passwords = new ArrayList<>();
    final List<String> calls = new ArrayList<>();
    long cluster = 7;
    long revision = 1;
    long compacted;
    StoreFailure.Kind refusal;
    boolean silent;
    Session open;

    void put(String key, String value) {
        revision++;
        StoredEntry before = entries.get(key);
        StoredEntry stored = new StoredEntry(
                key, value.getBytes(StandardCharsets.UTF_8), before == null ? revision : before.created(), revision);
        entries.put(key, stored);
        history.add(new StoreChange.Put(stored));
    }

    void delete(String key) {
        if (entries.remove(key) != null) {
            history.add(new StoreChange.Delete(key, ++revision));
        }
    }

    /** Forgets all changes up to now. */
    void compact() {
        compacted = revision;
    }

    /** Another, empty store takes its place. */
    void replaceByAnother() {
        cluster++;
        revision = 1;
        compacted = 0;
        entries.clear();
        history.clear();
    }

    /** Delivers the next few revisions to the watch. */
    void deliver(int revisions) {
        if (open != null && open.watcher != null) {
            open.deliver(revisions);
        }
    }

    void deliverAll() {
        deliver(Integer.MAX_VALUE);
    }

    /** Ends the session, as a lost connection does. */
    void cut(StoreFailure.Kind kind) {
        if (open != null && open.watcher != null) {
            open.watcher.ended(new StoreFailure(kind, "cut"));
        }
    }

    List<StoredEntry> all() {
        return new ArrayList<>(entries.values());
    }

    @Override
    public StoreSession open(boolean withPassword) {
        passwords.add(withPassword);
        open = new Session();
        return open;
    }

    final class Session implements StoreSession {

        Watcher watcher;
        boolean closed;
        private long next;

        @Override
        public CompletionStage<Listing> list() {
            calls.add("list");
            if (refusal != null) {
                return CompletableFuture.failedFuture(new StoreFailure(refusal, "refused"));
            }
            return CompletableFuture.completedFuture(new Listing(all(), revision, cluster));
        }

        @Override
        public void watch(long fromRevision, Watcher watching) {
            calls.add("watch " + fromRevision);
            watcher = watching;
            next = fromRevision;
            if (silent) {
                return;
            }
            if (refusal != null) {
                watching.ended(new StoreFailure(refusal, "refused"));
            } else if (fromRevision <= compacted) {
                watching.ended(new StoreFailure(StoreFailure.Kind.COMPACTED, "compacted"));
            } else {
                watching.created(revision, cluster);
            }
        }

        void deliver(int revisions) {
            if (next <= compacted) {
                watcher.ended(new StoreFailure(StoreFailure.Kind.COMPACTED, "compacted"));
                return;
            }
            long last = Math.min(revision, next + revisions - 1L);
            List<StoreChange> due = new ArrayList<>();
            for (StoreChange change : history) {
                long at = at(change);
                if (at >= next && at <= last) {
                    due.add(change);
                }
            }
            if (last >= next) {
                watcher.changed(due, last);
                next = last + 1;
            }
        }

        @Override
        public void close() {
            closed = true;
            watcher = null;
            open = null;
        }
    }

    private static long at(StoreChange change) {
        return change instanceof StoreChange.Put put
                ? put.stored().modified()
                : ((StoreChange.Delete) change).revision();
    }
}
