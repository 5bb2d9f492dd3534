package io.ethryx.server.gateway.edge;

import io.ethryx.server.fields.FieldBlock;
import io.ethryx.server.listener.ClientAnswer;
import io.ethryx.server.listener.ClientExchange;
import io.ethryx.server.listener.ClientTunnel;
import io.ethryx.server.listener.HttpVersion;
import io.ethryx.server.listener.RequestBody;
import io.ethryx.server.listener.TakenConnection;
import io.undertow.util.HttpString;
import java.net.InetSocketAddress;
import org.jspecify.annotations.Nullable;
import org.xnio.XnioIoThread;

/** An exchange that a watch looks on at: it sees the head of the answer, and hears of the end. */
final class WatchedExchange implements ClientExchange {

    private final ClientExchange exchange;
    private final ClientAnswer answer;

    WatchedExchange(ClientExchange exchange, RequestWatch watch) {
        this.exchange = exchange;
        this.answer = new WatchedAnswer(exchange.answer(), watch);
    }

    @Override
    public ClientAnswer answer() {
        return answer;
    }

    @Override
    public XnioIoThread ioThread() {
        return exchange.ioThread();
    }

    @Override
    public InetSocketAddress peer() {
        return exchange.peer();
    }

    @Override
    public String peerText() {
        return exchange.peerText();
    }

    @Override
    public HttpVersion version() {
        return exchange.version();
    }

    @Override
    public HttpString method() {
        return exchange.method();
    }

    @Override
    public HttpString sentMethod() {
        return exchange.sentMethod();
    }

    @Override
    public String target() {
        return exchange.target();
    }

    @Override
    public @Nullable String protocol() {
        return exchange.protocol();
    }

    @Override
    public FieldBlock requestFields() {
        return exchange.requestFields();
    }

    @Override
    public @Nullable String host() {
        return exchange.host();
    }

    @Override
    public long requestLength() {
        return exchange.requestLength();
    }

    @Override
    public RequestBody body() {
        return exchange.body();
    }

    @Override
    public long bodyBytesIn() {
        return exchange.bodyBytesIn();
    }

    @Override
    public void whenGone(Runnable action) {
        exchange.whenGone(action);
    }

    @Override
    public void whenEnded(Runnable action) {
        exchange.whenEnded(action);
    }

    @Override
    public boolean hasEnded() {
        return exchange.hasEnded();
    }

    @Override
    public void abort() {
        exchange.abort();
    }

    @Override
    public int refusedWith() {
        return exchange.refusedWith();
    }

    @Override
    public TakenConnection takeOver(ClientTunnel tunnel) {
        return exchange.takeOver(tunnel);
    }

    @Override
    public void becomeTunnel() {
        exchange.becomeTunnel();
    }

    @Override
    public void endTunnel() {
        exchange.endTunnel();
    }
}
