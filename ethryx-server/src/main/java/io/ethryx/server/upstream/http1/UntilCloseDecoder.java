package io.ethryx.server.upstream.http1;

import java.io.IOException;
import java.nio.ByteBuffer;

/** A body that ends with its connection. */
final class UntilCloseDecoder implements BodyDecoder {

    private boolean done;

    @Override
    public int read(ByteBuffer into, AnswerInput input) throws IOException {
        int n = input.take(into, Long.MAX_VALUE);
        done = n < 0;
        return done ? END : n;
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
