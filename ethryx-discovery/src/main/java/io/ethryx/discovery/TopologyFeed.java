package io.ethryx.discovery;

import io.ethryx.core.topology.Topology;
import io.ethryx.discovery.StoreFailure.Kind;
import io.ethryx.discovery.StoreSession.Listing;
import java.io.IOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Keeps a ledger equal to a store: lists once, then watches from the next revision on, and after each failure waits, opens
 * another session and watches from where it was. It lists again when the watch can't go on: the revisions are compacted, or
 * the store is another one or was set back.
 *
 * <p>Everything but {@link #connected} and {@link #synced} happens on the loop's one thread.
 */
final class TopologyFeed {

    /** Opens sessions. */
    interface Sessions {
        StoreSession open(boolean withPassword) throws IOException;
    }

    /**
     * What a feed works with.
     *
     * @param loop its one thread
     * @param callTimeout how long a watch may take to stand
     * @param backoff the waits between attempts
     * @param clock tells when changes were applied
     */
    record Workings(Loop loop, Duration callTimeout, Backoff backoff, InstantSource clock) {}

    private final Sessions sessions;
    private final Workings workings;
    private final DiscoveryListener events;
    private final Consumer<Topology> publish;
    private final Ledger ledger;

    private volatile boolean connected;
    private volatile boolean synced;

    private @Nullable StoreSession session;
    private Runnable callOffTimer = () -> {};
    private boolean withPassword = true;
    private boolean stopped;
    private boolean listed;
    private long revision;
    private long cluster;

    TopologyFeed(Sessions sessions, Workings workings, DiscoveryListener events, Consumer<Topology> publish) {
        this.sessions = sessions;
        this.workings = workings;
        this.events = events;
        this.publish = publish;
        this.ledger = new Ledger(events::badValue);
    }

    boolean connected() {
        return connected;
    }

    boolean synced() {
        return synced;
    }

    /** Takes entries of an earlier run; they hold until the first list. */
    void preload(List<StoredEntry> entries) {
        ledger.replaceAll(entries);
        ledger.forgetRevisions();
        publishChanges();
    }

    List<StoredEntry> goodValues() {
        return ledger.goodValues();
    }

    /** Opens a session, and lists or watches. */
    void connect() {
        if (stopped) {
            return;
        }
        try {
            session = sessions.open(withPassword);
        } catch (IOException | RuntimeException unopened) {
            fail(new StoreFailure(Kind.OTHER, String.valueOf(unopened.getMessage()), unopened));
            return;
        }
        if (listed) {
            watch(session);
        } else {
            list(session);
        }
    }

    /** Lets go of the session. Idempotent. */
    void stop() {
        stopped = true;
        closeSession();
    }

    private void list(StoreSession current) {
        current.list()
                .whenComplete((listing, thrown) -> on(current, () -> {
                    if (thrown == null) {
                        take(listing);
                        watch(current);
                    } else {
                        fail(JetcdFailures.of(thrown));
                    }
                }));
    }

    private void take(Listing listing) {
        if (listing.cluster() != cluster || listing.revision() < revision) {
            ledger.forgetRevisions();
        }
        cluster = listing.cluster();
        revision = listing.revision();
        ledger.replaceAll(listing.entries());
        listed = true;
        publishChanges();
        synced = true;
        events.synced(revision, ledger.size());
    }

    private void watch(StoreSession current) {
        callOffTimer = workings.loop().after(workings.callTimeout(), () -> on(current, this::tooLate));
        current.watch(revision + 1, new Watching(current, new PendingChanges()));
    }

    private void tooLate() {
        if (!connected) {
            fail(new StoreFailure(Kind.OTHER, "no answer in time"));
        }
    }

    private void created(StoreSession current, long storeRevision, long storeCluster) {
        callOffTimer.run();
        if (storeCluster != cluster || storeRevision < revision) {
            relist(
                    storeCluster != cluster
                            ? "another cluster answers"
                            : "the store was set back, or this member is behind");
            return;
        }
        connected = true;
        callOffTimer = workings.loop().after(workings.callTimeout(), () -> on(current, workings.backoff()::reset));
        events.connected(revision);
    }

    private void relist(String reason) {
        events.resyncing(reason);
        listed = false;
        fail(new StoreFailure(Kind.OTHER, reason));
    }

    private void apply(PendingChanges from) {
        PendingChanges.Batch batch = from.take();
        revision = batch.revision();
        if (batch.changes().isEmpty()) {
            return;
        }
        for (StoreChange change : batch.changes()) {
            if (change instanceof StoreChange.Put put) {
                ledger.put(put.stored());
            } else if (change instanceof StoreChange.Delete delete) {
                ledger.delete(delete.key(), delete.revision());
            }
        }
        publishChanges();
        events.applied(revision, workings.clock().instant());
    }

    private void publishChanges() {
        ledger.next().ifPresent(publish);
    }

    private void fail(StoreFailure failure) {
        closeSession();
        connected = false;
        withPassword = failure.kind() != Kind.WANTS_NO_PASSWORD;
        if (failure.kind() == Kind.COMPACTED) {
            listed = false;
            events.resyncing("the revisions after " + revision + " are compacted");
        }
        boolean first = !workings.backoff().failedBefore();
        events.disconnected(String.valueOf(failure.getMessage()), first);
        callOffTimer = workings.loop().after(workings.backoff().next(), this::connect);
    }

    private void closeSession() {
        callOffTimer.run();
        StoreSession old = session;
        session = null;
        if (old != null) {
            old.close();
        }
    }

    /** Runs on the feed's thread, unless the session is over by then. */
    private void on(StoreSession current, Runnable step) {
        workings.loop().execute(() -> {
            if (session == current && !stopped) {
                guarded(step);
            }
        });
    }

    /** What should not happen ends the session, and all is read anew. */
    private void guarded(Runnable step) {
        try {
            step.run();
        } catch (RuntimeException unexpected) {
            listed = false;
            fail(new StoreFailure(Kind.OTHER, unexpected.toString(), unexpected));
        }
    }

    private final class Watching implements StoreSession.Watcher {

        private final StoreSession current;
        private final PendingChanges received;

        Watching(StoreSession current, PendingChanges received) {
            this.current = current;
            this.received = received;
        }

        @Override
        public void created(long storeRevision, long storeCluster) {
            on(current, () -> TopologyFeed.this.created(current, storeRevision, storeCluster));
        }

        @Override
        public void changed(List<StoreChange> changes, long upTo) {
            if (received.add(changes, upTo)) {
                on(current, () -> apply(received));
            }
        }

        @Override
        public void ended(StoreFailure failure) {
            on(current, () -> fail(failure));
        }
    }
}
