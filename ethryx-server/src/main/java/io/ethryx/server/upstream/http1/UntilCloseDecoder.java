package io.ethryx.server.upstream.http1;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.function.BooleanSupplier;

/** A body that ends with its connection. */
final class UntilCloseDecoder implements BodyDecoder {

    private final BooleanSupplier cutShort;
    private long bytes;
    private boolean done;

    /**
     * A body of which nothing has been read.
     *
     * @param cutShort whether the end that came is not known to be the body's
     */
    UntilCloseDecoder(BooleanSupplier cutShort) {
        this.cutShort = cutShort;
    }

    @Override
    public int read(ByteBuffer into, AnswerInput input) throws IOException {
        int n = input.take(into, Long.MAX_VALUE);
        if (n < 0 && cutShort.getAsBoolean()) {
            return CUT;
        }
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
