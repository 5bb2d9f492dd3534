package io.ethryx.server.mock;

import io.ethryx.server.listener.ClientExchange;
import io.ethryx.server.proxy.Destination;
import io.ethryx.server.proxy.Forwarder;
import io.ethryx.server.proxy.RewrittenCall;
import io.ethryx.server.proxy.Tally;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** One request whose body is looked at before it goes on. Confined to the exchange's IO thread. */
final class InspectedCall implements HeldBody.Ending {

    private final Forwarder forwarder;
    private final Destination destination;
    private final ClientExchange exchange;
    private final SyncingInspector.Means means;
    private final Tally tally;
    private final HeldBody body;
    private @Nullable ReplayedBody replayed;

    InspectedCall(Forwarder forwarder, Destination destination, ClientExchange exchange, SyncingInspector.Means means) {
        this.forwarder = forwarder;
        this.destination = destination;
        this.exchange = exchange;
        this.means = means;
        this.tally = Tally.begin(means.events(), destination.layer(), exchange);
        this.body = new HeldBody(exchange.body(), means.buffers(), means.budget(), this);
    }

    void begin() {
        exchange.whenEnded(this::ended);
        exchange.whenGone(this::broken);
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
        replayed = body.replay(exchange.ioThread());
        forwarder.forward(exchange, destination, replayed);
    }

    /** The client left, or broke its own request. */
    @Override
    public void broken() {
        body.release();
        tally.clientLeft();
        exchange.abort();
    }

    private void ended() {
        body.release();
        if (replayed != null) {
            replayed.release();
        }
    }
}
