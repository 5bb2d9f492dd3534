package io.ethryx.server.timer;

import org.jspecify.annotations.Nullable;

/**
 * One deadline that can be set, moved and cleared any number of times. Make one a connection or call and keep it: setting
 * it allocates nothing. Confined to the thread of its {@link TimerWheel}.
 */
public final class Timeout {

    final Runnable action;

    @Nullable
    Timeout previous;

    @Nullable
    Timeout next;

    @Nullable
    TimerWheel wheel;

    long deadlineTick;

    /**
     * A deadline that is not set yet.
     *
     * @param action what to do when the deadline passes; runs on the wheel's thread, once per time it was set
     */
    public Timeout(Runnable action) {
        this.action = action;
    }

    /** Takes the deadline back; does nothing if it is not set. */
    public void clear() {
        TimerWheel current = wheel;
        if (current != null) {
            current.remove(this);
        }
    }

    /**
     * Whether the deadline is set and has not passed.
     *
     * @return true while it waits
     */
    public boolean isSet() {
        return wheel != null;
    }
}
