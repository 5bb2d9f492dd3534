package io.ethryx.discovery;

import java.time.Instant;
import java.util.function.Consumer;

/**
 * Passes events on, and keeps what a listener throws from its source: that goes to the thread's handler of uncaught
 * exceptions.
 *
 * @param listener who hears the events
 */
record GuardedListener(DiscoveryListener listener) implements DiscoveryListener {

    @Override
    public void connected(long revision) {
        tell(to -> to.connected(revision));
    }

    @Override
    public void disconnected(String reason, boolean first) {
        tell(to -> to.disconnected(reason, first));
    }

    @Override
    public void synced(long revision, int keys) {
        tell(to -> to.synced(revision, keys));
    }

    @Override
    public void resyncing(String reason) {
        tell(to -> to.resyncing(reason));
    }

    @Override
    public void applied(long revision, Instant at) {
        tell(to -> to.applied(revision, at));
    }

    @Override
    public void badValue(Fault fault, boolean again) {
        tell(to -> to.badValue(fault, again));
    }

    @Override
    public void snapshotFileFailed(String reason) {
        tell(to -> to.snapshotFileFailed(reason));
    }

    private void tell(Consumer<DiscoveryListener> event) {
        guarded(() -> event.accept(listener));
    }

    static void guarded(Runnable call) {
        try {
            call.run();
        } catch (RuntimeException thrown) {
            Thread thread = Thread.currentThread();
            thread.getUncaughtExceptionHandler().uncaughtException(thread, thrown);
        }
    }
}
