package io.ethryx.server.mock;

import io.ethryx.server.fields.KnownField;
import io.ethryx.server.listener.ClientExchange;
import io.ethryx.server.listener.RequestBody;
import io.undertow.connector.ByteBufferPool;
import io.undertow.connector.PooledByteBuffer;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** A body that nobody wants: read to its end and forgotten, within a limit. Confined to the exchange's IO thread. */
final class UnreadBody implements Runnable {

    private static final long MAX_BYTES = 4L * 1024 * 1024;

    private final ClientExchange exchange;
    private final ByteBufferPool buffers;
    private @Nullable Runnable whenDone;
    private long read;

    UnreadBody(ClientExchange exchange, ByteBufferPool buffers) {
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
        long length = exchange.requestLength();
        whenDone = then;
        if (length == ClientExchange.NO_BODY) {
            done();
        } else if (length > MAX_BYTES || exchange.requestFields().has(KnownField.EXPECT)) {
            leave();
        } else {
            exchange.body().whenReadable(this);
            run();
        }
    }

    @Override
    public void run() {
        RequestBody body = exchange.body();
        try (PooledByteBuffer pooled = buffers.allocate()) {
            while (whenDone != null) {
                int count = body.read(pooled.getBuffer().clear());
                if (count == 0) {
                    body.want(true);
                    return;
                }
                read += Math.max(0, count);
                if (count < 0) {
                    body.want(false);
                    done();
                } else if (read > MAX_BYTES) {
                    body.want(false);
                    leave();
                }
            }
        } catch (IOException broken) {
            whenDone = null;
            exchange.abort();
        }
    }

    private void leave() {
        exchange.answer().closeAfter();
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
