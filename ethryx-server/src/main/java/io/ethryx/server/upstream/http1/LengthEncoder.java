package io.ethryx.server.upstream.http1;

import io.ethryx.server.fields.FieldBlock;
import io.ethryx.server.io.BodyBuffers;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;
import org.xnio.conduits.StreamSinkConduit;

/** A body of a known length, or none. */
final class LengthEncoder implements BodyEncoder {

    private long left;

    LengthEncoder(long length) {
        left = length;
    }

    @Override
    public int write(ByteBuffer body, RequestOutput output, StreamSinkConduit sink) throws IOException {
        if (body.remaining() > left) {
            return TOO_LONG;
        }
        int before = body.position();
        if (!output.append(body)) {
            output.write(sink, body);
        }
        int taken = body.position() - before;
        left -= taken;
        return taken;
    }

    @Override
    public @Nullable String end(
            @Nullable FieldBlock trailers, RequestOutput output, HeadComposer composer, BodyBuffers pool) {
        return left == 0 ? null : "the request body is shorter than its length";
    }
}
