package io.ethryx.server.listener.http1;

import io.ethryx.server.fields.FieldBlock;
import io.ethryx.server.listener.connection.Fault;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** Takes the body of a request out of its framing: a length, or chunks. One a connection. */
final class BodyFraming {

    private final ChunkFraming chunks;
    private boolean chunked;
    private long remaining;
    private long bytes;

    BodyFraming(int longestTrailers) {
        chunks = new ChunkFraming(longestTrailers);
    }

    /** Begins with a body of this length, -1 for chunks, -2 for none. */
    void begin(long length) {
        chunked = length == -1;
        remaining = Math.max(0, length);
        bytes = 0;
        if (chunked) {
            chunks.reset();
        }
    }

    /** Looks at the first bytes of chunks without taking them; what is wrong with them, or null. */
    @Nullable
    Fault foresee(ByteBuffer first) {
        if (!chunked) {
            return null;
        }
        int offset = first.arrayOffset();
        chunks.scan(first.array(), offset + first.position(), offset + first.limit(), null);
        Fault fault = chunks.fault();
        chunks.reset();
        return fault;
    }

    /**
     * Moves bytes of the body out of what came.
     *
     * @param from what came; its position moves behind what was taken, framing included
     * @param into where to, or null to forget them
     * @return how many bytes of the body; check {@link #fault} after it
     */
    int take(ByteBuffer from, @Nullable ByteBuffer into) {
        long before = bytes;
        if (chunked) {
            int offset = from.arrayOffset();
            int at = chunks.scan(from.array(), offset + from.position(), offset + from.limit(), into);
            from.position(at - offset);
            bytes = chunks.dataBytes();
        } else {
            int length = (int) Math.min(remaining, from.remaining());
            if (into != null) {
                length = Math.min(length, into.remaining());
                into.put(into.position(), from, from.position(), length);
                into.position(into.position() + length);
            }
            from.position(from.position() + length);
            came(length);
        }
        return (int) (bytes - before);
    }

    /** So many bytes of a body with a length were read past this. */
    void came(int length) {
        remaining -= length;
        bytes += length;
    }

    boolean isChunked() {
        return chunked;
    }

    /** What is left of a length. */
    long remaining() {
        return remaining;
    }

    boolean isDone() {
        return chunked ? chunks.ended() : remaining == 0;
    }

    @Nullable
    Fault fault() {
        return chunked ? chunks.fault() : null;
    }

    /** Bytes of the body so far. */
    long bytes() {
        return bytes;
    }

    /** The trailers, once it is done. */
    @Nullable
    FieldBlock trailers() {
        return chunked ? chunks.trailers() : null;
    }
}
