package io.ethryx.governance;

import io.ethryx.core.ErrorCatalogue;
import io.ethryx.core.RpcCall;
import io.ethryx.core.Splice;
import io.ethryx.core.line.CallFacts;
import io.ethryx.core.line.Governor;
import io.ethryx.core.line.Verdict;
import io.ethryx.core.topology.ChainTopology;
import java.util.List;

/**
 * Makes {@code getLatestBlock} a {@code getBlockByHeight} of the chain's head, in place: the caller's id and every other
 * byte stay. While the head is unknown the call is refused. Immutable; other methods cost one comparison.
 */
public final class LatestBlockRewrite implements Governor {

    /** The method that is rewritten. */
    public static final String METHOD = "getLatestBlock";

    private static final Verdict.Refused UNKNOWN_HEAD = new Verdict.Refused(ErrorCatalogue.UNKNOWN_HEAD);

    /** The step. */
    public LatestBlockRewrite() {}

    @Override
    public Verdict judge(CallFacts facts) {
        RpcCall call = facts.call();
        if (!call.method().equals(METHOD)) {
            return Verdict.ADMITTED;
        }
        ChainTopology chain = facts.topology().chain(facts.chain());
        if (chain == null || chain.head().isEmpty()) {
            return UNKNOWN_HEAD;
        }
        String params = "[\"0x" + Long.toHexString(chain.head().getAsLong()) + "\"]";
        return new Verdict.Admitted(splices(call, params));
    }

    private static List<Splice> splices(RpcCall call, String params) {
        String method = "\"getBlockByHeight\"";
        if (call.paramsFrom() == RpcCall.ABSENT) {
            return List.of(new Splice(call.methodFrom(), call.methodTo(), method + ",\"params\":" + params));
        }
        Splice name = new Splice(call.methodFrom(), call.methodTo(), method);
        Splice height = new Splice(call.paramsFrom(), call.paramsTo(), params);
        return name.from() < height.from() ? List.of(name, height) : List.of(height, name);
    }
}
