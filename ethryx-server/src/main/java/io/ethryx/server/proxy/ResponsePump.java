package io.ethryx.server.proxy;

import io.ethryx.server.upstream.UpstreamCall;
import io.undertow.connector.ByteBufferPool;
import io.undertow.connector.PooledByteBuffer;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;
import org.xnio.ChannelListener;
import org.xnio.channels.StreamSinkChannel;

/**
 * Carries an upstream's body to the client, one buffer at a time. What has come is flushed before more is waited for, so
 * that an event stream passes event by event; nothing more is read from the upstream while the client takes nothing.
 */
final class ResponsePump implements ChannelListener<StreamSinkChannel> {

    /** Buffers moved before other connections of the thread get their turn. */
    private static final int BUFFERS_A_TURN = 32;

    /** Hears how the download ends; one of the two, once. */
    interface Ending {
        /** The last byte of the answer has been read from the upstream; what remains is to flush it. */
        void bodyEnds();

        /** The last byte has left for the client. */
        void downloaded();

        void clientBroken(IOException cause);
    }

    private final ByteBufferPool buffers;
    private final StreamSinkChannel channel;
    private final UpstreamCall call;
    private final Ending ending;
    private @Nullable PooledByteBuffer held;
    private boolean last;
    private boolean writesShut;
    private boolean over;

    ResponsePump(ByteBufferPool buffers, StreamSinkChannel channel, UpstreamCall call, Ending ending) {
        this.buffers = buffers;
        this.channel = channel;
        this.call = call;
        this.ending = ending;
    }

    void start() {
        channel.getWriteSetter().set(this);
        run();
    }

    @Override
    public void handleEvent(StreamSinkChannel writable) {
        run();
    }

    /** Moves what can be moved now. */
    void run() {
        try {
            for (int turn = 0; turn < BUFFERS_A_TURN && !over; turn++) {
                if (!step()) {
                    return;
                }
            }
            if (!over) {
                channel.suspendWrites();
                call.wantRead(true);
            }
        } catch (IOException e) {
            stop();
            ending.clientBroken(e);
        }
    }

    /** Ends the download where it is. Idempotent. */
    void stop() {
        if (!over) {
            over = true;
            call.wantRead(false);
            channel.suspendWrites();
        }
        release();
    }

    /** Returns false when there is nothing to do before the next event. */
    private boolean step() throws IOException {
        if (held != null && held.getBuffer().hasRemaining() && !write(held.getBuffer())) {
            waitForClient();
            return false;
        }
        if (last) {
            return finish();
        }
        int read = fill();
        if (read > 0) {
            return true;
        }
        if (read < 0) {
            return finish();
        }
        return flushed();
    }

    private boolean write(ByteBuffer bytes) throws IOException {
        while (bytes.hasRemaining()) {
            int written = last ? channel.writeFinal(bytes) : channel.write(bytes);
            if (written == 0) {
                return false;
            }
        }
        writesShut = last;
        return true;
    }

    private int fill() throws IOException {
        if (held == null) {
            held = buffers.allocate();
        }
        ByteBuffer bytes = held.getBuffer();
        bytes.clear();
        int read = call.read(bytes);
        bytes.flip();
        if (read <= 0) {
            release();
        }
        if (over) {
            return 0;
        }
        if (read > 0 && call.answerComplete()) {
            last = true;
            ending.bodyEnds();
        }
        return read;
    }

    private boolean flushed() throws IOException {
        if (over) {
            return false;
        }
        if (channel.flush()) {
            channel.suspendWrites();
        } else {
            channel.resumeWrites();
        }
        call.wantRead(true);
        return false;
    }

    private boolean finish() throws IOException {
        if (!last) {
            last = true;
            ending.bodyEnds();
        }
        release();
        call.wantRead(false);
        if (!writesShut) {
            writesShut = true;
            channel.shutdownWrites();
        }
        if (channel.flush()) {
            stop();
            ending.downloaded();
        } else {
            channel.resumeWrites();
        }
        return false;
    }

    private void waitForClient() {
        call.wantRead(false);
        channel.resumeWrites();
    }

    private void release() {
        if (held != null) {
            held.close();
            held = null;
        }
    }
}
