package io.ethryx.server.gateway.edge;

import io.ethryx.server.access.OperatorClaim;
import io.ethryx.server.access.OperatorRule;
import io.ethryx.server.access.Standing;
import io.ethryx.server.fields.FieldBlock;
import io.ethryx.server.fields.KnownField;
import io.ethryx.server.listener.ClientExchange;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Where requests come in: finds out who looks on at each of them. Where nobody does, a request passes as it is, at the cost
 * of a search of its fields for one name. Thread-safe.
 */
public final class Door {

    private final @Nullable Cors cors;
    private final OperatorRule operators;
    private final @Nullable CallTraces traces;

    /**
     * A door.
     *
     * @param corsOrigins origins whose pages may call, {@code *} for all; none to leave CORS to the nodes
     * @param operators who may ask why a call went where it did
     * @param traces who traces calls, or null if nobody does
     */
    public Door(List<String> corsOrigins, OperatorRule operators, @Nullable CallTraces traces) {
        this.cors = corsOrigins.isEmpty() ? null : new Cors(corsOrigins);
        this.operators = operators;
        this.traces = traces;
    }

    /**
     * Lets a request in.
     *
     * @param exchange the request, on its IO thread, nothing of it read or answered
     * @return what is to be served, or null if the request was answered here
     */
    public @Nullable Visit open(ClientExchange exchange) {
        RequestWatch watch = watch(exchange);
        if (watch.equals(RequestWatch.NOBODY)) {
            return new Visit(exchange, watch);
        }
        exchange.whenEnded(watch::ended);
        ClientExchange watched = new WatchedExchange(exchange, watch);
        return cors != null && cors.answersPreflight(watched) ? null : new Visit(watched, watch);
    }

    /**
     * Whether who asks for a WebSocket may have it. What a browser reads over one is fenced in by no rule but this: a page needs its
     * origin among those that may call (RFC 6455 section 10.2).
     *
     * @param exchange asks for a WebSocket
     * @return true for whoever is no page, too
     */
    public boolean admitsToSocket(ClientExchange exchange) {
        boolean page = exchange.requestFields().has(KnownField.ORIGIN);
        return !page || (cors != null && cors.admits(exchange.requestFields()));
    }

    private RequestWatch watch(ClientExchange exchange) {
        boolean logged = AccessTrail.wanted();
        int asked = exchange.requestFields().find(ExplainedAnswer.ASKED, 0);
        if (!logged && asked < 0 && cors == null && traces == null) {
            return RequestWatch.NOBODY;
        }
        List<RequestWatch> watches = new ArrayList<>(4);
        if (logged) {
            watches.add(new AccessTrail(exchange));
        }
        if (asked >= 0 && explains(exchange, asked)) {
            watches.add(new ExplainedAnswer());
        }
        if (cors != null) {
            watches.add(cors.watch(exchange));
        }
        if (traces != null) {
            watches.add(traces.begin(exchange));
        }
        return watches.isEmpty() ? RequestWatch.NOBODY : SeveralWatches.of(watches);
    }

    /** Whether a caller who asks for an explanation gets one. The question, and the token with it, stay here. */
    private boolean explains(ClientExchange exchange, int asked) {
        FieldBlock fields = exchange.requestFields();
        boolean wanted = fields.value(asked).strip().equals("1");
        Standing standing = operators.judge(OperatorClaim.of(exchange));
        for (int line = asked; line >= 0; line = fields.find(ExplainedAnswer.ASKED, line + 1)) {
            fields.drop(line);
        }
        if (standing == Standing.TOKEN) {
            fields.drop(KnownField.AUTHORIZATION);
        }
        return wanted && standing.allowed();
    }
}
