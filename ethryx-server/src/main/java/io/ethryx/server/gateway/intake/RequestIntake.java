package io.ethryx.server.gateway.intake;

import io.ethryx.server.gateway.body.PooledBytes;
import io.ethryx.server.listener.RequestBody;
import java.io.IOException;
import java.nio.ByteBuffer;

/** Reads a client's body to its last byte before anything is done with it. Confined to the exchange's IO thread. */
final class RequestIntake implements Runnable {

    /** Hears how the reading ends; one of them, once. */
    interface Ending {
        void whole();

        void tooLong();

        void overBudget();

        void broken();
    }

    private final RequestBody body;
    private final PooledBytes bytes;
    private final long most;
    private final Ending ending;
    private boolean over;

    RequestIntake(RequestBody body, PooledBytes bytes, long most, Ending ending) {
        this.body = body;
        this.bytes = bytes;
        this.most = most;
        this.ending = ending;
    }

    void start() {
        body.whenReadable(this);
        run();
    }

    /** Whether nothing is read any more. */
    boolean isOver() {
        return over;
    }

    void stop() {
        if (!over) {
            over = true;
            body.want(false);
        }
    }

    @Override
    public void run() {
        try {
            boolean more = true;
            while (more && !over) {
                more = step();
            }
        } catch (IOException e) {
            stop();
            ending.broken();
        }
    }

    /** Whether there may be more to read now. */
    private boolean step() throws IOException {
        ByteBuffer into = bytes.room(body.expected());
        if (into == null) {
            stop();
            ending.overBudget();
            return false;
        }
        int read = body.read(into);
        if (read > 0) {
            bytes.took(read);
            if (bytes.size() > most) {
                stop();
                ending.tooLong();
            }
        } else if (read == 0) {
            body.want(true);
            return false;
        } else {
            stop();
            ending.whole();
        }
        return true;
    }
}
