package io.ethryx.server.proxy;

import io.ethryx.server.io.BodyBuffers;
import io.ethryx.server.listener.ClientAnswer;
import io.ethryx.server.upstream.UpstreamCall;
import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * Carries an upstream's body to the client, one buffer at a time. What has come is flushed before more is waited for, so
 * that an event stream passes event by event; nothing more is read from the upstream while the client takes nothing.
 */
public final class ResponsePump implements Runnable {

    /** Bytes moved before other connections of the thread get their turn. */
    private static final int BYTES_A_TURN = 128 * 1024;

    /** Hears how the download ends; one of the two, once. The end of the exchange follows the first. */
    public interface Ending {
        /** The last byte of the answer has been read from the upstream; what remains is to flush it. */
        void bodyEnds();

        /**
         * The client has broken off.
         *
         * @param cause how
         */
        void clientBroken(IOException cause);
    }

    private final PumpBuffer held;
    private final ClientAnswer answer;
    private final UpstreamCall call;
    private final Ending ending;
    private int movedInTurn;
    private boolean last;
    private boolean over;

    /**
     * A pump at rest.
     *
     * @param buffers where buffers come from
     * @param answer where the body goes; its head has begun
     * @param call where it comes from
     * @param ending who hears of the end
     */
    public ResponsePump(BodyBuffers buffers, ClientAnswer answer, UpstreamCall call, Ending ending) {
        this.held = new PumpBuffer(buffers);
        this.answer = answer;
        this.call = call;
        this.ending = ending;
    }

    /** Begins to move. */
    public void start() {
        answer.whenWritable(this);
        run();
    }

    /** Moves what can be moved now. */
    @Override
    public void run() {
        try {
            movedInTurn = 0;
            while (movedInTurn < BYTES_A_TURN && !over) {
                if (!step()) {
                    return;
                }
            }
            if (!over) {
                answer.want(false);
                call.wantRead(true);
            }
        } catch (IOException e) {
            stop();
            ending.clientBroken(e);
        }
    }

    /** Ends the download where it is. Idempotent. */
    public void stop() {
        if (!over) {
            over = true;
            call.wantRead(false);
            answer.want(false);
        }
        held.release();
    }

    /** Returns false when there is nothing to do before the next event. */
    private boolean step() throws IOException {
        ByteBuffer rest = held.bytes();
        if (rest != null && rest.hasRemaining() && !write(rest)) {
            waitForClient();
            return false;
        }
        if (last) {
            return finish();
        }
        int read = fill();
        if (read > 0) {
            movedInTurn += read;
            return true;
        }
        if (read < 0) {
            return finish();
        }
        return flushed();
    }

    private boolean write(ByteBuffer bytes) throws IOException {
        while (bytes.hasRemaining()) {
            int written = last ? answer.writeLast(bytes) : answer.write(bytes);
            if (written == 0) {
                return false;
            }
        }
        return true;
    }

    private int fill() throws IOException {
        ByteBuffer bytes = held.emptied(call.expected());
        int read = call.read(bytes);
        bytes.flip();
        if (read <= 0) {
            held.release();
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
        if (answer.flush()) {
            answer.want(false);
        } else {
            answer.want(true);
        }
        call.wantRead(true);
        return false;
    }

    private boolean finish() throws IOException {
        if (!last) {
            last = true;
            ending.bodyEnds();
        }
        held.release();
        call.wantRead(false);
        answer.end();
        if (answer.flush()) {
            stop();
        } else {
            answer.want(true);
        }
        return false;
    }

    private void waitForClient() {
        call.wantRead(false);
        answer.want(true);
    }
}
