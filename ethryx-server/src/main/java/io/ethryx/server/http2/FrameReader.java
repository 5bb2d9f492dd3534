package io.ethryx.server.http2;

import java.nio.ByteBuffer;
import java.util.function.BooleanSupplier;

/**
 * Cuts what a client sends behind its preface into frames, and judges each by itself (RFC 9113 sections 4 and 6). Holds no
 * bytes but those of an unfinished header block: payloads are handed on, or skipped, as they come.
 */
public final class FrameReader {

    private static final int PRIORITY_BYTES = 5;
    private static final int SETTING_BYTES = 6;
    private static final int WORD = 4;
    private static final int PING_BYTES = 8;
    private static final int GOAWAY_BYTES = 8;

    /** A piece of a header block that is not worth its frame. */
    private static final int SMALL_FRAGMENT = 1024;

    private enum State {
        HEADER,
        PREFIX,
        WHOLE,
        FRAGMENT,
        DATA,
        SETTINGS,
        SKIP
    }

    private final FrameReceiver receiver;
    private final HeaderReader headers;
    private State state = State.HEADER;
    private int type;
    private int flags;
    private int stream;

    /** Bytes of the payload that have not been read. */
    private int left;

    private int padding;
    private int blockStream;
    private boolean blockEndsRequest;
    private boolean greeted;

    /**
     * A reader before the first frame.
     *
     * @param receiver hears of the frames
     * @param headers unpacks the header blocks
     */
    public FrameReader(FrameReceiver receiver, HeaderReader headers) {
        this.receiver = receiver;
        this.headers = headers;
    }

    /**
     * Reads on. Leaves less than one frame's header, or less than the fixed part of a payload: at most 14 bytes.
     *
     * @param bytes what has come
     * @param enough asked between two frames whether to stop there
     * @throws ConnectionFault if the connection can't go on; the reader must not be used any more
     */
    public void read(ByteBuffer bytes, BooleanSupplier enough) throws ConnectionFault {
        while (step(bytes)) {
            if (state == State.HEADER && enough.getAsBoolean()) {
                return;
            }
        }
    }

    /**
     * Whether a header block has begun and not ended, or a frame other than DATA.
     *
     * @return true if the client owes bytes
     */
    public boolean isAmidHead() {
        return blockStream != 0 || (state != State.HEADER && state != State.DATA && state != State.SKIP);
    }

    private boolean step(ByteBuffer bytes) throws ConnectionFault {
        return switch (state) {
            case HEADER -> header(bytes);
            case PREFIX -> prefix(bytes);
            case WHOLE -> whole(bytes);
            case FRAGMENT -> fragment(bytes);
            case DATA -> data(bytes);
            case SETTINGS -> settings(bytes);
            case SKIP -> skip(bytes);
        };
    }

    private boolean header(ByteBuffer bytes) throws ConnectionFault {
        if (bytes.remaining() < FrameType.HEADER_BYTES) {
            return false;
        }
        int lengthAndType = bytes.getInt();
        left = lengthAndType >>> 8;
        type = lengthAndType & 0xFF;
        flags = bytes.get();
        stream = bytes.getInt() & Integer.MAX_VALUE;
        padding = 0;
        if (!greeted && (type != FrameType.SETTINGS || has(FrameType.ACK))) {
            throw protocolError("the first frame is not SETTINGS");
        }
        greeted = true;
        if (blockStream != 0 && (type != FrameType.CONTINUATION || stream != blockStream)) {
            throw protocolError("another frame amid a header block");
        }
        if (left > FrameType.MOST_BYTES) {
            throw sizeError();
        }
        begin();
        return true;
    }

    private boolean has(int flag) {
        return (flags & flag) != 0;
    }

    private static ConnectionFault protocolError(String reason) {
        return new ConnectionFault(ErrorCode.PROTOCOL_ERROR, reason);
    }

    private static ConnectionFault sizeError() {
        return new ConnectionFault(ErrorCode.FRAME_SIZE_ERROR, "a frame of an impossible size");
    }

    private void begin() throws ConnectionFault {
        switch (type) {
            case FrameType.DATA -> {
                ofStream();
                beginPadded(0);
            }
            case FrameType.HEADERS -> {
                ofStream();
                receiver.blockBegins(stream);
                headers.begin();
                blockStream = stream;
                blockEndsRequest = has(FrameType.END_STREAM);
                beginPadded(has(FrameType.PRIORITIZED) ? PRIORITY_BYTES : 0);
            }
            case FrameType.CONTINUATION -> beginContinuation();
            case FrameType.PRIORITY -> beginPriority();
            case FrameType.RST_STREAM -> {
                ofStream();
                beginWhole(WORD);
            }
            case FrameType.SETTINGS -> beginSettings();
            case FrameType.PING -> {
                ofConnection();
                beginWhole(PING_BYTES);
            }
            case FrameType.GOAWAY -> {
                ofConnection();
                if (left < GOAWAY_BYTES) {
                    throw sizeError();
                }
                receiver.idleFrame();
                receiver.goAway();
                state = State.SKIP;
            }
            case FrameType.WINDOW_UPDATE -> beginWhole(WORD);
            case FrameType.PUSH_PROMISE -> throw protocolError("a client pushes");
            default -> {
                receiver.idleFrame();
                state = State.SKIP;
            }
        }
    }

    private void ofStream() throws ConnectionFault {
        if (stream == 0) {
            throw protocolError("a frame that needs a stream has none");
        }
    }

