package io.ethryx.server.gateway.socket;

import io.ethryx.server.frames.MessageReader;
import io.ethryx.server.tunnel.TunnelEnd;
import io.undertow.connector.ByteBufferPool;
import io.undertow.connector.PooledByteBuffer;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * What arrives at one end of a WebSocket: read while its owner takes more, so many buffers in a turn of the IO thread, to which
 * it is confined.
 */
final class ArrivingFrames {

    private static final int BURST = 16;

    /** Whose socket it is. */
    interface Owner {

        /** Whether nothing more can be taken now; who says so reads again later. */
        boolean isFull();

        boolean isOver();

        /** Reads again in another turn. */
        void readLater();

        /** The other side sends no more. */
        void ended();

        /** The other side has broken off. */
        void broken();
    }

    private final TunnelEnd end;
    private final ByteBufferPool buffers;
    private final MessageReader reader;
    private final Owner owner;
    private @Nullable PooledByteBuffer rest;

    ArrivingFrames(TunnelEnd end, ByteBufferPool buffers, MessageReader reader, Owner owner) {
        this.end = end;
        this.buffers = buffers;
        this.reader = reader;
        this.owner = owner;
    }

    void read() {
        for (int turn = 0; turn < BURST && !owner.isOver(); turn++) {
            if (owner.isFull()) {
                end.wantRead(false);
                return;
            }
            if (!consumeRest() && !refill()) {
                return;
            }
        }
        if (!owner.isOver()) {
            owner.readLater();
        }
    }

    /** Reads what is there already, message by message; whether there was something. */
    private boolean consumeRest() {
        PooledByteBuffer pooled = rest;
        if (pooled == null) {
            return false;
        }
        ByteBuffer bytes = pooled.getBuffer();
        while (bytes.hasRemaining() && !owner.isFull() && !owner.isOver()) {
            reader.read(bytes);
        }
        if (owner.isOver() || !bytes.hasRemaining()) {
            release();
        }
        return true;
    }

    /** Takes what has come; false if there is nothing now. */
    private boolean refill() {
        PooledByteBuffer pooled = buffers.allocate();
        try {
            int read = end.read(pooled.getBuffer());
            if (read > 0) {
                pooled.getBuffer().flip();
                rest = pooled;
                return true;
            }
            pooled.close();
            if (read < 0) {
                owner.ended();
            } else {
                end.wantRead(true);
            }
        } catch (IOException e) {
            pooled.close();
            owner.broken();
        }
        return false;
    }

    /** Gives back what was not read. Idempotent. */
    void release() {
        PooledByteBuffer pooled = rest;
        rest = null;
        if (pooled != null) {
            pooled.close();
        }
    }
}
