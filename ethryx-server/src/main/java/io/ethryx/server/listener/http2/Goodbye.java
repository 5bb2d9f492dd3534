package io.ethryx.server.listener.http2;

import io.ethryx.server.http2.ErrorCode;
import io.ethryx.server.http2.FrameWriter;
import io.ethryx.server.timer.Timeout;
import io.ethryx.server.timer.TimerWheel;
import java.time.Duration;

/**
 * The goodbye to a client in two steps, so that a request that is on its way is served or refused, never lost: first the news,
 * and, when the client must have it, the number of the last stream (RFC 9113 section 6.8). Confined to the connection's IO
 * thread.
 */
final class Goodbye {

    private static final long NEWS = 0x676F_6F64_6279_6521L;
    private static final Duration PATIENCE = Duration.ofSeconds(1);

    private final FrameWriter out;
    private final TimerWheel wheel;
    private final Timeout patience;
    private final Runnable lastStep;

    /**
     * Nothing is said yet.
     *
     * @param lastStep names the last stream
     */
    Goodbye(FrameWriter out, TimerWheel wheel, Runnable lastStep) {
        this.out = out;
        this.wheel = wheel;
        this.lastStep = lastStep;
        patience = new Timeout(lastStep);
    }

    /** Tells the news; the last step follows when the client has heard it, or could have. */
    void begin() {
        out.goAway(Integer.MAX_VALUE, ErrorCode.NO_ERROR);
        out.ping(false, NEWS);
        wheel.set(patience, PATIENCE);
    }

    /** The client answers a PING. */
    void pinged(long opaque) {
        if (opaque == NEWS && patience.isSet()) {
            patience.clear();
            lastStep.run();
        }
    }

    /** There is no last step any more. */
    void forget() {
        patience.clear();
    }
}
