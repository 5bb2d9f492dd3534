package io.ethryx.server.timer;

import java.time.Duration;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The deadlines of one IO thread, in ticks of 50 ms: a deadline passes at its time or up to two ticks later, never before.
 *
 * <p>Not thread-safe: setting, clearing and advancing all happen on the one thread that owns it. Setting and clearing are
 * O(1) and allocate nothing.
 */
public final class TimerWheel {

    /** The time between two ticks. */
    public static final Duration TICK = Duration.ofMillis(50);

    private static final Duration LONGEST = Duration.ofDays(3650);
    private static final long LONGEST_NANOS = LONGEST.toNanos();
    private static final int SLOTS = 1024;
    private static final long TICK_NANOS = TICK.toNanos();

    private final LongSupplier nanoTime;
    private final long startNanos;
    private final @Nullable Timeout[] slots = new @Nullable Timeout[SLOTS];
    private long tick;

    /**
     * An empty wheel.
     *
     * @param nanoTime the clock, as {@link System#nanoTime}
     */
    public TimerWheel(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
        this.startNanos = nanoTime.getAsLong();
    }

    /**
     * Sets a deadline, or moves it if it is set.
     *
     * @param timeout the deadline
     * @param delay from now, in nanoseconds; negative counts as zero
     */
    public void set(Timeout timeout, long delay) {
        timeout.clear();
        long passed = nanoTime.getAsLong() - startNanos + Math.max(0, Math.min(delay, Long.MAX_VALUE / 4));
        timeout.deadlineTick = Math.max(tick, passed / TICK_NANOS) + 1;
        int slot = (int) (timeout.deadlineTick % SLOTS);
        Timeout head = slots[slot];
        timeout.next = head;
        timeout.previous = null;
        if (head != null) {
            head.previous = timeout;
        }
        slots[slot] = timeout;
        timeout.wheel = this;
    }

    /**
     * Sets a deadline, or moves it if it is set.
     *
     * @param timeout the deadline
     * @param delay from now; negative counts as zero
     */
    public void set(Timeout timeout, Duration delay) {
        set(timeout, delay.compareTo(LONGEST) > 0 ? LONGEST_NANOS : delay.toNanos());
    }

    /** Runs what is due. Called once a tick; being late is made up for. */
    public void advance() {
        long now = (nanoTime.getAsLong() - startNanos) / TICK_NANOS;
        if (now - tick > SLOTS) {
            tick = now - SLOTS;
        }
        while (tick < now) {
            tick++;
            expire((int) (tick % SLOTS));
        }
    }

    private void expire(int slot) {
        Timeout timeout = slots[slot];
        while (timeout != null) {
            if (timeout.deadlineTick <= tick) {
                remove(timeout);
                timeout.action.run();
                timeout = slots[slot];
            } else {
                timeout = timeout.next;
            }
        }
    }

    void remove(Timeout timeout) {
        Timeout previous = timeout.previous;
        Timeout next = timeout.next;
        if (previous == null) {
            slots[(int) (timeout.deadlineTick % SLOTS)] = next;
        } else {
            previous.next = next;
        }
        if (next != null) {
            next.previous = previous;
        }
        timeout.previous = null;
        timeout.next = null;
        timeout.wheel = null;
    }
}
