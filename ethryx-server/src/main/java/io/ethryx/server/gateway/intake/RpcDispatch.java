package io.ethryx.server.gateway.intake;

import io.ethryx.core.Body;
import io.ethryx.core.ErrorCatalogue;
import io.ethryx.core.InvalidCall;
import io.ethryx.core.RpcBatch;
import io.ethryx.core.RpcCall;
import io.ethryx.core.RpcRequest;
import io.ethryx.core.line.BatchRequest;
import io.ethryx.core.line.CallFacts;
import io.ethryx.core.line.Target;
import io.ethryx.core.topology.ChainId;
import io.ethryx.server.gateway.body.OwnAnswer;
import io.ethryx.server.gateway.call.BatchCall;
import io.ethryx.server.gateway.call.RpcMeans;
import io.ethryx.server.gateway.call.SingleCall;
import io.ethryx.server.gateway.edge.RequestWatch;
import io.ethryx.server.gateway.edge.Visit;
import io.ethryx.server.gateway.usage.MeteredRequest;
import io.ethryx.server.listener.ClientExchange;
import java.util.Optional;

/** Reads a body that has come whole, and sets what it asks for on its way. Thread-safe; each request stays on its IO thread. */
final class RpcDispatch {

    private final RpcMeans means;
    private final ChainSpellings spellings = new ChainSpellings();

    RpcDispatch(RpcMeans means) {
        this.means = means;
    }

    /**
     * A request whose body has come.
     *
     * @param visit the request
     * @param segment the chain, as it stands in the path
     * @param metered whether it is metered
     */
    record Arrived(Visit visit, String segment, MeteredRequest metered) {}

    /** Who drives a call that the line has let begin. */
    interface SingleCalls {
        void begin(Visit visit, CallFacts facts, long startNanos);
    }

    /**
     * Answers what is no request; a call goes to the given driver, a batch to its own.
     *
     * @param arrived the request
     * @param body lent until the exchange has ended
     * @param single drives a single call
     */
    void begin(Arrived arrived, Body body, SingleCalls single) {
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
        Optional<ChainId> asked = spellings.chain(arrived.segment());
        if (asked.isEmpty()) {
            OwnAnswer.refuse(exchange, request, ErrorCatalogue.INVALID_CHAIN);
            return;
        }
        Target target = Target.of(means.topologies().get(), asked.get());
        RequestFieldsCaller caller = new RequestFieldsCaller(exchange);
        if (request instanceof RpcCall call) {
            visit.watch().calls(target, call.method());
            single.begin(visit, new CallFacts(call, target, caller, means.contexts()), startNanos);
        } else {
            visit.watch().calls(target, RequestWatch.BATCH);
            BatchRequest batch = new BatchRequest(
                    (RpcBatch) request,
                    target,
                    caller,
                    means.contexts(),
                    means.limits().batchMode());
            new BatchCall(means, visit, target.effective(), means.line().start(batch, startNanos)).begin();
        }
    }

    /** Drives a single call over HTTP. */
    void overHttp(Visit visit, CallFacts facts, long startNanos) {
        new SingleCall(means, visit, means.line().start(facts, startNanos)).begin();
    }
}
