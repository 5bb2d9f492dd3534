package io.ethryx.core.line;

import io.ethryx.core.BlockContext;
import io.ethryx.core.RpcCall;
import io.ethryx.core.topology.ChainId;
import io.ethryx.core.topology.Pool;
import io.ethryx.core.topology.Topology;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * All that is known of one call: what every station of the line reads. The topology is read once and stays; the block
 * context is found out at most once, when a station first asks for it.
 *
 * <p>One small object a call; used by one thread at a time.
 */
public final class CallFacts {

    private final RpcCall call;
    private final Target target;
    private final Caller caller;
    private final BlockContexts contexts;
    private @Nullable BlockContext context;
    private @Nullable Companions companions;

    /**
     * Gathers the facts.
     *
     * @param call the call
     * @param target the chain that it is for
     * @param caller from whom it comes
     * @param contexts who finds out its block context
     */
    public CallFacts(RpcCall call, Target target, Caller caller, BlockContexts contexts) {
        this.call = Objects.requireNonNull(call, "call");
        this.target = Objects.requireNonNull(target, "target");
        this.caller = Objects.requireNonNull(caller, "caller");
        this.contexts = Objects.requireNonNull(contexts, "contexts");
    }

    /** {@return the call} */
    public RpcCall call() {
        return call;
    }

    /** {@return the topology that serves the call from its beginning to its end} */
    public Topology topology() {
        return target.topology();
    }

    /** {@return the chain that the call asked for} */
    public ChainId asked() {
        return target.asked();
    }

    /** {@return the chain that serves the call: the one asked for, or a version of it} */
    public ChainId chain() {
        return target.effective();
    }

    /** {@return from whom it comes} */
    public Caller caller() {
        return caller;
    }

    /**
     * Where an earlier element of the same batch goes that was not tried yet: elements of one pool stay together.
     *
     * @param pool a pool
     * @return the decision that was made for the pool in this round, or null if none was, and for a single call
     */
    public RoutingDecision.@Nullable Forward companion(Pool pool) {
        return companions == null ? null : companions.of(pool);
    }

    /** Lets it see where its companions go. */
    void joins(Companions others) {
        companions = others;
    }

    /** {@return which block it is about; the first call of this finds out, the next ones remember} */
    public BlockContext context() {
        BlockContext known = context;
        if (known == null) {
            known = contexts.of(call);
            context = known;
        }
        return known;
    }

    /**
     * Says that the call is about another block from here on, because a governor rewrites it so: the stations behind it then
     * see the call as its node will.
     *
     * @param block what the call will ask about
     */
    public void isAbout(BlockContext block) {
        context = Objects.requireNonNull(block, "block");
    }
}
