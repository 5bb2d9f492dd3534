package io.ethryx.server.http2;

/** The types and flags of frames (RFC 9113 section 6). */
final class FrameType {

    static final int DATA = 0;
    static final int HEADERS = 1;
    static final int PRIORITY = 2;
    static final int RST_STREAM = 3;
    static final int SETTINGS = 4;
    static final int PUSH_PROMISE = 5;
    static final int PING = 6;
    static final int GOAWAY = 7;
    static final int WINDOW_UPDATE = 8;
    static final int CONTINUATION = 9;

    static final int END_STREAM = 0x1;
    static final int ACK = 0x1;
    static final int END_HEADERS = 0x4;
    static final int PADDED = 0x8;
    static final int PRIORITIZED = 0x20;

    /** Bytes before the payload. */
    static final int HEADER_BYTES = 9;

    /** The largest payload that either side sends here. */
    static final int MOST_BYTES = 16_384;

    private FrameType() {}
}
