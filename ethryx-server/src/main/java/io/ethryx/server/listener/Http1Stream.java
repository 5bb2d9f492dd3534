package io.ethryx.server.listener;

import io.undertow.server.ExchangeCompletionListener;
import io.undertow.server.HttpServerExchange;
import io.undertow.server.ResponseCommitListener;
import io.undertow.server.protocol.http.HttpAttachments;
import io.undertow.server.protocol.http.HttpContinue;
import io.undertow.util.HeaderMap;
import io.undertow.util.HeaderValues;
import io.undertow.util.Headers;
import io.undertow.util.Protocols;
import io.undertow.util.StatusCodes;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** The client's side of an HTTP/1.1 exchange. */
final class Http1Stream implements ClientStream, ExchangeCompletionListener, ResponseCommitListener {

    private static final int EARLY_HINTS = 103;

    private final Http1Connection connection;
    private final HttpServerExchange exchange;
    private final String target;
    private final long requestLength;
    private @Nullable Runnable whenGone;

    Http1Stream(Http1Connection connection, HttpServerExchange exchange) {
        this.connection = connection;
        this.exchange = exchange;
        this.target = connection.guard().framing().line().target();
        this.requestLength = connection.guard().framing().requestLength();
    }

    @Override
    public String target() {
        return target;
    }

    @Override
    public long requestLength() {
        return requestLength;
    }

    @Override
    public void whenGone(Runnable action) {
        whenGone = action;
    }

    /** Tells whoever asked, at most once. */
    void gone() {
        Runnable action = whenGone;
        whenGone = null;
        if (action != null && !exchange.isComplete()) {
            action.run();
        }
    }

    @Override
    public void sendInformational(int status, HeaderMap headers) {
        if (exchange.getProtocol().equals(Protocols.HTTP_1_0) || exchange.isResponseStarted()) {
            return;
        }
        if (status == StatusCodes.CONTINUE) {
            HttpContinue.markContinueResponseSent(exchange);
        }
        StringBuilder head = new StringBuilder(64);
        head.append("HTTP/1.1 ")
                .append(status)
                .append(' ')
                .append(reason(status))
                .append("\r\n");
        for (HeaderValues values : headers) {
            for (String value : values) {
                head.append(values.getHeaderName()).append(": ").append(value).append("\r\n");
            }
        }
        head.append("\r\n");
        try {
            connection.answer().sendAhead(ByteBuffer.wrap(head.toString().getBytes(StandardCharsets.ISO_8859_1)));
        } catch (IOException e) {
            connection.abort();
        }
    }

    private static String reason(int status) {
        return status == EARLY_HINTS ? "Early Hints" : StatusCodes.getReason(status);
    }

    @Override
    public @Nullable HeaderMap requestTrailers() {
        return exchange.getAttachment(HttpAttachments.REQUEST_TRAILERS);
    }

    @Override
    public void abort() {
        whenGone = null;
        connection.abort();
    }

    @Override
    public int refusedWith() {
        return connection.refusedWith();
    }

    @Override
    public long bodyBytesIn() {
        return connection.guard().framing().bodyBytes();
    }

    /** The answer's head is about to be written. */
    @Override
    public void beforeCommit(HttpServerExchange exchange) {
        if (connection.draining() || !connection.guard().requestWhole()) {
            exchange.setPersistent(false);
        }
        if (exchange.isHttp10() && exchange.isPersistent()) {
            exchange.getResponseHeaders().put(Headers.CONNECTION, Headers.KEEP_ALIVE.toString());
        }
    }

    @Override
    public void exchangeEvent(HttpServerExchange exchange, NextListener nextListener) {
        whenGone = null;
        connection.guard().exchangeEnded(exchange);
        nextListener.proceed();
    }
}
