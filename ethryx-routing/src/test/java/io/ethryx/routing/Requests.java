package io.ethryx.routing;

import io.ethryx.core.BlockContext;
import io.ethryx.core.BlockEdge;
import io.ethryx.core.Body;
import io.ethryx.core.JsonRpcReader;
import io.ethryx.core.RpcBatch;
import io.ethryx.core.RpcCall;
import io.ethryx.core.line.CallFacts;
import io.ethryx.core.line.Caller;
import io.ethryx.core.line.RoutingDecision;
import io.ethryx.core.line.Target;
import io.ethryx.core.topology.ChainId;
import io.ethryx.core.topology.Topology;
import java.nio.charset.StandardCharsets;

/** Calls as a reader makes them of bodies, and what tests say of their contexts. */
final class Requests {

    static final ChainId CHAIN = new ChainId("1", "");
    static final Caller ARCHIVE = name -> name.equals(Caller.NODE_TYPE) ? "archive" : null;

    private static final BlockContextReader CONTEXTS = new BlockContextReader(MethodTable.standard());

    private Requests() {}

    static RpcCall call(String method, String params) {
        return read("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"" + method + "\",\"params\":" + params + "}");
    }

    static RpcCall read(String body) {
        return (RpcCall) new JsonRpcReader().read(Body.of(body.getBytes(StandardCharsets.UTF_8)));
    }

    static RpcCall batched(String method, String params) {
        String body = "[{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"" + method + "\",\"params\":" + params + "}]";
        RpcBatch batch = (RpcBatch) new JsonRpcReader().read(Body.of(body.getBytes(StandardCharsets.UTF_8)));
        return (RpcCall) batch.elements().get(0);
    }

    static CallFacts facts(Topology topology, RpcCall call, Caller caller) {
        return new CallFacts(call, Target.of(topology, CHAIN), caller, CONTEXTS);
    }

    static CallFacts facts(Topology topology, String method, String params) {
        return facts(topology, call(method, params), Caller.ANONYMOUS);
    }

    /** What a decision says, in a few words. */
    static String words(RoutingDecision decision) {
        if (decision instanceof RoutingDecision.Forward forward) {
            return forward.node().key() + ' ' + forward.reason().wireName();
        }
        if (decision instanceof RoutingDecision.Unroutable unroutable) {
            return String.valueOf(unroutable.error().data());
        }
        return "settled";
    }

    /** What a context says, in a few words. */
    static String describe(BlockContext context) {
        if (context instanceof BlockContext.Tag tag) {
            return tag.tag().wireName();
        }
        if (context instanceof BlockContext.Height height) {
            return height.height() == Long.MAX_VALUE ? "max" : Long.toString(height.height());
        }
        if (context instanceof BlockContext.Range range) {
            return describe(range.low()) + ".." + describe(range.high());
        }
        return context.getClass().getSimpleName().toLowerCase(java.util.Locale.ROOT);
    }

    private static String describe(BlockEdge edge) {
        if (edge.tag() == null) {
            return Long.toString(edge.height());
        }
        return edge.tag().wireName() + (edge.height() == 0 ? "" : Long.toString(edge.height()));
    }
}
