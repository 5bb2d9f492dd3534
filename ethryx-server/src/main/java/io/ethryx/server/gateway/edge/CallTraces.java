package io.ethryx.server.gateway.edge;

import io.ethryx.core.line.RoutingDecision;
import io.ethryx.core.line.Target;
import io.ethryx.server.fields.FieldBlock;
import io.ethryx.server.listener.ClientExchange;
import io.ethryx.server.telemetry.RoundTrip;
import io.ethryx.server.telemetry.RoundTrips;
import io.ethryx.server.telemetry.UpstreamSpan;
import io.ethryx.server.upstream.UpstreamRequest;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Makes spans of requests and of what is asked of nodes for them (decision G22). Thread-safe. */
public final class CallTraces {

    private static final int CLIENT_LEFT = 499;
    private static final List<String> CONTEXT = List.of("traceparent", "tracestate");

    private final RoundTrips trips;

    /**
     * Traces of calls.
     *
     * @param trips where spans come from
     */
    public CallTraces(RoundTrips trips) {
        this.trips = trips;
    }

    /** Begins the span of a request. Nodes get the context of their own spans instead of the client's. */
    RequestWatch begin(ClientExchange exchange) {
        FieldBlock fields = exchange.requestFields();
        RoundTrip trip = trips.begin(
                name -> contextField(fields, name),
                exchange.sentMethod().toString(),
                exchange.target(),
                exchange.peerText());
        for (String name : CONTEXT) {
            for (int line = fields.find(name, 0); line >= 0; line = fields.find(name, line + 1)) {
                fields.drop(line);
            }
        }
        return new Traced(exchange, trip);
    }

    /** The value of a field; more than one {@code traceparent} is none, several lines of others are one list. */
    private static @Nullable String contextField(FieldBlock fields, String name) {
        int line = fields.find(name, 0);
        if (line < 0) {
            return null;
        }
        String value = fields.value(line);
        for (int more = fields.find(name, line + 1); more >= 0; more = fields.find(name, more + 1)) {
            if (name.equals(CONTEXT.get(0))) {
                return null;
            }
            value = value + "," + fields.value(more);
        }
        return value;
    }

    /** The spans of one request. */
    private static final class Traced implements RequestWatch {

        private final ClientExchange exchange;
        private final RoundTrip trip;
        private boolean left;

        Traced(ClientExchange exchange, RoundTrip trip) {
            this.exchange = exchange;
            this.trip = trip;
        }

        @Override
        public void clientLeft() {
            left = true;
        }

        @Override
        public void calls(Target target, String method) {
            trip.calls(target.effective().toString(), method);
        }

        @Override
        public AttemptWatch asks(RoutingDecision.Forward decision) {
            return new TracedAttempt(trip.asks(
                    decision.node().key(),
                    decision.pool().wireName(),
                    decision.node().address(),
                    decision.node().port()));
        }

        @Override
        public void ended() {
            int refused = exchange.refusedWith();
            int status = refused == 0 ? exchange.answer().status() : refused;
            trip.ended(status == 0 || left ? CLIENT_LEFT : status);
        }
    }

    /** The span of one node that is asked. */
    private record TracedAttempt(UpstreamSpan span) implements AttemptWatch {

        @Override
        public void addFields(UpstreamRequest.FieldSink sink) {
            span.inject(sink::field);
        }

        @Override
        public void answered(int status) {
            span.answered(status);
        }

        @Override
        public void failed(String kind) {
            span.failed(kind);
        }

        @Override
        public void givenUp() {
            span.failed("given_up");
        }
    }
}
