package io.ethryx.server.listener.http2;

import io.ethryx.server.http2.ConnectionFault;
import io.ethryx.server.http2.ErrorCode;

/**
 * How many frames a client may send that move nothing: resets, frames that carry nothing, and window updates that no request and
 * no answer made likely (decision S27). Confined to the connection's IO thread.
 */
final class FrameAllowance {

    /** Window updates that each request and each DATA frame sent makes likely. */
    private static final int UPDATES_EXPECTED = 2;

    private static final int MOST_UPDATES_EXPECTED = 1_000;

    private final SlidingBudget resets = new SlidingBudget(Http2Limits.MOST_RESETS, System::nanoTime);
    private final SlidingBudget idleFrames = new SlidingBudget(Http2Limits.MOST_IDLE_FRAMES, System::nanoTime);
    private int updatesExpected = UPDATES_EXPECTED;

    /** A request has begun, or DATA was sent, to which the client may well answer with window updates. */
    void expectUpdates() {
        updatesExpected = Math.min(updatesExpected + UPDATES_EXPECTED, MOST_UPDATES_EXPECTED);
    }

    void windowUpdate() throws ConnectionFault {
        if (updatesExpected > 0) {
            updatesExpected--;
        } else {
            idleFrame();
        }
    }

    void idleFrame() throws ConnectionFault {
        if (!idleFrames.spend()) {
            throw new ConnectionFault(ErrorCode.ENHANCE_YOUR_CALM, "too many frames that carry nothing");
        }
    }

    /** A stream was reset, by either side. */
    void reset() throws ConnectionFault {
        if (!resets.spend()) {
            throw new ConnectionFault(ErrorCode.ENHANCE_YOUR_CALM, "too many resets");
        }
    }
}
