package io.ethryx.server.listener;

import io.ethryx.server.fields.FieldBlock;
import io.ethryx.server.timer.Timeout;
import io.ethryx.server.timer.TimerWheel;
import io.undertow.protocols.http2.Http2Channel;
import io.undertow.server.Connectors;
import io.undertow.server.ExchangeCompletionListener;
import io.undertow.server.HttpServerExchange;
import io.undertow.server.protocol.http.HttpContinue;
import io.undertow.util.HeaderMap;
import io.undertow.util.Headers;
import io.undertow.util.StatusCodes;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.xnio.channels.SuspendableReadChannel;

/** The client's side of an HTTP/2 exchange, from the acceptance of its head to the end of the exchange. */
final class Http2Stream implements ExchangeCompletionListener {

    private final Http2Connection connection;
    private final int id;
    private final String target;
    private final @Nullable String protocol;
    private final long requestLength;
    private final Timeout bodyIdle = new Timeout(this::bodyStandsStill);
    private @Nullable HttpServerExchange exchange;
    private @Nullable SuspendableReadChannel body;
    private @Nullable TimerWheel wheel;
    private @Nullable HeaderMap trailers;
    private @Nullable Runnable whenGone;
    private Duration patience = Duration.ZERO;
    private long bodyBytes;
    private boolean bodyEnded;
    private boolean reset;

    Http2Stream(Http2Connection connection, int id, HeaderMap headers, @Nullable String protocol, boolean ended) {
        this.connection = connection;
        this.id = id;
        this.protocol = protocol;
        this.target = String.valueOf(headers.getFirst(Http2Channel.PATH));
        String length = headers.getFirst(Headers.CONTENT_LENGTH);
        this.requestLength = ended && length == null ? -2 : length == null ? -1 : Long.parseLong(length);
    }

    /** The stock stream exists; its body must not stand still for longer than the patience. */
    void body(SuspendableReadChannel channel, TimerWheel wheel, Duration patience) {
        this.body = channel;
        this.wheel = wheel;
        this.patience = patience;
        if (requestLength != -2 && requestLength != 0) {
            wheel.set(bodyIdle, patience);
        }
    }

    void begin(HttpServerExchange exchange) {
        this.exchange = exchange;
        exchange.addExchangeCompleteListener(this);
        if (HttpContinue.requiresContinueResponse(exchange)) {
            // Makes the stock connection believe that 100 was sent: else it would cancel the stream at its end.
            exchange.getConnection().sendOutOfBandResponse(exchange);
        }
        if (!exchange.isRequestComplete()) {
            exchange.addResponseWrapper((factory, answered) -> new EndOfAnswer(factory.create(), this::answered));
        }
    }

    boolean isReset() {
        return reset;
    }

    /** Counts the bytes; false if they disagree with the announced length. */
    boolean dataCame(int length, boolean last) {
        bodyBytes += length;
        TimerWheel current = wheel;
        if (last) {
            bodyEnded = true;
            bodyIdle.clear();
        } else if (current != null) {
            current.set(bodyIdle, patience);
        }
        return requestLength < 0 || (last ? bodyBytes == requestLength : bodyBytes <= requestLength);
    }

    /** Keeps the trailers; false if they are malformed or came before the announced length. */
    boolean trailersCame(HeaderMap fields) {
        bodyEnded = true;
        bodyIdle.clear();
        trailers = fields;
        return Http2Fields.areValidTrailers(fields) && (requestLength < 0 || requestLength == bodyBytes);
    }

    private void bodyStandsStill() {
        SuspendableReadChannel channel = body;
        TimerWheel current = wheel;
        if (channel != null && current != null && !channel.isReadResumed()) {
            // The server does not read: the client may have no window left.
            current.set(bodyIdle, patience);
        } else {
            connection.sendRstStream(id, Http2Channel.ERROR_CANCEL);
        }
    }

    /** The answer has been written whole; the rest of the request is of no interest. */
    private void answered() {
        HttpServerExchange current = exchange;
        if (current != null && !current.isRequestComplete()) {
            whenGone = null;
            if (bodyEnded) {
                gone();
            } else {
                connection.sendRstStream(id, Http2Channel.ERROR_NO_ERROR);
            }
        }
    }

    /** The stream was reset or its connection lost: whoever works for it is told, and the exchange ends. */
    void gone() {
        reset = true;
        bodyIdle.clear();
        SuspendableReadChannel unread = body;
        if (unread != null) {
            connection.discardBody(unread);
        }
        Runnable action = whenGone;
        whenGone = null;
        HttpServerExchange current = exchange;
        if (action != null && current != null && !current.isComplete()) {
            action.run();
        }
        if (current == null) {
            connection.ended(id);
        } else {
            Connectors.terminateRequest(current);
            Connectors.terminateResponse(current);
        }
    }

    String target() {
        return target;
    }

    @Nullable
    String protocol() {
        return protocol;
    }

    long requestLength() {
        return requestLength;
    }

    void whenGone(Runnable action) {
        whenGone = action;
    }

    void sendInformational(int status, HeaderMap headers) {
        HttpServerExchange current = exchange;
        if (current == null || current.isResponseStarted() || reset) {
            return;
        }
        if (status == StatusCodes.CONTINUE) {
            HttpContinue.markContinueResponseSent(current);
        }
        HeaderMap head = new HeaderMap();
        head.put(Http2Channel.STATUS, status);
        headers.forEach(values -> head.putAll(values.getHeaderName(), values));
        connection.informational(id, head);
    }

    @Nullable
    FieldBlock requestTrailers() {
        return trailers == null ? null : HeaderMaps.lines(trailers);
    }

    void abort() {
        whenGone = null;
        connection.sendRstStream(id, Http2Channel.ERROR_INTERNAL_ERROR);
    }

    int refusedWith() {
        return 0;
    }

    long bodyBytesIn() {
        return bodyBytes;
    }

    @Override
    public void exchangeEvent(HttpServerExchange exchange, NextListener nextListener) {
        whenGone = null;
        bodyIdle.clear();
        connection.ended(id);
        nextListener.proceed();
    }
}
