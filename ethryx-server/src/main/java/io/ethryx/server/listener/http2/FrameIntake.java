package io.ethryx.server.listener.http2;

import io.ethryx.server.http2.ConnectionFault;
import io.ethryx.server.http2.FrameReader;
import io.ethryx.server.http2.FrameWriter;
import io.ethryx.server.io.BodyBuffers;
import io.undertow.connector.PooledByteBuffer;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.xnio.StreamConnection;

/**
 * Reads the frames of a client out of its socket, a few reads a turn, and keeps what there is of one that is not whole. A
 * client that does not read is not read from. Confined to the connection's IO thread; holds a buffer only amid a frame.
 */
final class FrameIntake {

    private static final int READS_A_TURN = 4;

    private final StreamConnection connection;
    private final BodyBuffers buffers;
    private final FrameReader in;
    private final FrameWriter out;
    private final BooleanSupplier enough = this::isEnough;
    private @Nullable PooledByteBuffer rest;
    private boolean crowded;
    private boolean over;

    FrameIntake(StreamConnection connection, BodyBuffers buffers, FrameReader in, FrameWriter out) {
        this.connection = connection;
        this.buffers = buffers;
        this.in = in;
        this.out = out;
    }

    /** Begins with what came behind the preface; takes the buffer. */
    void begin(PooledByteBuffer first) {
        first.getBuffer().compact();
        rest = first;
    }

    /** Reads on; false if the client sends nothing more. */
    boolean read() throws IOException, ConnectionFault {
        PooledByteBuffer pooled = rest == null ? buffers.allocate() : rest;
        rest = pooled;
        ByteBuffer bytes = pooled.getBuffer();
        if (bytes.position() > 0) {
            parse(bytes);
        }
        int reads = 0;
        boolean more = !crowded;
        while (more && !over) {
            int read = connection.getSourceChannel().read(bytes);
            if (read < 0) {
                return false;
            }
            more = !bytes.hasRemaining() && ++reads < READS_A_TURN;
            if (read > 0) {
                parse(bytes);
                more &= !crowded;
            }
        }
        if (!over && bytes.position() == 0) {
            rest = null;
            pooled.close();
        }
        return true;
    }

    private void parse(ByteBuffer bytes) throws ConnectionFault {
        bytes.flip();
        in.read(bytes, enough);
        if (!over) {
            bytes.compact();
        }
    }

    private boolean isEnough() {
        crowded = over || out.waiting() >= Http2Limits.MOST_WAITING_BYTES;
        return crowded;
    }

    /** Whether the client has begun something whose rest is waited for. */
    boolean isAmidFrame() {
        return in.isAmidHead() || (rest != null && !crowded);
    }

    /** To be asked whenever something was written: true where reading has to go on, as there is room again. */
    boolean goesOn() {
        if (!crowded) {
            return false;
        }
        crowded = out.waiting() >= Http2Limits.MOST_WAITING_BYTES / 2;
        if (crowded) {
            connection.getSourceChannel().suspendReads();
        } else {
            connection.getSourceChannel().resumeReads();
        }
        return !crowded;
    }

    /** Nothing is read any more. */
    void close() {
        over = true;
        PooledByteBuffer current = rest;
        rest = null;
        if (current != null) {
            current.close();
        }
    }
}
