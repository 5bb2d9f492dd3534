package io.ethryx.server.gateway.intake;

import io.ethryx.core.Body;
import io.ethryx.core.ErrorCatalogue;
import io.ethryx.core.InvalidCall;
import io.ethryx.core.RpcBatch;
import io.ethryx.core.RpcCall;
import io.ethryx.core.RpcRequest;
import io.ethryx.core.line.BatchRequest;
import io.ethryx.core.line.BatchRun;
import io.ethryx.core.line.CallFacts;
import io.ethryx.core.line.Target;
import io.ethryx.server.gateway.body.OwnAnswer;
import io.ethryx.server.gateway.call.BatchCall;
import io.ethryx.server.gateway.call.RpcMeans;
import io.ethryx.server.gateway.call.SingleCall;
import io.ethryx.server.gateway.edge.RequestWatch;
import io.ethryx.server.gateway.edge.Visit;
import io.ethryx.server.gateway.socket.NodeSocket;
import io.ethryx.server.gateway.usage.MeteredRequest;
import io.ethryx.server.listener.ClientExchange;
import org.jspecify.annotations.Nullable;

/** Reads a body that has come whole, and sets what it asks for on its way. Thread-safe; each request stays on its IO thread. */
final class RpcDispatch {

    private final RpcMeans means;
    private final Ways overHttp = this::single;

    RpcDispatch(RpcMeans means) {
        this.means = means;
    }

    /**
     * A request whose body has come.
     *
     * @param visit the request
     * @param path names the chain
     * @param metered whether it is metered
     */
    record Arrived(Visit visit, ChainPath path, MeteredRequest metered) {}

    /** Who drives what the line has let begin. */
    interface Ways {

        /** Drives a single call. */
        void single(Visit visit, CallFacts facts, long startNanos);

        /** Where the calls about subscriptions in a batch live, if they may. */
        default @Nullable NodeSocket subscriptions() {
            return null;
        }
    }

    /**
     * Answers what is no request; all else goes on over HTTP.
     *
     * @param arrived the request
     * @param body lent until the exchange has ended
     */
    void begin(Arrived arrived, Body body) {
        begin(arrived, body, overHttp);
    }

    /**
     * Answers what is no request; a call goes to the given driver, a batch to one of its own.
     *
     * @param arrived the request
     * @param body lent until the exchange has ended
     * @param ways who drives it on
     */
    void begin(Arrived arrived, Body body, Ways ways) {
        long startNanos = System.nanoTime();
        Visit visit = arrived.visit();
        ClientExchange exchange = visit.exchange();
        RpcRequest request =
                means.readers().requests(exchange.ioThread().getNumber()).read(body);
        if (request instanceof InvalidCall invalid) {
            if (invalid.emptyBatch()) {
                arrived.metered().forget();
            }
            OwnAnswer.error(exchange, invalid.error(), invalid.id(), null);
            return;
        }
        Target target = arrived.path().target(means.topologies().get());
        if (target == null) {
            OwnAnswer.refuse(exchange, request, ErrorCatalogue.INVALID_CHAIN);
            return;
        }
        RequestFieldsCaller caller = new RequestFieldsCaller(exchange);
        if (request instanceof RpcCall call) {
            visit.watch().calls(target, call.method());
            ways.single(visit, new CallFacts(call, target, caller, means.contexts()), startNanos);
        } else {
            visit.watch().calls(target, RequestWatch.BATCH);
            batch(visit, new BatchToBe((RpcBatch) request, target, startNanos), ways.subscriptions());
        }
    }

    private record BatchToBe(RpcBatch calls, Target target, long startNanos) {}

    private void batch(Visit visit, BatchToBe read, @Nullable NodeSocket socket) {
        BatchRequest batch = new BatchRequest(
                read.calls(),
                read.target(),
                new RequestFieldsCaller(visit.exchange()),
                means.contexts(),
                means.limits().batchMode(),
                socket == null ? call -> false : call -> Subscriptions.concerns(call, socket));
        BatchRun run = means.line().start(batch, read.startNanos());
        BatchCall begun = new BatchCall(means, visit, read.target().effective(), run);
        (socket == null ? begun : begun.subscribingAt(socket)).begin();
    }

    /** Drives a single call over HTTP. */
    void single(Visit visit, CallFacts facts, long startNanos) {
        new SingleCall(means, visit, means.line().start(facts, startNanos)).begin();
    }
}
