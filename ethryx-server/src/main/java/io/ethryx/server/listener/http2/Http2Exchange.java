package io.ethryx.server.listener.http2;

import io.ethryx.server.fields.FieldBlock;
import io.ethryx.server.http2.ErrorCode;
import io.ethryx.server.listener.ClientTunnel;
import io.ethryx.server.listener.ExchangeHandler;
import io.ethryx.server.listener.ExchangeLife;
import io.ethryx.server.listener.HttpVersion;
import io.ethryx.server.listener.TakenConnection;
import io.ethryx.server.listener.WholeAnswer;
import io.undertow.util.HttpString;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;
import org.xnio.XnioIoThread;

/** A stream of an HTTP/2 client as handlers see it, from its whole head to its end. Confined to its IO thread. */
final class Http2Exchange extends ExchangeLife {

    private final Http2Streams streams;
    private final int id;
    private final Http2Request request;
    private final Http2Body body;
    private final Http2Answer answer;
    private int refusedWith;
    private boolean tunnel;
    private boolean handled;
    private boolean closed;

    Http2Exchange(Http2Streams streams, int id, Http2Request request) {
        this.streams = streams;
        this.id = id;
        this.request = request;
        this.body = new Http2Body(this, streams);
        this.answer = new Http2Answer(this, streams);
    }

    void handle(ExchangeHandler handler) {
        handled = true;
        try {
            handler.handle(this);
        } catch (RuntimeException | Error e) {
            streams.settings().events().connectionFailed(e);
            if (!closed && !answer.hasBegun()) {
                WholeAnswer.send(this, 500, new FieldBlock(), ByteBuffer.allocate(0));
            } else {
                abort();
            }
        }
    }

    boolean isHandled() {
        return handled;
    }

    int id() {
        return id;
    }

    // --- the end ---

    /** Nothing is read or written any more. */
    boolean isClosed() {
        return closed;
    }

    /** The client has reset the stream or is at fault with it, or the connection is lost. */
    void gone() {
        if (closed) {
            return;
        }
        close(true);
        tellGone();
        end();
    }

    /** The answer is queued to its end; a tunnel goes on until whoever carries it ends it. */
    void answered() {
        if (closed || tunnel) {
            return;
        }
        boolean cut = !body.hasEnded();
        // Whoever asked for a tunnel and got another answer has sent nothing, and ends the stream themselves.
        if (cut && protocol() == null) {
            streams.out().reset(id, ErrorCode.NO_ERROR);
        }
        close(cut);
        end();
    }

    /** Whether each direction has an end of its own, and may be quiet. */
    boolean isTunnel() {
        return tunnel;
    }

    /** From now on the end of the answer does not end the exchange (RFC 8441 section 5). */
    @Override
    public void becomeTunnel() {
        tunnel = true;
    }

    /** Ends what has not ended of a tunnel; the exchange has ended then. */
    @Override
    public void endTunnel() {
        tunnel = false;
        if (closed) {
            return;
        }
        try {
            answer.end();
            answer.flush();
        } catch (IOException e) {
            abort();
        }
    }

    @Override
    public void abort() {
        if (!closed) {
            streams.out().reset(id, ErrorCode.INTERNAL_ERROR);
            streams.connection().turn().want();
            close(true);
            end();
        }
    }

    /** The answer stands still for too long. */
    void stalled() {
        if (!closed) {
            streams.out().reset(id, ErrorCode.CANCEL);
            streams.connection().turn().want();
            gone();
        }
    }

    private void close(boolean reset) {
        closed = true;
        body.release();
        answer.release();
        streams.remove(id, reset);
    }

    private void end() {
        tellEnded();
    }

    // --- what handlers see ---

    @Override
    public XnioIoThread ioThread() {
        return streams.connection().connection().getIoThread();
    }

    @Override
    public InetSocketAddress peer() {
        return streams.connection().peer();
    }

    @Override
    public String peerText() {
        return streams.connection().peerText();
    }

    @Override
    public HttpVersion version() {
        return HttpVersion.HTTP_2;
    }

    @Override
    public HttpString method() {
        return request.method();
    }

    @Override
    public String target() {
        return request.target();
    }

    @Override
    public @Nullable String protocol() {
        return request.protocol();
    }

    @Override
    public FieldBlock requestFields() {
        return request.fields();
    }

    @Override
    public long requestLength() {
        return request.length();
    }

    @Override
    public Http2Body body() {
        return body;
    }

    @Override
    public long bodyBytesIn() {
        return body.bytesIn();
    }

    @Override
    public Http2Answer answer() {
        return answer;
    }

    @Override
    public int refusedWith() {
        return refusedWith;
    }

    /** The listener answers in the handler's stead. */
    void refused(int status) {
        refusedWith = status;
    }

    @Override
    public TakenConnection takeOver(ClientTunnel tunnel) {
        throw new UnsupportedOperationException("a stream of HTTP/2 is no connection");
    }
}
