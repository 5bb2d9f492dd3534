package io.ethryx.server.mock;

import io.ethryx.server.listener.ClientStream;
import io.undertow.connector.ByteBufferPool;
import io.undertow.connector.PooledByteBuffer;
import io.undertow.server.HttpServerExchange;
import io.undertow.util.Headers;
import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.xnio.ChannelListener;
import org.xnio.channels.StreamSourceChannel;

/** A body that nobody wants: read to its end and forgotten, within a limit. Confined to the exchange's IO thread. */
final class UnreadBody implements ChannelListener<StreamSourceChannel> {

    private static final long MAX_BYTES = 4L * 1024 * 1024;
    private static final long NO_BODY = -2;

    private final HttpServerExchange exchange;
    private final ByteBufferPool buffers;
    private @Nullable Runnable whenDone;
    private long read;

    UnreadBody(HttpServerExchange exchange, ByteBufferPool buffers) {
        this.exchange = exchange;
        this.buffers = buffers;
    }

    /**
     * Reads to the end.
     *
     * @param then what to do after it; at once where there is nothing to read, or where what there is stays unread and the
     *     connection is to be closed; never where the client breaks it off
     */
    void drain(Runnable then) {
        long length = ClientStream.of(exchange).requestLength();
        whenDone = then;
        if (length == NO_BODY) {
            done();
        } else if (length > MAX_BYTES || exchange.getRequestHeaders().contains(Headers.EXPECT)) {
            leave();
        } else {
            StreamSourceChannel channel = exchange.getRequestChannel();
            channel.getReadSetter().set(this);
            handleEvent(channel);
        }
    }

    @Override
    public void handleEvent(StreamSourceChannel channel) {
        try (PooledByteBuffer pooled = buffers.allocate()) {
            while (whenDone != null) {
                int count = channel.read(pooled.getBuffer().clear());
                if (count == 0) {
                    channel.resumeReads();
                    return;
                }
                read += Math.max(0, count);
                if (count < 0) {
                    channel.suspendReads();
                    done();
                } else if (read > MAX_BYTES) {
                    channel.suspendReads();
                    leave();
                }
            }
        } catch (IOException broken) {
            whenDone = null;
            ClientStream.of(exchange).abort();
        }
    }

    private void leave() {
        exchange.setPersistent(false);
        done();
    }

    private void done() {
        Runnable then = whenDone;
        whenDone = null;
        if (then != null) {
            then.run();
        }
    }

    /** Forgets what was to be done after it. */
    void stop() {
        whenDone = null;
    }
}
