package io.ethryx.health;

/**
 * Hears what happens to a pair. Must not block. What it throws goes to the calling thread's uncaught-exception handler and
 * changes nothing else.
 */
public interface PairListener {

    /**
     * A poll has ended; the snapshot is the monitor's by now. On the monitor's thread.
     *
     * @param snapshot what it learned
     * @param readiness the verdict that follows
     */
    default void onPoll(PairSnapshot snapshot, Readiness readiness) {}

    /**
     * The verdict has changed: once per change. On the monitor's thread, or on the thread that first saw it when time
     * alone changed it (an aging block under strict, a stale snapshot) or a shutdown did.
     *
     * @param transition the change
     */
    default void onTransition(Transition transition) {}

    /**
     * The EL is spoken to in another way from now on. On the monitor's thread.
     *
     * @param change the change
     */
    default void onTransportSwitch(TransportSwitch change) {}
}
