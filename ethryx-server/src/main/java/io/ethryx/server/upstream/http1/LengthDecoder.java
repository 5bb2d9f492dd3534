package io.ethryx.server.upstream.http1;

import java.io.IOException;
import java.nio.ByteBuffer;

/** A body of a known length, zero included. */
final class LengthDecoder implements BodyDecoder {

    private long left;

    LengthDecoder begin(long length) {
        left = length;
        return this;
    }

    @Override
    public int read(ByteBuffer into, AnswerInput input) throws IOException {
        if (left == 0) {
            return END;
        }
        int n = input.take(into, left);
        if (n < 0) {
            return CUT;
        }
        left -= n;
        return n;
    }

    @Override
    public long expected() {
        return left;
    }

    @Override
    public boolean isDone() {
        return left == 0;
    }
}
