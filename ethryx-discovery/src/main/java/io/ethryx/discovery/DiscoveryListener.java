package io.ethryx.discovery;

import java.time.Instant;

/**
 * Hears how discovery in etcd goes, for logs and metrics. All methods are called on the source's own thread, must not block,
 * and do nothing unless they are implemented.
 */
public interface DiscoveryListener {

    /**
     * The watch stands: changes arrive from now on.
     *
     * @param revision the newest revision that is known
     */
    default void connected(long revision) {}

    /**
     * The connection is lost, or could not be made; the last topology stays, and another attempt follows. Called for each
     * failed attempt.
     *
     * @param reason what happened, without secrets
     * @param first whether the attempt before this one did not fail
     */
    default void disconnected(String reason, boolean first) {}

    /**
     * All keys were read: the topology is that of etcd from here on.
     *
     * @param revision the revision at which they were read
     * @param keys how many keys of the topology there are
     */
    default void synced(long revision, int keys) {}

    /**
     * All keys have to be read again, because the watch can't go on from where it was.
     *
     * @param reason why
     */
    default void resyncing(String reason) {}

    /**
     * Changes arrived and were applied.
     *
     * @param revision their newest revision
     * @param at when
     */
    default void applied(long revision, Instant at) {}

    /**
     * A value is of no use, or a part of it is not; the last good one stays.
     *
     * @param fault what is wrong
     * @param again whether the value before this one of the same key was reported too: enough to count, too much to log
     */
    default void badValue(Fault fault, boolean again) {}

    /**
     * The snapshot file could not be read or written.
     *
     * @param reason why
     */
    default void snapshotFileFailed(String reason) {}
}
