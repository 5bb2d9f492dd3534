package io.ethryx.server.proxy;

import io.ethryx.server.listener.RequestBody;
import io.ethryx.server.upstream.UpstreamCall;
import io.undertow.connector.ByteBufferPool;
import io.undertow.connector.PooledByteBuffer;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Carries the client's body to the upstream, one buffer at a time: nothing more is read from the client while the upstream
 * does not take what is held.
 */
final class RequestPump implements Upload {

    /** Hears how the upload ends; one of the two, once. */
    interface Ending {
        void uploaded();

        void uploadBroken(IOException cause);
    }

    private final ByteBufferPool buffers;
    private final RequestBody body;
    private final UpstreamCall call;
    private final Ending ending;
    private @Nullable PooledByteBuffer held;
    private boolean begun;
    private boolean over;

    RequestPump(ByteBufferPool buffers, RequestBody body, UpstreamCall call, Ending ending) {
        this.buffers = buffers;
        this.body = body;
        this.call = call;
        this.ending = ending;
    }

    @Override
    public byte[] copy() {
        return new byte[0];
    }

    @Override
    public void start() {
        body.whenReadable(this);
        run();
    }

    @Override
    public void run() {
        try {
            while (!over) {
                if (!drained()) {
                    body.want(false);
                    call.wantWrite(true);
                    return;
                }
                int read = fill();
                if (read == 0) {
                    begin();
                    call.wantWrite(false);
                    body.want(true);
                    return;
                }
                if (read < 0) {
                    stop();
                    ending.uploaded();
                }
            }
        } catch (IOException e) {
            stop();
            ending.uploadBroken(e);
        }
    }

    /** A body that keeps us waiting does not keep its head: the upstream may have its answer to that. */
    private void begin() {
        if (!begun) {
            begun = true;
            call.flushHead();
        }
    }

    @Override
    public void stop() {
        if (!over) {
            over = true;
            call.wantWrite(false);
            body.want(false);
        }
        release();
    }

    private boolean drained() {
        if (held == null) {
            return true;
        }
        ByteBuffer bytes = held.getBuffer();
        while (bytes.hasRemaining()) {
            if (call.write(bytes) == 0) {
                return false;
            }
            if (held == null) {
                return true;
            }
        }
        return true;
    }

    private int fill() throws IOException {
        if (held == null) {
            held = buffers.allocate();
        }
        ByteBuffer bytes = held.getBuffer();
        bytes.clear();
        int read = body.read(bytes);
        if (read > 0) {
            bytes.flip();
        } else {
            release();
        }
        return read;
    }

    private void release() {
        if (held != null) {
            held.close();
            held = null;
        }
    }
}
