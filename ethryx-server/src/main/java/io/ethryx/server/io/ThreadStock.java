package io.ethryx.server.io;

import io.ethryx.core.apart.Apart;
import java.nio.ByteBuffer;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The buffers that a thread keeps for its next use: the one put back last is warm, and taken first. Confined to the thread. */
final class ThreadStock extends Apart {

    private final @Nullable ByteBuffer[] kept;
    private int size;

    /** Nothing is kept yet. */
    ThreadStock(int most) {
        kept = new @Nullable ByteBuffer[most];
    }

    /** A buffer, or null if none is kept. */
    @Nullable
    ByteBuffer take() {
        if (size == 0) {
            return null;
        }
        ByteBuffer taken = Objects.requireNonNull(kept[--size]);
        kept[size] = null;
        return taken;
    }

    /** Keeps a buffer; false if there is no room for it. */
    boolean keep(ByteBuffer buffer) {
        if (size == kept.length) {
            return false;
        }
        kept[size++] = buffer;
        return true;
    }
}
