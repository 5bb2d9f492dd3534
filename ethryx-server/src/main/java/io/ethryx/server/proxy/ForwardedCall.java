package io.ethryx.server.proxy;

import io.ethryx.core.RequestId;
import io.ethryx.server.fields.FieldBlock;
import io.ethryx.server.listener.ClientAnswer;
import io.ethryx.server.listener.ClientExchange;
import io.ethryx.server.listener.Expectation;
import io.ethryx.server.listener.HttpVersion;
import io.ethryx.server.listener.RequestBody;
import io.ethryx.server.timer.Timeout;
import io.ethryx.server.timer.TimerWheel;
import io.ethryx.server.upstream.UpstreamCall;
import io.ethryx.server.upstream.UpstreamFailure;
import io.ethryx.server.upstream.UpstreamListener;
import io.ethryx.server.upstream.UpstreamRequest;
import java.io.IOException;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One client request and the upstream call made for it, from dispatch to the last byte of the answer.
 *
 * <p>The line: {@link #begin} sends the head, {@link RequestPump} the body; {@link #onHead} relays the answer's head,
 * {@link ResponsePump} its body; {@link #ended} cleans up, however it ended. Confined to one IO thread.
 */
final class ForwardedCall implements UpstreamListener, RequestPump.Ending, ResponsePump.Ending {

    private static final int SWITCHING_PROTOCOLS = 101;
    private static final int CLIENT_LEFT = 499;

    /** A body of at most this many bytes is read whole before the upstream is asked. */
    private static final int SHORT_BODY = 4096;

    private final Forwarder forwarder;
    private final ClientExchange client;
    private final Destination destination;
    private final RequestBody body;
    private final @Nullable ProtocolSwitch switching;
    private final long startNanos = System.nanoTime();
    private final Timeout deadline = new Timeout(this::tooLate);
    private final @Nullable CallTrace trace;
    private @Nullable Timeout continueDeadline;
    private @Nullable UpstreamCall call;
    private @Nullable Upload upload;
    private @Nullable ResponsePump download;
    private long headNanos;
    private boolean uploaded;
    private boolean clientLeft;

    /**
     * What a request brings.
     *
     * @param body its body
     * @param switching what becomes of it if the upstream agrees to another protocol, or null for an ordinary request
     */
    record Content(RequestBody body, @Nullable ProtocolSwitch switching) {}

    ForwardedCall(Forwarder forwarder, ClientExchange client, Destination destination, Content content) {
        this.forwarder = forwarder;
        this.client = client;
        this.destination = destination;
        this.body = content.body();
        this.switching = content.switching();
        this.trace = forwarder.events.trace(client, destination);
    }

    void begin() {
        client.whenEnded(this::ended);
        client.whenGone(this::clientGone);
        wheel().set(deadline, forwarder.proxyTimeout);
        long length = requestLength();
        if (length == UpstreamRequest.NO_BODY) {
            uploaded = true;
            UpstreamCall begun = dial();
            if (begun != null) {
                begun.endRequest(null);
            }
        } else if (clientWaitsForContinue()) {
            waitForContinue();
        } else if (length > 0 && length <= SHORT_BODY) {
            upload = new ShortUpload(body, (int) length, this::dial, this);
            upload.start();
        } else {
            dial();
            stream();
        }
    }

    /** Behind a request for another protocol comes that protocol, and not a body. */
    private long requestLength() {
        return switching == null ? client.requestLength() : UpstreamRequest.NO_BODY;
    }

    private @Nullable UpstreamCall dial() {
        if (client.hasEnded()) {
            return null;
        }
        if (trace != null) {
            trace.asking();
        }
        call = destination
                .upstream()
                .call(
                        client.ioThread(),
                        new ForwardedRequest(
                                client,
                                destination,
                                forwarder.forwardedFields,
                                new ForwardedRequest.Shape(
                                        requestLength(), switching == null ? null : switching.protocol())),
                        this);
        return call;
    }

    // --- the request's body ---

    private boolean clientWaitsForContinue() {
        return client.version() != HttpVersion.HTTP_1_0 && Expectation.isContinue(client.requestFields());
    }

    /** Sends the head alone. The client's body goes on with the upstream's 100, with our own, or when it comes unasked. */
    private void waitForContinue() {
        UpstreamCall begun = dial();
        if (begun == null) {
            return;
        }
        begun.flushHead();
        continueDeadline = new Timeout(this::goOn);
        wheel().set(continueDeadline, Forwarder.CONTINUE_AFTER);
        body.whenReadable(this::stream);
        body.want(true);
    }

    /** Tells a waiting client to send its body, and carries it on. */
    private void goOn() {
        client.answer().sendInformational(100, new FieldBlock());
        stream();
    }

    /** Carries the body on as it comes. */
    private void stream() {
        if (continueDeadline != null) {
            continueDeadline.clear();
        }
        UpstreamCall current = call;
        if (current != null && upload == null) {
            upload = new RequestPump(forwarder.buffers, body, current, this);
            upload.start();
        }
    }

    @Override
    public void uploaded() {
        uploaded = true;
        if (call != null) {
            call.endRequest(TrailerFields.permitted(body.trailers()));
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
    public void onInformational(int status, FieldBlock fields) {
        if (status == 100) {
            if (continueDeadline != null && upload == null) {
                goOn();
            }
        } else {
            client.answer().sendInformational(status, AnswerFields.endToEnd(fields));
        }
    }

    @Override
    public void onHead(int status, FieldBlock fields, long contentLength) {
        deadline.clear();
        if (continueDeadline != null) {
            continueDeadline.clear();
        }
        UpstreamCall current = call;
        if (current == null) {
            return;
        }
        if (trace != null) {
            trace.answered(status);
        }
        if (status == SWITCHING_PROTOCOLS) {
            switchProtocols(current, fields);
            return;
        }
        ClientAnswer answer = client.answer();
        if (!uploaded) {
            answer.closeAfter();
        }
        headIsReady(status);
        AnswerFields.relay(client, status, fields, contentLength);
        download = new ResponsePump(forwarder.buffers, answer, current, this);
        download.start();
    }

    private void switchProtocols(UpstreamCall current, FieldBlock fields) {
        ProtocolSwitch to = Objects.requireNonNull(switching);
        String fault = to.fault(fields);
        if (fault != null) {
            giveUpUpstream();
            answer(FailedAnswer.of(destination.layer(), new UpstreamFailure(UpstreamFailure.Kind.MALFORMED, fault)));
            return;
        }
        headIsReady(to.status(client));
        FieldBlock passed = AnswerFields.endToEnd(fields);
        call = null;
        to.begin(client, current.takeOver(), passed);
        forwarder.events.switched(destination.layer(), client.version());
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
        FieldBlock trailers = current == null ? null : TrailerFields.permitted(current.trailers());
        if (trailers != null) {
            client.answer().trailers(trailers);
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
        if (trace != null) {
            trace.failed(failure.kind().name().toLowerCase(Locale.ROOT));
        }
        if (headNanos != 0) {
            forwarder.events.upstreamAborted();
            stopPumps();
            client.abort();
        } else {
            answer(FailedAnswer.of(destination.layer(), failure));
        }
    }

    private void tooLate() {
        if (trace != null) {
            trace.failed("timeout");
        }
        giveUpUpstream();
        answer(FailedAnswer.timedOut(destination.layer(), forwarder.proxyTimeout));
    }

    private void answer(FailedAnswer failed) {
        deadline.clear();
        stopPumps();
        headIsReady(failed.status());
        if (switching == null) {
            forwarder.events.failed(destination.layer(), failed.status(), failed.sentence());
        } else {
            forwarder.events.switchFailed(destination.layer(), failed.status(), failed.sentence());
        }
        byte[] sent = upload == null ? new byte[0] : upload.copy();
        failed.send(client, uploaded, JsonRpcCalls.looksLikeOne(client) ? RequestId.of(sent) : null);
    }

    /** The client left, or broke its own request: nobody waits for an answer any more. */
    private void clientGone() {
        if (clientLeft) {
            return;
        }
        clientLeft = true;
        if (switching != null) {
            switching.clientGone();
        }
        if (client.refusedWith() == 0) {
            forwarder.events.clientAborted();
        } else if (headNanos == 0) {
            headIsReady(client.refusedWith());
        }
        giveUpUpstream();
        stopPumps();
        client.abort();
    }

    // --- the end ---

    private void ended() {
        deadline.clear();
        if (continueDeadline != null) {
            continueDeadline.clear();
        }
        stopPumps();
        giveUpUpstream();
        if (switching != null) {
            tunnelEnded(switching);
        }
        if (trace != null) {
            trace.ended(status());
        }
        if (forwarder.events.wantsEnded()) {
            tellEnded();
        }
    }

    private void tunnelEnded(ProtocolSwitch ended) {
        ended.exchangeEnded();
        ProtocolSwitch.Side breaker = ended.passage().brokenBy();
        if (breaker == ProtocolSwitch.Side.CLIENT && !clientLeft) {
            clientLeft = true;
            forwarder.events.clientAborted();
        } else if (breaker == ProtocolSwitch.Side.UPSTREAM) {
            forwarder.events.upstreamAborted();
        }
    }

    private void tellEnded() {
        long total = System.nanoTime() - startNanos;
        EndedExchange.Times times = new EndedExchange.Times(headNanos == 0 ? total : headNanos, total);
        ProtocolSwitch.Passage passage = switching == null ? null : switching.passage();
        forwarder.events.ended(new EndedExchange(client, destination.layer(), status(), times, trace != null, passage));
    }

    private int status() {
        if (!clientLeft) {
            return client.answer().status();
        }
        return client.refusedWith() == 0 ? CLIENT_LEFT : client.refusedWith();
    }

    private void headIsReady(int status) {
        headNanos = Math.max(1, System.nanoTime() - startNanos);
        forwarder.events.headReady(destination.layer(), client.sentMethod(), status, headNanos);
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
        return forwarder.timers.of(client.ioThread());
    }
}
