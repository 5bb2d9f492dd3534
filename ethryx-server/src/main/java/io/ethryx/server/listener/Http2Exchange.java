package io.ethryx.server.listener;

import io.ethryx.server.fields.FieldBlock;
import io.undertow.server.ExchangeCompletionListener;
import io.undertow.server.HttpServerExchange;
import io.undertow.util.HttpString;
import io.undertow.util.SameThreadExecutor;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.xnio.XnioIoThread;

/** An exchange over HTTP/2, which is Undertow's, as handlers see it. */
final class Http2Exchange implements ClientExchange, ExchangeCompletionListener {

    private final HttpServerExchange exchange;
    private final Http2Stream stream;
    private final FieldBlock fields;
    private final Http2Body body;
    private final Http2Answer answer;
    private final List<Runnable> whenEnded = new ArrayList<>(2);
    private boolean ended;

    Http2Exchange(HttpServerExchange exchange, Http2Stream stream) {
        this.exchange = exchange;
        this.stream = stream;
        this.fields = HeaderMaps.lines(exchange.getRequestHeaders());
        this.body = new Http2Body(exchange, stream);
        this.answer = new Http2Answer(exchange, stream);
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
        return HttpVersion.HTTP_2;
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
    public @Nullable String protocol() {
        return stream.protocol();
    }

    @Override
    public FieldBlock requestFields() {
        return fields;
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
        throw new UnsupportedOperationException("a stream is no connection");
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
