package io.ethryx.server.listener.connection;

import io.ethryx.server.timer.Timeout;
import io.ethryx.server.timer.TimerWheel;
import io.undertow.connector.ByteBufferPool;
import io.undertow.connector.PooledByteBuffer;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.xnio.IoUtils;
import org.xnio.StreamConnection;
import org.xnio.conduits.ReadReadyHandler;
import org.xnio.conduits.WriteReadyHandler;

/**
 * Closes a connection whose client may still be sending: writes the last words, sends FIN, and throws away a bounded amount
 * of what comes, for a bounded time. Without that the kernel answers unread bytes with RST, and the client may never see
 * the answer (RFC 9112 section 9.6).
 */
public final class LingeringClose {

    private static final Duration PATIENCE = Duration.ofSeconds(1);
    private static final int MOST_DISCARDED = 1 << 20;

    private final StreamConnection raw;
    private final ByteBufferPool pool;
    private final Timeout timeout;
    private @Nullable ByteBuffer lastWords;
    private int discarded;

    private LingeringClose(StreamConnection raw, ByteBufferPool pool) {
        this.raw = raw;
        this.pool = pool;
        this.timeout = new Timeout(this::close);
    }

    /**
     * Begins to close; everything about the socket belongs to this object from now on.
     *
     * @param raw the socket's own connection
     * @param lastWords bytes that the client is to get yet, or null
     * @param pool for what is read and thrown away
     * @param wheel the deadlines of the connection's thread
     */
    public static void begin(
            StreamConnection raw, @Nullable ByteBuffer lastWords, ByteBufferPool pool, TimerWheel wheel) {
        LingeringClose closing = new LingeringClose(raw, pool);
        closing.lastWords = lastWords;
        wheel.set(closing.timeout, PATIENCE);
        raw.getSourceChannel()
                .getConduit()
                .setReadReadyHandler(new ReadReadyHandler.ChannelListenerHandler<>(raw.getSourceChannel()));
        raw.getSinkChannel()
                .getConduit()
                .setWriteReadyHandler(new WriteReadyHandler.ChannelListenerHandler<>(raw.getSinkChannel()));
        raw.getSourceChannel().setReadListener(channel -> closing.discard());
        raw.getSinkChannel().setWriteListener(channel -> closing.speak());
        closing.speak();
    }

    private void speak() {
        try {
            ByteBuffer words = lastWords;
            if (words != null) {
                while (words.hasRemaining()) {
                    if (raw.getSinkChannel().write(words) == 0) {
                        raw.getSinkChannel().resumeWrites();
                        return;
                    }
                }
            }
            raw.getSinkChannel().suspendWrites();
            raw.getSinkChannel().shutdownWrites();
            if (raw.isReadShutdown()) {
                close();
                return;
            }
            raw.getSourceChannel().resumeReads();
            discard();
        } catch (IOException e) {
            close();
        }
    }

    private void discard() {
        try (PooledByteBuffer pooled = pool.allocate()) {
            ByteBuffer waste = pooled.getBuffer();
            while (true) {
                waste.clear();
                int read = raw.getSourceChannel().read(waste);
                if (read == 0) {
                    return;
                }
                discarded += Math.max(read, 0);
                if (read < 0 || discarded > MOST_DISCARDED) {
                    break;
                }
            }
        } catch (IOException e) {
            // The client has reset the connection: nothing is left to wait for.
            discarded = MOST_DISCARDED;
        }
        close();
    }

    private void close() {
        timeout.clear();
        IoUtils.safeClose(raw);
    }
}
