package io.ethryx.server.gateway.socket;

import io.ethryx.server.fields.FieldBlock;
import io.ethryx.server.listener.ClientTunnel;
import io.ethryx.server.listener.ExchangeLife;
import io.ethryx.server.listener.HttpVersion;
import io.ethryx.server.listener.RequestBody;
import io.ethryx.server.listener.TakenConnection;
import io.undertow.util.HttpString;
import io.undertow.util.Methods;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.xnio.XnioIoThread;

/**
 * A message of a client as a request: a POST to the target of the socket's handshake, with the fields of that, whose body
 * has been read already. Its answer is a message. Confined to the client's IO thread.
 */
public final class MessageExchange extends ExchangeLife {

    private final ClientSocket socket;
    private final FieldBlock fields = new FieldBlock();
    private final MessageAnswer answer;
    private final long length;
    private @Nullable Supplier<byte[]> whenBroken;

    MessageExchange(ClientSocket socket, Outbox outbox, long length) {
        this.socket = socket;
        this.length = length;
        answer = new MessageAnswer(this, outbox);
        fields.addAll(socket.fields());
    }

    /**
     * Says what the client gets if the answer breaks before anything of it was sent; where nothing was said, it gets nothing.
     *
     * @param message makes the message
     */
    public void ifBroken(Supplier<byte[]> message) {
        whenBroken = message;
    }

    @Override
    public XnioIoThread ioThread() {
        return socket.client().ioThread();
    }

    @Override
    public InetSocketAddress peer() {
        return socket.client().peer();
    }

    @Override
    public String peerText() {
        return socket.client().peerText();
    }

    @Override
    public HttpVersion version() {
        return socket.client().version();
    }

    @Override
    public HttpString method() {
        return Methods.POST;
    }

    @Override
    public String target() {
        return socket.target();
    }

    @Override
    public @Nullable String protocol() {
        return null;
    }

    @Override
    public FieldBlock requestFields() {
        return fields;
    }

    @Override
    public long requestLength() {
        return length;
    }

    @Override
    public RequestBody body() {
        return ReadBody.INSTANCE;
    }

    @Override
    public long bodyBytesIn() {
        return length;
    }

    @Override
    public MessageAnswer answer() {
        return answer;
    }

    @Override
    public int refusedWith() {
        return 0;
    }

    /** The client has left. */
    void gone() {
        tellGone();
        end();
    }

    /** An answer that has begun can't be taken back: the socket is failed. */
    @Override
    public void abort() {
        if (hasEnded()) {
            return;
        }
        Supplier<byte[]> instead = whenBroken;
        if (answer.isAmid()) {
            end();
            socket.fail(CloseCode.INTERNAL_ERROR, "an answer broke off");
        } else if (instead != null && socket.isOpen()) {
            end();
            socket.say(ByteBuffer.wrap(instead.get()));
        } else {
            end();
        }
    }

    void end() {
        if (!hasEnded()) {
            answer.release();
            tellEnded();
        }
    }

    @Override
    public TakenConnection takeOver(ClientTunnel tunnel) {
        throw new UnsupportedOperationException("a message is no connection");
    }

    @Override
    public void becomeTunnel() {
        throw new UnsupportedOperationException("a message is no stream");
    }

    @Override
    public void endTunnel() {
        throw new UnsupportedOperationException("a message is no stream");
    }

    /** A body that was read to its end. */
    private enum ReadBody implements RequestBody {
        INSTANCE;

        @Override
        public int read(ByteBuffer into) {
            return -1;
        }

        @Override
        public void whenReadable(Runnable action) {
            // It is at its end.
        }

        @Override
        public void want(boolean wanted) {
            // It is at its end.
        }

        @Override
        public @Nullable FieldBlock trailers() {
            return null;
        }
    }
}
