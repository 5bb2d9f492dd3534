package io.ethryx.server.gateway.socket;

import java.nio.ByteBuffer;

/** A whole message on its way out. */
final class Saying implements Outbox.Sender {

    private final Outbox outbox;
    private final ByteBuffer message;
    private final Runnable said;

    private Saying(Outbox outbox, ByteBuffer message, Runnable said) {
        this.outbox = outbox;
        this.message = message;
        this.said = said;
    }

    /** Sends a message as soon as it is its turn; the action runs once the last byte of it is taken, perhaps before this returns. */
    static void begin(Outbox outbox, ByteBuffer message, Runnable said) {
        new Saying(outbox, message, said).goOn();
    }

    @Override
    public void goOn() {
        while (message.hasRemaining()) {
            if (outbox.send(this, message, true) == 0) {
                outbox.await(this);
                return;
            }
        }
        said.run();
    }
}
