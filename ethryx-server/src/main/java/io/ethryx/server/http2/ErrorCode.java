package io.ethryx.server.http2;

/** Why a stream or a connection ends (RFC 9113 section 7). */
public final class ErrorCode {

    /** Nothing is wrong. */
    public static final int NO_ERROR = 0;

    /** The other side broke the protocol. */
    public static final int PROTOCOL_ERROR = 1;

    /** This side failed. */
    public static final int INTERNAL_ERROR = 2;

    /** More was sent than the windows allow. */
    public static final int FLOW_CONTROL_ERROR = 3;

    /** A frame came for a stream that has ended. */
    public static final int STREAM_CLOSED = 5;

    /** A frame has an impossible size. */
    public static final int FRAME_SIZE_ERROR = 6;

    /** Nothing of the stream was processed. */
    public static final int REFUSED_STREAM = 7;

    /** The stream is wanted no more. */
    public static final int CANCEL = 8;

    /** The header compression is out of step. */
    public static final int COMPRESSION_ERROR = 9;

    /** Too much of something that costs. */
    public static final int ENHANCE_YOUR_CALM = 11;

    private ErrorCode() {}
}