    private void ofConnection() throws ConnectionFault {
        if (stream != 0) {
            throw protocolError("a frame of the connection names a stream");
        }
    }

    private void beginPadded(int more) throws ConnectionFault {
        int prefix = more + (has(FrameType.PADDED) ? 1 : 0);
        if (left < prefix) {
            throw sizeError();
        }
        state = State.PREFIX;
        if (prefix == 0) {
            beginPayload();
        }
    }

    private void beginContinuation() throws ConnectionFault {
        if (blockStream == 0) {
            throw protocolError("CONTINUATION of nothing");
        }
        if (left < SMALL_FRAGMENT) {
            receiver.idleFrame();
        }
        beginFragment();
    }

    private void beginPriority() throws ConnectionFault {
        ofStream();
        receiver.idleFrame();
        state = State.SKIP;
        if (left != PRIORITY_BYTES) {
            receiver.streamFault(stream, ErrorCode.FRAME_SIZE_ERROR);
        }
    }

    private void beginWhole(int length) throws ConnectionFault {
        if (left != length) {
            throw sizeError();
        }
        state = State.WHOLE;
    }

    private void beginSettings() throws ConnectionFault {
        ofConnection();
        if (left % SETTING_BYTES != 0 || (has(FrameType.ACK) && left != 0)) {
            throw sizeError();
        }
        receiver.idleFrame();
        if (has(FrameType.ACK)) {
            state = State.HEADER;
        } else {
            state = State.SETTINGS;
            endSettings();
        }
    }

    private boolean prefix(ByteBuffer bytes) throws ConnectionFault {
        boolean prioritized = type == FrameType.HEADERS && has(FrameType.PRIORITIZED);
        int length = (has(FrameType.PADDED) ? 1 : 0) + (prioritized ? PRIORITY_BYTES : 0);
        if (bytes.remaining() < length) {
            return false;
        }
        if (has(FrameType.PADDED)) {
            padding = bytes.get() & 0xFF;
        }
        if (prioritized) {
            // What it says has no meaning any more (RFC 9113 section 5.3.2).
            bytes.position(bytes.position() + PRIORITY_BYTES);
        }
        left -= length;
        if (padding > left) {
            throw protocolError("more padding than payload");
        }
        left -= padding;
        beginPayload();
        return true;
    }

    private void beginPayload() throws ConnectionFault {
        if (type == FrameType.HEADERS) {
            beginFragment();
        } else {
            beginData();
        }
    }

    private void beginData() throws ConnectionFault {
        boolean last = has(FrameType.END_STREAM);
        int counted = left + padding + (has(FrameType.PADDED) ? 1 : 0);
        if (left == 0 && !last) {
            receiver.idleFrame();
        }
        if (!receiver.dataBegins(stream, left, counted, last)) {
            state = State.SKIP;
            left += padding;
            padding = 0;
        } else if (left == 0) {
            endPayload();
        } else {
            state = State.DATA;
        }
    }

    private void endPayload() {
        state = padding == 0 ? State.HEADER : State.SKIP;
        left = padding;
        padding = 0;
    }

    private boolean data(ByteBuffer bytes) throws ConnectionFault {
        int length = Math.min(left, bytes.remaining());
        if (length == 0) {
            return false;
        }
        int limit = bytes.limit();
        int end = bytes.position() + length;
        bytes.limit(end);
        left -= length;
        receiver.data(stream, bytes, left == 0 && has(FrameType.END_STREAM));
        bytes.limit(limit);
        bytes.position(end);
        if (left == 0) {
            endPayload();
        }
        return true;
    }

    private void beginFragment() throws ConnectionFault {
        state = State.FRAGMENT;
        if (left == 0) {
            endFragment();
        }
    }

    private boolean fragment(ByteBuffer bytes) throws ConnectionFault {
        int length = Math.min(left, bytes.remaining());
        if (length == 0) {
            return false;
        }
        headers.append(bytes, length);
        left -= length;
        if (left == 0) {
            endFragment();
        }
        return true;
    }

    private void endFragment() throws ConnectionFault {
        endPayload();
        if (has(FrameType.END_HEADERS)) {
            int ended = blockStream;
            blockStream = 0;
            receiver.block(ended, headers.end(ended), blockEndsRequest);
        }
    }

    private boolean settings(ByteBuffer bytes) throws ConnectionFault {
        if (bytes.remaining() < SETTING_BYTES) {
            return false;
        }
        int id = bytes.getShort() & 0xFFFF;
        receiver.setting(id, bytes.getInt() & 0xFFFF_FFFFL);
        left -= SETTING_BYTES;
        endSettings();
        return true;
    }

    private void endSettings() {
        if (left == 0) {
            state = State.HEADER;
            receiver.settingsEnd();
        }
    }

    private boolean whole(ByteBuffer bytes) throws ConnectionFault {
        if (bytes.remaining() < left) {
            return false;
        }
        state = State.HEADER;
        if (type == FrameType.RST_STREAM) {
            bytes.getInt();
            receiver.reset(stream);
        } else if (type == FrameType.WINDOW_UPDATE) {
            receiver.windowUpdate(stream, bytes.getInt() & Integer.MAX_VALUE);
        } else {
            receiver.idleFrame();
            receiver.ping(has(FrameType.ACK), bytes.getLong());
        }
        return true;
    }

    private boolean skip(ByteBuffer bytes) {
        int length = Math.min(left, bytes.remaining());
        bytes.position(bytes.position() + length);
        left -= length;
        if (left == 0) {
            state = State.HEADER;
            return true;
        }
        return false;
    }
}
