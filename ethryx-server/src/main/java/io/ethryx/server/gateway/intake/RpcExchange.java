package io.ethryx.server.gateway.intake;

import io.ethryx.core.Body;
import io.ethryx.core.ErrorCatalogue;
import io.ethryx.core.RpcId;
import io.ethryx.server.fields.KnownField;
import io.ethryx.server.gateway.body.Gzip;
import io.ethryx.server.gateway.body.OwnAnswer;
import io.ethryx.server.gateway.body.PooledBytes;
import io.ethryx.server.gateway.call.RpcMeans;
import io.ethryx.server.listener.ClientExchange;
import io.ethryx.server.listener.Expectation;
import java.io.IOException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * One HTTP request with a call or a batch: its body is taken in whole and read, and then goes along the line. Confined to the
 * client's IO thread.
 */
final class RpcExchange implements RequestIntake.Ending {

    private static final Duration LATER = Duration.ofSeconds(1);

    private final RpcMeans means;
    private final RpcDispatch dispatch;
    private final RpcDispatch.Arrived arrived;
    private final ClientExchange exchange;
    private final PooledBytes bytes;
    private final RequestIntake intake;
    private ContentCoding coding = ContentCoding.PLAIN;
    private boolean lent;

    RpcExchange(RpcMeans means, RpcDispatch dispatch, RpcDispatch.Arrived arrived) {
        this.means = means;
        this.dispatch = dispatch;
        this.arrived = arrived;
        this.exchange = arrived.visit().exchange();
        this.bytes = new PooledBytes(means.io().buffers(), means.budget());
        this.intake = new RequestIntake(exchange.body(), bytes, means.limits().maxBodyBytes(), this);
    }

    void begin() {
        coding = ContentCoding.of(exchange.requestFields());
        if (coding == ContentCoding.NOT_UNDERSTOOD) {
            exchange.answer().closeAfter();
            OwnAnswer.codingNotUnderstood(exchange);
        } else if (exchange.requestLength() > means.limits().maxBodyBytes()) {
            tooLong();
        } else {
            Expectation.goOn(exchange);
            takeIn();
        }
    }

    /** A body that is here already has gone on when this returns, and then its end is its call's business. */
    private void takeIn() {
        exchange.whenGone(this::broken);
        try {
            intake.start();
        } finally {
            if (intake.isOver() || exchange.hasEnded()) {
                ended();
            } else {
                exchange.whenEnded(this::ended);
            }
        }
    }

    @Override
    public void whole() {
        try {
            Body body = plain();
            if (body == null) {
                overBudget();
                return;
            }
            exchange.requestFields().drop(KnownField.CONTENT_ENCODING);
            begin(body);
        } catch (Gzip.TooLong e) {
            tooLong();
        } catch (IOException e) {
            OwnAnswer.text(exchange, 400, "The body is not the gzip that its Content-Encoding says.");
        }
    }

    /** The body without its coding, null where there is no room for it. */
    private @Nullable Body plain() throws IOException {
        Body body = bytes.body();
        if (coding == ContentCoding.PLAIN) {
            return body;
        }
        byte[] plain = Gzip.whole(body, means.limits().maxBodyBytes());
        return bytes.holdBeside(plain.length) ? Body.of(plain) : null;
    }

    /** The bytes are a call's until its own end, which comes after that of the intake. */
    private void begin(Body body) {
        lent = true;
        try {
            dispatch.begin(arrived, body);
        } finally {
            if (exchange.hasEnded()) {
                bytes.release();
            } else {
                exchange.whenEnded(bytes::release);
            }
        }
    }

    @Override
    public void tooLong() {
        exchange.answer().closeAfter();
        OwnAnswer.text(
                exchange, 413, "The body is longer than " + means.limits().maxBodyBytes() + " bytes (max_body_bytes).");
    }

    @Override
    public void overBudget() {
        exchange.answer().closeAfter();
        OwnAnswer.error(exchange, ErrorCatalogue.OVERLOADED, RpcId.NULL, LATER);
    }

    @Override
    public void broken() {
        intake.stop();
        arrived.visit().watch().clientLeft();
        exchange.abort();
    }

    /** Nothing more is taken in; what no call has is given back. */
    private void ended() {
        intake.stop();
        if (!lent) {
            bytes.release();
        }
    }
}
