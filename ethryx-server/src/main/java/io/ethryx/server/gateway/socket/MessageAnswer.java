package io.ethryx.server.gateway.socket;

import io.ethryx.server.fields.FieldBlock;
import io.ethryx.server.fields.KnownField;
import io.ethryx.server.listener.AnswerSoFar;
import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * The answer to a message. Status and fields have no place in it; its body is the message, and without a body there is none.
 * Confined to the client's IO thread.
 */
final class MessageAnswer extends AnswerSoFar implements Outbox.Sender {

    private static final int NO_CONTENT = 204;

    private final MessageExchange exchange;
    private final Outbox outbox;
    private boolean silent;
    private boolean unreadable;
    private boolean wanted;
    private boolean complete;
    private boolean finished;

    MessageAnswer(MessageExchange exchange, Outbox outbox) {
        this.exchange = exchange;
        this.outbox = outbox;
    }

    /** Whether a part of it was sent, and the rest is owed. */
    boolean isAmid() {
        return outbox.isAmid(this);
    }

    @Override
    public void sendInformational(int informational, FieldBlock fields) {
        // There is no place for it.
    }

    @Override
    public void closeAfter() {
        // The socket outlives its messages.
    }

    @Override
    public void begin(int answerStatus, FieldBlock fields, long contentLength) {
        begun(answerStatus);
        silent = contentLength == NO_BODY || answerStatus == NO_CONTENT;
        String coding = fields.value(KnownField.CONTENT_ENCODING);
        unreadable = coding != null && !coding.equalsIgnoreCase("identity");
    }

    @Override
    protected int write(ByteBuffer bytes, boolean last) throws IOException {
        if (exchange.hasEnded()) {
            throw new IOException("the client has left");
        } else if (unreadable) {
            throw new IOException("the answer is coded, and a message can't say how");
        } else if (silent) {
            int count = bytes.remaining();
            bytes.position(bytes.limit());
            return count;
        }
        int count = outbox.send(this, bytes, last);
        complete |= last && count > 0 && !bytes.hasRemaining();
        took(count);
        return count;
    }

    @Override
    public void trailers(FieldBlock trailers) {
        // There is no place for them.
    }

    @Override
    public void end() throws IOException {
        if (finished) {
            return;
        } else if (exchange.hasEnded()) {
            throw new IOException("the client has left");
        }
        finished = true;
        if (!complete) {
            outbox.end(this);
        }
    }

    /** What is queued counts as handed over: it is one frame. */
    @Override
    public boolean flush() throws IOException {
        if (finished) {
            exchange.end();
        } else if (exchange.hasEnded()) {
            throw new IOException("the client has left");
        }
        return true;
    }

    @Override
    public void want(boolean isWanted) {
        wanted = isWanted && !exchange.hasEnded();
        if (wanted) {
            outbox.await(this);
        } else {
            outbox.forget(this);
        }
    }

    @Override
    public void goOn() {
        Runnable action = writer();
        if (wanted && action != null) {
            action.run();
            if (wanted && !exchange.hasEnded()) {
                outbox.await(this);
            }
        }
    }

    void release() {
        wanted = false;
        outbox.forget(this);
    }
}
