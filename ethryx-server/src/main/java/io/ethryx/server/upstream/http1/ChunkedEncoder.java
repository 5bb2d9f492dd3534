package io.ethryx.server.upstream.http1;

import io.ethryx.server.fields.FieldBlock;
import io.ethryx.server.io.BodyBuffers;
import io.undertow.connector.PooledByteBuffer;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;
import org.xnio.conduits.StreamSinkConduit;

/** A chunked body: each piece is a chunk of its own; a chunk that was begun is filled by the pieces that follow. */
final class ChunkedEncoder implements BodyEncoder {

    private static final byte[] DIGITS = {'0', '1', '2', '3', '4', '5', '6', '7', '8', '9', 'a', 'b', 'c', 'd', 'e', 'f'
    };

    private final ByteBuffer before = ByteBuffer.allocate(16).limit(0);
    private final ByteBuffer after = ByteBuffer.allocate(2).limit(0);
    private int left;

    @Override
    public int write(ByteBuffer body, RequestOutput output, StreamSinkConduit sink) throws IOException {
        if (!body.hasRemaining()) {
            return 0;
        }
        if (left == 0) {
            begin(body.remaining());
        }
        int limit = body.limit();
        int from = body.position();
        body.limit(from + Math.min(left, body.remaining()));
        boolean closes = body.remaining() == left;
        if (closes) {
            after.clear().put((byte) '\r').put((byte) '\n').flip();
        }
        try {
            output.write(sink, before, body, after);
        } finally {
            body.limit(limit);
        }
        int taken = body.position() - from;
        left -= taken;
        if (closes && left > 0) {
            after.limit(0);
        }
        return taken;
    }

    /** Puts the head of a chunk behind what the chunk before it left unwritten. */
    private void begin(int size) {
        before.compact();
        if (after.hasRemaining()) {
            before.put(after);
        }
        boolean begun = false;
        for (int shift = 28; shift >= 0; shift -= 4) {
            int digit = (size >>> shift) & 0xF;
            if (digit != 0 || begun) {
                before.put(DIGITS[digit]);
                begun = true;
            }
        }
        before.put((byte) '\r').put((byte) '\n').flip();
        left = size;
    }

    @Override
    public @Nullable String end(
            @Nullable FieldBlock trailers, RequestOutput output, HeadComposer composer, BodyBuffers pool) {
        if (left > 0) {
            return "the request body ends inside a chunk";
        }
        if (before.hasRemaining() || after.hasRemaining()) {
            PooledByteBuffer rest = pool.allocate();
            rest.getBuffer().put(before).put(after).flip();
            output.add(rest);
        }
        String fault = composer.lastChunk(trailers);
        if (fault == null) {
            composer.moveTo(output, pool, 0);
        }
        return fault;
    }
}
