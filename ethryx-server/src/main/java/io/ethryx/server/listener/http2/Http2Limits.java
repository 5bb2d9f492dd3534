package io.ethryx.server.listener.http2;

/** What an HTTP/2 client is told that it may do, and what it may do besides (decisions S16 and S27). */
final class Http2Limits {

    static final int MOST_STREAMS = 100;
    static final int STREAM_WINDOW = 128 * 1024;
    static final int CONNECTION_WINDOW = 1 << 20;

    /** The windows of a connection before anyone changes them (RFC 9113 section 6.9.2). */
    static final int FIRST_WINDOW = 65_535;

    /** Resets, of either side, that the client is to blame for, in ten seconds. */
    static final int MOST_RESETS = 1_000;

    /** Frames that carry nothing, in ten seconds. */
    static final int MOST_IDLE_FRAMES = 10_000;

    /** Bytes that may wait for a client to read before its answers have to. */
    static final int MOST_WAITING_BYTES = 64 * 1024;

    private Http2Limits() {}
}
