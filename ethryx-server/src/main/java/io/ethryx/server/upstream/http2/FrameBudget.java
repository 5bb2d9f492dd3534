package io.ethryx.server.upstream.http2;

import java.util.concurrent.TimeUnit;

/**
 * How many frames that bring no body a peer may send (decision S27): a number in each span of time, and more for each frame
 * that it was sent, since an answer's head, a reset or a window is an honest answer to one. Whoever floods gets over it.
 */
final class FrameBudget {

    /** In a span, whatever the peer was sent. */
    static final int FRAMES = 10_000;

    /** More of them for each frame that it was sent. */
    static final int FOR_EACH_SENT = 4;

    static final long SPAN_NANOS = TimeUnit.SECONDS.toNanos(10);

    private long spanStart;
    private long sentBefore;
    private long seen;

    FrameBudget(long now) {
        spanStart = now;
    }

    /**
     * A frame has come.
     *
     * @param now the time in nanoseconds
     * @param sent how many frames the peer was sent so far
     * @return false if it is one too many
     */
    boolean take(long now, long sent) {
        if (now - spanStart >= SPAN_NANOS) {
            spanStart = now;
            sentBefore = sent;
            seen = 0;
        }
        seen++;
        return seen <= FRAMES + FOR_EACH_SENT * (sent - sentBefore);
    }
}
