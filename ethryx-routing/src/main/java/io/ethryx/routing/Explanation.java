package io.ethryx.routing;

import io.ethryx.core.BlockContext;
import io.ethryx.core.RpcCall;
import io.ethryx.core.line.CallFacts;
import io.ethryx.core.line.RoutingDecision;
import io.ethryx.core.line.RoutingDecision.Forward;
import io.ethryx.core.line.RoutingDecision.Unroutable;
import io.ethryx.core.line.Verdict;
import io.ethryx.core.topology.ChainTopology;
import io.ethryx.core.topology.Node;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What became of a call and why, to be read by people and machines.
 *
 * <p>Immutable; borrows the bytes of the call. Not for the request path.
 *
 * @param call the call
 * @param context which block it is about
 * @param head the head of its chain, or {@link io.ethryx.core.BlockEdge#UNKNOWN}
 * @param window how many blocks behind the head State nodes serve
 * @param verdict what governance said of it
 * @param decision where it goes; null if governance keeps it
 */
public record Explanation(
        RpcCall call,
        BlockContext context,
        long head,
        long window,
        Verdict verdict,
        @Nullable RoutingDecision decision) {

    /**
     * Checks the parts.
     *
     * @param call see the record
     * @param context see the record
     * @param head see the record
     * @param window see the record
     * @param verdict see the record
     * @param decision see the record
     */
    public Explanation {
        Objects.requireNonNull(call, "call");
        Objects.requireNonNull(context, "context");
        Objects.requireNonNull(verdict, "verdict");
    }

    /**
     * Gathers what there is to say of a call.
     *
     * @param facts the call
     * @param settings the settings of the router that decided
     * @param verdict what governance said of it
     * @param decision what an {@linkplain TopologyRouter#explaining explaining} router decided, or null if governance keeps
     *     the call
     * @return the explanation
     */
    public static Explanation of(
            CallFacts facts, RoutingSettings settings, Verdict verdict, @Nullable RoutingDecision decision) {
        ChainTopology chain = facts.topology().chain(facts.chain());
        long head = chain == null ? BlockRule.UNKNOWN_HEAD : chain.head().orElse(BlockRule.UNKNOWN_HEAD);
        return new Explanation(
                facts.call(), facts.context(), head, settings.windowOf(facts.chain()), verdict, decision);
    }

    /** {@return the node that is taken, or null if none is} */
    public @Nullable Node node() {
        return decision instanceof Forward forward ? forward.node() : null;
    }

    /** {@return why, in the word that {@code x-ethryx-reason} and the JSON have} */
    public String reason() {
        if (decision instanceof Forward forward) {
            return forward.reason().wireName();
        }
        if (decision instanceof Unroutable unroutable) {
            return Objects.requireNonNullElse(
                            unroutable.error().data(), unroutable.error().message())
                    .replace(' ', '_');
        }
        return decision == null ? verdictName() : "settled";
    }

    /** {@return the verdict's word: {@code admitted}, {@code throttled} or {@code refused}} */
    public String verdictName() {
        if (verdict instanceof Verdict.Admitted) {
            return "admitted";
        }
        return verdict instanceof Verdict.Throttled ? "throttled" : "refused";
    }

    /** {@return one line for the call, and below it an indented line for each candidate} */
    public String toText() {
        return ExplanationText.of(this);
    }

    /** {@return one JSON object in a line} */
    public String toJson() {
        return ExplanationJson.of(this);
    }
}
