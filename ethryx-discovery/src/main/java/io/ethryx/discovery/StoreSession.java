package io.ethryx.discovery;

import java.util.List;
import java.util.concurrent.CompletionStage;

/**
 * One connection to the store of keys, from its opening to its first failure. Calls return at once; answers come on threads
 * of the session's own.
 */
interface StoreSession extends AutoCloseable {

    /**
     * All keys of the topology at one moment.
     *
     * @param entries what they are
     * @param revision the moment
     * @param cluster which store this is
     */
    record Listing(List<StoredEntry> entries, long revision, long cluster) {}

    /** Takes what a watch brings. Nothing comes after {@link #ended}. */
    interface Watcher {

        /**
         * The watch stands.
         *
         * @param revision the store's newest revision
         * @param cluster which store this is
         */
        void created(long revision, long cluster);

        /**
         * Keys changed.
         *
         * @param changes the changes, in order; may be empty
         * @param revision all changes up to this one were delivered
         */
        void changed(List<StoreChange> changes, long revision);

        /** The watch is over. */
        void ended(StoreFailure failure);
    }

    /** Reads all keys of the topology; fails with a {@link StoreFailure}. */
    CompletionStage<Listing> list();

    /** Watches all keys of the topology for changes at and after a revision. */
    void watch(long fromRevision, Watcher watcher);

    /** Ends what is under way, and lets go of threads and sockets, soon. Idempotent. */
    @Override
    void close();
}
