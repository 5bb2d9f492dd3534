package io.ethryx.server.proxy;

import io.ethryx.core.RequestId;
import io.ethryx.server.listener.ClientStream;
import io.ethryx.server.timer.Timeout;
import io.ethryx.server.timer.TimerWheel;
import io.ethryx.server.upstream.UpstreamCall;
import io.ethryx.server.upstream.UpstreamFailure;
import io.ethryx.server.upstream.UpstreamListener;
import io.ethryx.server.upstream.UpstreamRequest;
import io.undertow.server.ExchangeCompletionListener;
import io.undertow.server.HttpServerExchange;
import io.undertow.util.HeaderMap;
import io.undertow.util.Headers;
import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.xnio.channels.StreamSinkChannel;

/**
 * One client request and the upstream call made for it, from dispatch to the last byte of the answer.
 *
 * <p>The line: {@link #begin} sends the head, {@link RequestPump} the body; {@link #onHead} relays the answer's head,
 * {@link ResponsePump} its body; {@link #exchangeEvent} cleans up, however it ended. Confined to one IO thread.
 */
final class ForwardedCall
        implements UpstreamListener, RequestPump.Ending, ResponsePump.Ending, ExchangeCompletionListener {

    private static final int CLIENT_LEFT = 499;

    /** A JSON-RPC call of at most this many bytes gets its own id back in an error. */
    private static final int MOST_KEPT = 4096;

    private final Forwarder forwarder;
    private final HttpServerExchange exchange;
    private final ClientStream client;
    private final Destination destination;
    private final long startNanos = System.nanoTime();
    private final Timeout deadline = new Timeout(this::tooLate);
    private @Nullable Timeout continueDeadline;
    private @Nullable UpstreamCall call;
    private @Nullable RequestPump upload;
    private @Nullable ResponsePump download;
    private long headNanos;
    private boolean uploaded;
    private boolean clientLeft;

    ForwardedCall(Forwarder forwarder, HttpServerExchange exchange, ClientStream client, Destination destination) {
        this.forwarder = forwarder;
        this.exchange = exchange;
        this.client = client;
        this.destination = destination;
    }

    void begin() {
        exchange.addExchangeCompleteListener(this);
        client.whenGone(this::clientGone);
        long length = client.requestLength();
        UpstreamCall begun = destination
                .upstream()
                .call(
                        exchange.getIoThread(),
                        new ForwardedRequest(
                                exchange,
                                destination,
                                forwarder.forwardedFields,
                                new ForwardedRequest.Framing(client.target(), length)),
                        this);
        call = begun;
        wheel().set(deadline, forwarder.proxyTimeout);
        if (length == UpstreamRequest.NO_BODY) {
            uploaded = true;
            begun.endRequest(null);
        } else if (clientWaitsForContinue()) {
            begun.flushHead();
            continueDeadline = new Timeout(this::goOn);
            wheel().set(continueDeadline, Forwarder.CONTINUE_AFTER);
        } else {
            startUpload();
        }
    }

    // --- the request's body ---

    private boolean clientWaitsForContinue() {
        String expect = exchange.getRequestHeaders().getFirst(Headers.EXPECT);
        return expect != null && expect.equalsIgnoreCase("100-continue") && !exchange.isHttp10();
    }

    /** Tells a waiting client to send its body, and carries it on. */
    private void goOn() {
        client.sendInformational(100, new HeaderMap());
        startUpload();
    }

    private void startUpload() {
        if (continueDeadline != null) {
            continueDeadline.clear();
        }
        UpstreamCall current = call;
        if (current != null && upload == null) {
            upload = new RequestPump(forwarder.buffers, exchange.getRequestChannel(), current, this);
            long length = client.requestLength();
            if (length > 0 && length <= MOST_KEPT && JsonRpcCalls.looksLikeOne(exchange)) {
                upload.keepCopy((int) length);
            }
            upload.start();
        }
    }

    @Override
    public void uploaded() {
        uploaded = true;
        if (call != null) {
            call.endRequest(TrailerFields.permitted(client.requestTrailers()));
        }
    }

    @Override
    public void uploadBroken(IOException cause) {
        clientGone();
    }

    @Override
    public void onWritable() {
        if (upload != null) {
            upload.run();
        }
    }

    // --- the answer ---

    @Override
    public void onInformational(int status, HeaderMap headers) {
        if (status == 100) {
            if (continueDeadline != null && upload == null) {
                goOn();
            }
        } else {
            client.sendInformational(status, AnswerFields.endToEnd(headers));
        }
    }

    @Override
    public void onHead(int status, HeaderMap headers, long contentLength) {
        deadline.clear();
        if (continueDeadline != null) {
            continueDeadline.clear();
        }
        if (!uploaded) {
            exchange.setPersistent(false);
        }
        exchange.setStatusCode(status);
        AnswerFields.relay(headers, exchange, contentLength);
        headIsReady(status);
        StreamSinkChannel channel = exchange.getResponseChannel();
        UpstreamCall current = call;
        if (channel == null || current == null) {
            return;
        }
        AnswerFields.restoreLength(headers, exchange);
        download = new ResponsePump(forwarder.buffers, channel, current, this);
        download.start();
    }

    @Override
    public void onReadable() {
        if (download != null) {
            download.run();
        }
    }

    @Override
    public void bodyEnds() {
        UpstreamCall current = call;
        HeaderMap trailers = current == null ? null : TrailerFields.permitted(current.trailers());
        if (trailers != null) {
            AnswerFields.trail(exchange, trailers);
        }
    }

    @Override
    public void downloaded() {
        if (!uploaded) {
            giveUpUpstream();
            exchange.endExchange();
        }
    }

    @Override
    public void clientBroken(IOException cause) {
        clientGone();
    }

    // --- what goes wrong ---

    @Override
    public void onFailure(UpstreamFailure failure) {
        call = null;
        if (headNanos != 0) {
            forwarder.events.upstreamAborted();
            stopPumps();
            client.abort();
        } else {
            answer(FailedAnswer.of(destination.layer(), failure));
        }
    }

    private void tooLate() {
        giveUpUpstream();
        answer(FailedAnswer.timedOut(destination.layer(), forwarder.proxyTimeout));
    }

    private void answer(FailedAnswer failed) {
        deadline.clear();
        stopPumps();
        headIsReady(failed.status());
        forwarder.events.failed(destination.layer(), failed.status(), failed.sentence());
        byte[] body = upload == null ? new byte[0] : upload.copy();
        failed.send(exchange, uploaded, JsonRpcCalls.looksLikeOne(exchange) ? RequestId.of(body) : null);
    }

    /** The client left, or broke its own request: nobody waits for an answer any more. */
    private void clientGone() {
        if (clientLeft) {
            return;
        }
        clientLeft = true;
        forwarder.events.clientAborted();
        giveUpUpstream();
        stopPumps();
        client.abort();
    }

    // --- the end ---

    @Override
    public void exchangeEvent(HttpServerExchange ended, NextListener next) {
        deadline.clear();
        if (continueDeadline != null) {
            continueDeadline.clear();
        }
        stopPumps();
        giveUpUpstream();
        if (forwarder.events.wantsEnded()) {
            tellEnded();
        }
        next.proceed();
    }

    private void tellEnded() {
        long total = System.nanoTime() - startNanos;
        forwarder.events.ended(new EndedExchange(
                exchange,
                client.target(),
                destination.layer(),
                clientLeft ? CLIENT_LEFT : exchange.getStatusCode(),
                headNanos == 0 ? total : headNanos,
                total,
                client.bodyBytesIn()));
    }

    private void headIsReady(int status) {
        headNanos = Math.max(1, System.nanoTime() - startNanos);
        forwarder.events.headReady(destination.layer(), exchange.getRequestMethod(), status, headNanos);
    }

    /** Cancels the call; of no effect on one that has ended. */
    private void giveUpUpstream() {
        UpstreamCall current = call;
        call = null;
        if (current != null) {
            current.cancel();
        }
    }

    private void stopPumps() {
        if (upload != null) {
            upload.stop();
        }
        if (download != null) {
            download.stop();
        }
    }

    private TimerWheel wheel() {
        return forwarder.timers.of(exchange.getIoThread());
    }
}
