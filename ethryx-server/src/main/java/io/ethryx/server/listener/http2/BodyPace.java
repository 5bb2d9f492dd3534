package io.ethryx.server.listener.http2;

import io.ethryx.server.listener.InboundLimits;
import java.util.function.LongSupplier;

/**
 * How fast the body of a stream comes on average, over one window after another, where only the time counts during which the
 * server waits for it (decision S16). A body of which nothing comes at all is the idle limit's business (decision S27). One a
 * body; confined to its IO thread.
 */
final class BodyPace {

    private final LongSupplier nanoTime;
    private final long windowNanos;
    private final long leastBytes;
    private long waitedNanos;
    private long waitingSince;
    private long bytes;
    private boolean waiting;

    BodyPace(InboundLimits limits, LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
        this.windowNanos = limits.bodyWindow().toNanos();
        this.leastBytes = limits.bodyWindow().toMillis() * limits.minBodyBytesPerSecond() / 1000;
    }

    /** The server waits for the body from now on, or does not. */
    void wanted(boolean now) {
        if (now != waiting) {
            waiting = now;
            long time = nanoTime.getAsLong();
            if (now) {
                waitingSince = time;
            } else {
                waitedNanos += time - waitingSince;
            }
        }
    }

    /** Bytes have come; tells whether a window is over in which too few came. */
    boolean isTooSlow(int more) {
        bytes += more;
        long time = nanoTime.getAsLong();
        long waited = waiting ? waitedNanos + (time - waitingSince) : waitedNanos;
        if (waited < windowNanos) {
            return false;
        }
        boolean slow = bytes < leastBytes;
        waitedNanos = 0;
        waitingSince = time;
        bytes = 0;
        return slow;
    }
}
