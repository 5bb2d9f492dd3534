package io.ethryx.server.mock;

import io.ethryx.server.listener.ClientStream;
import io.ethryx.server.proxy.Destination;
import io.ethryx.server.proxy.Forwarder;
import io.ethryx.server.proxy.RewrittenCall;
import io.ethryx.server.proxy.Tally;
import io.undertow.server.ExchangeCompletionListener;
import io.undertow.server.HttpServerExchange;
import java.nio.charset.StandardCharsets;

/** One request whose body is looked at before it goes on. Confined to the exchange's IO thread. */
final class InspectedCall implements HeldBody.Ending, ExchangeCompletionListener {

    private final Forwarder forwarder;
    private final Destination destination;
    private final HttpServerExchange exchange;
    private final SyncingInspector.Means means;
    private final Tally tally;
    private final HeldBody body;

    InspectedCall(
            Forwarder forwarder, Destination destination, HttpServerExchange exchange, SyncingInspector.Means means) {
        this.forwarder = forwarder;
        this.destination = destination;
        this.exchange = exchange;
        this.means = means;
        this.tally = Tally.begin(means.events(), destination.layer(), exchange);
        this.body = new HeldBody(exchange, means.buffers(), means.budget(), this);
    }

    void begin() {
        exchange.addExchangeCompleteListener(this);
        ClientStream.of(exchange).whenGone(this::broken);
        body.start();
    }

    @Override
    public void whole() {
        if (!body.mentioned()) {
            forward();
            return;
        }
        SyncingRule.Plan plan = SyncingRule.plan(body.copy());
        if (plan instanceof SyncingRule.Answer answer) {
            body.release();
            StandIn.json(200, answer.body()).send(exchange, tally);
        } else if (plan instanceof SyncingRule.Divide divide) {
            body.release();
            tally.handOver();
            new RewrittenCall(
                            forwarder,
                            exchange,
                            destination,
                            new RewrittenCall.Change(
                                    StandardCharsets.UTF_8.encode(divide.rest()), divide.merge(), means.budget()))
                    .begin();
        } else {
            forward();
        }
    }

    @Override
    public void tooLong() {
        forward();
    }

    private void forward() {
        tally.handOver();
        body.giveBack();
        forwarder.forward(exchange, destination);
    }

    /** The client left, or broke its own request. */
    @Override
    public void broken() {
        body.release();
        tally.clientLeft();
        ClientStream.of(exchange).abort();
    }

    @Override
    public void exchangeEvent(HttpServerExchange ended, NextListener next) {
        body.release();
        next.proceed();
    }
}
