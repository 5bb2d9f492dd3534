package io.ethryx.server.proxy;

import io.ethryx.server.io.BodyBuffers;
import io.ethryx.server.listener.RequestBody;
import io.ethryx.server.upstream.UpstreamCall;
import java.io.IOException;
import java.nio.ByteBuffer;

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

    private final PumpBuffer held;
    private final RequestBody body;
    private final UpstreamCall call;
    private final Ending ending;
    private boolean begun;
    private boolean over;

    RequestPump(BodyBuffers buffers, RequestBody body, UpstreamCall call, Ending ending) {
        this.held = new PumpBuffer(buffers);
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
        held.release();
    }

    private boolean drained() {
        ByteBuffer bytes = held.bytes();
        while (bytes != null && bytes.hasRemaining()) {
            if (call.write(bytes) == 0) {
                return false;
            }
            bytes = held.bytes();
        }
        return true;
    }

    private int fill() throws IOException {
        ByteBuffer bytes = held.emptied(body.expected());
        int read = body.read(bytes);
        if (read > 0) {
            bytes.flip();
        } else {
            held.release();
        }
        return read;
    }
}
