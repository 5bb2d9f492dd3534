package io.ethryx.server.gateway.body;

import io.ethryx.server.fields.FieldBlock;
import io.ethryx.server.listener.ClientAnswer;
import io.ethryx.server.listener.ClientExchange;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;

/** An answer out of several pieces, sent as fast as the client takes it. Confined to the exchange's IO thread. */
public final class GatheredAnswer implements Runnable {

    private final ClientExchange exchange;
    private final List<ByteBuffer> pieces;
    private int at;

    private GatheredAnswer(ClientExchange exchange, List<ByteBuffer> pieces) {
        this.exchange = exchange;
        this.pieces = pieces;
    }

    /**
     * Sends the pieces.
     *
     * @param exchange whose answer it is
     * @param fields its fields, but for its length
     * @param pieces the body, which must stay as they are until the exchange has ended
     */
    public static void send(ClientExchange exchange, FieldBlock fields, List<ByteBuffer> pieces) {
        long length = pieces.stream().mapToLong(ByteBuffer::remaining).sum();
        exchange.answer().begin(200, fields, length);
        new GatheredAnswer(exchange, pieces).run();
    }

    @Override
    public void run() {
        ClientAnswer answer = exchange.answer();
        try {
            while (at < pieces.size()) {
                ByteBuffer piece = pieces.get(at);
                if (piece.hasRemaining() && write(answer, piece) == 0) {
                    waitForClient(answer);
                    return;
                }
                at += piece.hasRemaining() ? 0 : 1;
            }
            answer.end();
            if (!answer.flush()) {
                waitForClient(answer);
            }
        } catch (IOException e) {
            exchange.abort();
        }
    }

    private int write(ClientAnswer answer, ByteBuffer piece) throws IOException {
        return at == pieces.size() - 1 ? answer.writeLast(piece) : answer.write(piece);
    }

    private void waitForClient(ClientAnswer answer) {
        answer.whenWritable(this);
        answer.want(true);
    }
}
