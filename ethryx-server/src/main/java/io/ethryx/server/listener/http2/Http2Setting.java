package io.ethryx.server.listener.http2;

import io.ethryx.server.http2.ConnectionFault;
import io.ethryx.server.http2.ErrorCode;

/** The settings of RFC 9113 section 6.5.2 and RFC 8441 section 3. Stateless. */
final class Http2Setting {

    static final int ENABLE_PUSH = 2;
    static final int MAX_CONCURRENT_STREAMS = 3;
    static final int INITIAL_WINDOW_SIZE = 4;
    static final int MAX_FRAME_SIZE = 5;
    static final int MAX_HEADER_LIST_SIZE = 6;
    static final int ENABLE_CONNECT_PROTOCOL = 8;

    private static final int LEAST_FRAME = 1 << 14;
    private static final int MOST_FRAME = (1 << 24) - 1;

    private Http2Setting() {}

    /** Refuses what no client may set. */
    static void check(int id, long value) throws ConnectionFault {
        switch (id) {
            case ENABLE_PUSH, ENABLE_CONNECT_PROTOCOL -> {
                if (value > 1) {
                    throw new ConnectionFault(ErrorCode.PROTOCOL_ERROR, "a switch is neither on nor off");
                }
            }
            case INITIAL_WINDOW_SIZE -> {
                if (value > Integer.MAX_VALUE) {
                    throw new ConnectionFault(ErrorCode.FLOW_CONTROL_ERROR, "a window over 2^31-1");
                }
            }
            case MAX_FRAME_SIZE -> {
                if (value < LEAST_FRAME || value > MOST_FRAME) {
                    throw new ConnectionFault(ErrorCode.PROTOCOL_ERROR, "an impossible frame size");
                }
            }
            default -> {}
        }
    }
}
