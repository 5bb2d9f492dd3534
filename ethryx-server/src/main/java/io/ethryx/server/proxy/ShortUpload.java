package io.ethryx.server.proxy;

import io.ethryx.server.listener.RequestBody;
import io.ethryx.server.upstream.UpstreamCall;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A body of a few KiB: it is read whole before anything is asked of the upstream, so that a client who takes its time over
 * a small call holds none of the upstream's connections meanwhile.
 */
final class ShortUpload implements Upload {

    private static final byte[] NONE = {};

    private final RequestBody body;
    private final int length;
    private final Supplier<@Nullable UpstreamCall> dial;
    private final RequestPump.Ending ending;
    /** One byte longer than the body: the read behind its last byte finds the end. */
    private final ByteBuffer bytes;

    private @Nullable UpstreamCall call;
    private boolean whole;
    private boolean over;

    /**
     * An upload that has not begun.
     *
     * @param body the client's body
     * @param length its length
     * @param dial begins the call once the body is here; null if nobody wants it any more
     * @param ending hears how it ends
     */
    ShortUpload(RequestBody body, int length, Supplier<@Nullable UpstreamCall> dial, RequestPump.Ending ending) {
        this.body = body;
        this.length = length;
        this.dial = dial;
        this.ending = ending;
        this.bytes = ByteBuffer.allocate(length + 1);
    }

    @Override
    public void start() {
        body.whenReadable(this::read);
        read();
    }

    private void read() {
        try {
            while (!over && !whole) {
                int read = body.read(bytes);
                if (read == 0) {
                    body.want(true);
                    return;
                } else if (read < 0) {
                    ended();
                }
            }
        } catch (IOException e) {
            broken(e);
        }
    }

    private void ended() {
        body.want(false);
        if (bytes.position() != length) {
            broken(new IOException("the body ended after " + bytes.position() + " of " + length + " bytes"));
            return;
        }
        whole = true;
        bytes.flip();
        call = dial.get();
        run();
    }

    private void broken(IOException cause) {
        stop();
        ending.uploadBroken(cause);
    }

    @Override
    public void run() {
        UpstreamCall current = call;
        if (current == null || over) {
            return;
        }
        while (bytes.hasRemaining()) {
            if (current.write(bytes) == 0) {
                current.wantWrite(true);
                return;
            }
        }
        stop();
        ending.uploaded();
    }

    @Override
    public void stop() {
        if (!over) {
            over = true;
            body.want(false);
            UpstreamCall current = call;
            if (current != null) {
                current.wantWrite(false);
            }
        }
    }

    @Override
    public byte[] copy() {
        return whole ? Arrays.copyOf(bytes.array(), length) : NONE;
    }
}
