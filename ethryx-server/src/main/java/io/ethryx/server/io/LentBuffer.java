package io.ethryx.server.io;

import io.undertow.connector.PooledByteBuffer;
import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A buffer until it is given back, which may be said twice. */
@SuppressWarnings("serial") // never written: a reference of its own would be one object more for each buffer lent
final class LentBuffer extends AtomicReference<@Nullable ByteBuffer> implements PooledByteBuffer {

    private final Consumer<ByteBuffer> home;

    /** Lends a buffer, which goes home once. */
    LentBuffer(ByteBuffer buffer, Consumer<ByteBuffer> home) {
        super(buffer);
        this.home = home;
    }

    @Override
    public ByteBuffer getBuffer() {
        ByteBuffer current = get();
        if (current == null) {
            throw new IllegalStateException("the buffer has been given back");
        }
        return current;
    }

    @Override
    public void close() {
        ByteBuffer current = getAndSet(null);
        if (current != null) {
            home.accept(current);
        }
    }

    @Override
    public boolean isOpen() {
        return get() != null;
    }
}
