package io.ethryx.server.listener;

import io.ethryx.server.fields.FieldBlock;
import java.io.IOException;
import java.nio.ByteBuffer;

/** An answer whose body is at hand, sent as fast as the client takes it. */
public final class WholeAnswer implements Runnable {

    private static final int NO_CONTENT = 204;

    private final ClientExchange exchange;
    private final ByteBuffer body;

    private WholeAnswer(ClientExchange exchange, ByteBuffer body) {
        this.exchange = exchange;
        this.body = body;
    }

    /**
     * Sends an answer to its end; returns at once, perhaps before that. A HEAD gets the length and not the body.
     *
     * @param exchange whose answer has not begun; it is aborted if the client breaks off
     * @param status 200 to 599
     * @param fields without those that frame it
     * @param body the bytes between its position and its limit; not to be changed until the exchange has ended
     */
    public static void send(ClientExchange exchange, int status, FieldBlock fields, ByteBuffer body) {
        boolean none = status == NO_CONTENT && !body.hasRemaining();
        exchange.answer().begin(status, fields, none ? ClientAnswer.NO_BODY : body.remaining());
        new WholeAnswer(exchange, body).run();
    }

    @Override
    public void run() {
        ClientAnswer answer = exchange.answer();
        try {
            while (body.hasRemaining()) {
                if (answer.writeLast(body) == 0) {
                    waitForClient(answer);
                    return;
                }
            }
            answer.end();
            if (!answer.flush()) {
                waitForClient(answer);
            }
        } catch (IOException e) {
            exchange.abort();
        }
    }

    private void waitForClient(ClientAnswer answer) {
        answer.whenWritable(this);
        answer.want(true);
    }
}
