package io.ethryx.server.http2;

import java.nio.ByteBuffer;

/** Hears of frames that are well-formed by themselves. What it is told of streams is all that the frames say. */
public interface FrameReceiver {

    /**
     * The head of a request, or its trailers, begins.
     *
     * @param stream its stream, positive
     * @throws ConnectionFault if none may begin there
     */
    void blockBegins(int stream) throws ConnectionFault;

    /**
     * A whole header block has come.
     *
     * @param stream its stream
     * @param block what it says; to be read before this returns
     * @param last whether the request ends with it
     * @throws ConnectionFault if the connection can't go on
     */
    void block(int stream, HeaderBlock block, boolean last) throws ConnectionFault;

    /**
     * A DATA frame begins.
     *
     * @param stream its stream, positive
     * @param length of its data
     * @param counted of its payload, padding included: what the windows know
     * @param last whether the request ends with it
     * @return whether the data is wanted; if not, no more is heard of this frame
     * @throws ConnectionFault if the connection can't go on
     */
    boolean dataBegins(int stream, int length, int counted, boolean last) throws ConnectionFault;

    /**
     * Data of the frame that has begun.
     *
     * @param stream its stream
     * @param piece the bytes, one or more, borrowed for the call
     * @param last whether the request ends with them
     * @throws ConnectionFault if the connection can't go on
     */
    void data(int stream, ByteBuffer piece, boolean last) throws ConnectionFault;

    /**
     * A frame of which too many cost too much: unknown, empty or about the connection alone.
     *
     * @throws ConnectionFault if there were too many
     */
    void idleFrame() throws ConnectionFault;

    /**
     * A frame that breaks a rule of its stream alone.
     *
     * @param stream its stream, positive
     * @param code one of {@link ErrorCode}
     * @throws ConnectionFault if there were too many
     */
    void streamFault(int stream, int code) throws ConnectionFault;

    /**
     * RST_STREAM.
     *
     * @param stream its stream, positive
     * @throws ConnectionFault if there was no such stream yet, or there were too many
     */
    void reset(int stream) throws ConnectionFault;

    /**
     * One value of a SETTINGS frame.
     *
     * @param id what is set
     * @param value unsigned
     * @throws ConnectionFault if it is impossible
     */
    void setting(int id, long value) throws ConnectionFault;

    /** A SETTINGS frame has ended and is to be acknowledged. */
    void settingsEnd();

    /**
     * PING.
     *
     * @param ack whether it answers one of ours
     * @param opaque its eight bytes
     */
    void ping(boolean ack, long opaque);

    /** GOAWAY: the client opens no more streams. */
    void goAway();

    /**
     * WINDOW_UPDATE.
     *
     * @param stream its stream, 0 for the connection
     * @param increment zero or more
     * @throws ConnectionFault if the connection can't go on
     */
    void windowUpdate(int stream, int increment) throws ConnectionFault;
}
