package io.ethryx.server.listener;

import io.undertow.server.ExchangeCompletionListener;
import io.undertow.server.HttpServerExchange;
import io.undertow.util.HeaderMap;
import io.undertow.util.HttpString;
import io.undertow.util.SameThreadExecutor;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import org.xnio.XnioIoThread;

/** An exchange of Undertow's as handlers see it. */
final class UndertowExchange implements ClientExchange, ExchangeCompletionListener {

    private final HttpServerExchange exchange;
    private final ClientStream stream;
    private final HttpVersion version;
    private final UndertowBody body;
    private final UndertowAnswer answer;
    private final List<Runnable> whenEnded = new ArrayList<>(2);
    private boolean ended;

    UndertowExchange(HttpServerExchange exchange, ClientStream stream, HttpVersion version) {
        this.exchange = exchange;
        this.stream = stream;
        this.version = version;
        this.body = new UndertowBody(exchange, stream);
        this.answer = new UndertowAnswer(exchange, stream, version);
    }

    /** Hands the exchange to the handler, after which it lives on by itself. */
    void handle(ExchangeHandler handler) {
        exchange.addExchangeCompleteListener(this);
        exchange.dispatch(SameThreadExecutor.INSTANCE, () -> handler.handle(this));
    }

    @Override
    public XnioIoThread ioThread() {
        return exchange.getIoThread();
    }

    @Override
    public InetSocketAddress peer() {
        return exchange.getSourceAddress();
    }

    @Override
    public HttpVersion version() {
        return version;
    }

    @Override
    public HttpString method() {
        return exchange.getRequestMethod();
    }

    @Override
    public String target() {
        return stream.target();
    }

    @Override
    public HeaderMap requestFields() {
        return exchange.getRequestHeaders();
    }

    @Override
    public long requestLength() {
        return stream.requestLength();
    }

    @Override
    public RequestBody body() {
        return body;
    }

    @Override
    public long bodyBytesIn() {
        return stream.bodyBytesIn();
    }

    @Override
    public ClientAnswer answer() {
        return answer;
    }

    @Override
    public void whenGone(Runnable action) {
        stream.whenGone(action);
    }

    @Override
    public void whenEnded(Runnable action) {
        whenEnded.add(action);
    }

    @Override
    public boolean hasEnded() {
        return ended;
    }

    @Override
    public void abort() {
        if (!ended) {
            stream.abort();
        }
    }

    @Override
    public int refusedWith() {
        return stream.refusedWith();
    }

    @Override
    public TakenConnection takeOver(ClientTunnel tunnel) {
        throw new UnsupportedOperationException("a stream of " + version + " is no connection");
    }

    @Override
    public void exchangeEvent(HttpServerExchange complete, NextListener next) {
        ended = true;
        for (Runnable action : whenEnded) {
            action.run();
        }
        next.proceed();
    }
}
