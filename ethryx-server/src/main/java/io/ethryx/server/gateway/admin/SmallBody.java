package io.ethryx.server.gateway.admin;

import io.ethryx.server.listener.ClientExchange;
import io.ethryx.server.listener.Expectation;
import io.ethryx.server.listener.RequestBody;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;

/** Reads the body of an admin call whole, if it is not too long. Confined to the exchange's IO thread. */
final class SmallBody implements Runnable {

    static final int MOST_BYTES = 1 << 20;

    private static final int STEP = 4_096;

    /** Hears how the reading ends; one of them, once. A body that breaks off ends its exchange. */
    interface Ending {
        void whole(byte[] body);

        void tooLong();
    }

    private final ClientExchange exchange;
    private final RequestBody body;
    private final Ending ending;
    private final ByteBuffer step = ByteBuffer.allocate(STEP);
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private boolean over;

    SmallBody(ClientExchange exchange, Ending ending) {
        this.exchange = exchange;
        this.body = exchange.body();
        this.ending = ending;
    }

    void read() {
        if (exchange.requestLength() > MOST_BYTES) {
            ending.tooLong();
            return;
        }
        Expectation.goOn(exchange);
        body.whenReadable(this);
        run();
    }

    @Override
    public void run() {
        try {
            boolean more = true;
            while (more && !over) {
                more = step();
            }
        } catch (IOException broken) {
            end();
            exchange.abort();
        }
    }

    /** Whether there may be more to read now. */
    private boolean step() throws IOException {
        int read = body.read(step.clear());
        if (read == 0) {
            body.want(true);
            return false;
        }
        if (read < 0) {
            end();
            ending.whole(bytes.toByteArray());
        } else if (bytes.size() + read > MOST_BYTES) {
            end();
            ending.tooLong();
        } else {
            bytes.write(step.array(), 0, read);
        }
        return true;
    }

    private void end() {
        over = true;
        body.want(false);
    }
}
