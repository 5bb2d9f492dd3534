package io.ethryx.server.listener.http2;

import io.ethryx.server.http2.ConnectionFault;
import io.ethryx.server.http2.ErrorCode;
import io.ethryx.server.http2.FrameWriter;
import java.util.ArrayDeque;

/** The flow control of a connection, both ways (RFC 9113 section 5.2), and the answers that wait for room, in turn. */
final class Http2Windows {

    private final FrameWriter out;
    private final ArrayDeque<Http2Answer> waiting = new ArrayDeque<>(4);
    private int firstStreamWindow = Http2Limits.FIRST_WINDOW;
    private int toSend = Http2Limits.FIRST_WINDOW;
    private int toReceive = Http2Limits.CONNECTION_WINDOW;
    private int owed;

    Http2Windows(FrameWriter out) {
        this.out = out;
    }

    // --- what the client may send ---

    /** Takes bytes from the window that the client has; false if it had not so many. */
    boolean arrived(int bytes) {
        toReceive -= bytes;
        return toReceive >= 0;
    }

    /** Bytes that arrived are held no more. */
    void consumed(int bytes) {
        owed += bytes;
        if (owed >= Http2Limits.CONNECTION_WINDOW / 2) {
            out.windowUpdate(0, owed);
            toReceive += owed;
            owed = 0;
        }
    }

    // --- what it takes ---

    int firstStreamWindow() {
        return firstStreamWindow;
    }

    void firstStreamWindow(int bytes) {
        firstStreamWindow = bytes;
    }

    /** How much of an answer's data may be queued now. */
    int room() {
        return Math.min(toSend, Http2Limits.MOST_WAITING_BYTES - out.waiting());
    }

    /** Whether it is the client's window that leaves no room. */
    boolean isShut() {
        return toSend <= 0;
    }

    void sent(int bytes) {
        toSend -= bytes;
    }

    /** The client opens the connection's window. */
    void opened(int increment) throws ConnectionFault {
        if (increment == 0) {
            throw new ConnectionFault(ErrorCode.PROTOCOL_ERROR, "a window that opens by nothing");
        }
        if (toSend > Integer.MAX_VALUE - increment) {
            throw new ConnectionFault(ErrorCode.FLOW_CONTROL_ERROR, "a window over 2^31-1");
        }
        toSend += increment;
    }

    void enqueue(Http2Answer answer) {
        waiting.add(answer);
    }

    /** Lets those that have room go on, each once, those first that wait longest. */
    void resume() {
        for (int left = waiting.size(); left > 0 && room() > 0; left--) {
            Http2Answer answer = waiting.remove();
            answer.resume();
        }
    }
}
