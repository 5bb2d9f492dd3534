package io.ethryx.server.listener.http1;

import io.ethryx.server.fields.FieldBlock;
import io.ethryx.server.listener.ClientTunnel;
import io.ethryx.server.listener.ExchangeLife;
import io.ethryx.server.listener.HttpVersion;
import io.ethryx.server.listener.TakenConnection;
import io.undertow.util.HttpString;
import java.net.InetSocketAddress;
import org.jspecify.annotations.Nullable;
import org.xnio.XnioIoThread;

/** One request over HTTP/1.1 and its answer. */
final class Http1Exchange extends ExchangeLife {

    private final Http1Connection connection;
    private final FieldBlock fields;
    private final HttpString method;
    private final String target;
    private final HttpVersion version;
    private final long requestLength;
    private final Http1Body body;
    private final Http1Answer answer;
    private int refusedWith;

    Http1Exchange(Http1Connection connection, RequestHead head) {
        this.connection = connection;
        this.fields = head.fields();
        this.method = head.line().method();
        this.target = head.line().target();
        this.version = head.line().http10() ? HttpVersion.HTTP_1_0 : HttpVersion.HTTP_1_1;
        this.requestLength = head.requestLength();
        this.body = new Http1Body(connection, this);
        this.answer = new Http1Answer(connection, this);
    }

    @Override
    public XnioIoThread ioThread() {
        return connection.thread();
    }

    @Override
    public InetSocketAddress peer() {
        return connection.peer();
    }

    @Override
    public String peerText() {
        return connection.peerText();
    }

    @Override
    public HttpVersion version() {
        return version;
    }

    @Override
    public HttpString method() {
        return method;
    }

    @Override
    public String target() {
        return target;
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
    public @Nullable String host() {
        return connection.reader().head().host();
    }

    @Override
    public long requestLength() {
        return requestLength;
    }

    @Override
    public Http1Body body() {
        return body;
    }

    @Override
    public long bodyBytesIn() {
        return connection.reader().body().bytes();
    }

    @Override
    public Http1Answer answer() {
        return answer;
    }

    @Override
    public void abort() {
        if (!hasEnded()) {
            connection.abort();
        }
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
        if (hasEnded() || !answer.isSwitch() || !connection.reader().isWhole()) {
            throw new IllegalStateException("the head of a 101 is not out");
        }
        keepGone();
        return connection.takeOver(tunnel);
    }

    @Override
    public void becomeTunnel() {
        throw new UnsupportedOperationException("the tunnel is the connection");
    }

    @Override
    public void endTunnel() {
        throw new UnsupportedOperationException("the tunnel is the connection");
    }

    /** The client has left: tells whoever asked, at most once. */
    void gone() {
        tellGone();
    }

    /** It is over: tells whoever asked. */
    void end() {
        tellEnded();
    }
}
