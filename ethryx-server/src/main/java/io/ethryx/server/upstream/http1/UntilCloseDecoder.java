package io.ethryx.server.upstream.http1;

import java.io.IOException;
import java.nio.ByteBuffer;

/** A body that ends with its connection. */
final class UntilCloseDecoder implements BodyDecoder {

    private long bytes;
    private boolean done;

    @Override
    public int read(ByteBuffer into, AnswerInput input) throws IOException {
        int n = input.take(into, Long.MAX_VALUE);
        done = n < 0;
        bytes += Math.max(0, n);
        return done ? END : n;
    }

    @Override
    public long expected() {
        return bytes;
    }

    @Override
    public boolean isDone() {
        return done;
    }

    @Override
    public boolean endsConnection() {
        return true;
    }
}
