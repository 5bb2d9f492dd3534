package io.ethryx.routing;

import io.ethryx.core.line.Attempt;
import io.ethryx.core.line.CallFacts;
import io.ethryx.core.line.Router;
import io.ethryx.core.line.RoutingDecision;
import io.ethryx.core.line.RoutingDecision.Settled;
import io.ethryx.core.topology.ChainId;
import io.ethryx.core.topology.Node;
import io.ethryx.core.topology.Topology;
import java.util.List;
import java.util.Objects;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Decides where calls go, from their blocks, the topology and what nodes answered. The same function serves traffic and
 * explanations; the latter only take notes.
 *
 * <p>For any number of threads; never blocks. A first decision costs the finding of the block context and a pick, and
 * allocates nothing; a decision after an attempt costs a pass over a pool. Whoever swaps topologies calls {@link #prepare}
 * before a call sees the new one; else the first such call pays for it.
 */
public final class TopologyRouter implements Router {

    private final RoutingSettings settings;
    private final NodeLoads loads;
    private final FilterHomes filters;
    private final TableCompiler compiler;
    private volatile CompiledTopology current = CompiledTopology.EMPTY;

    /**
     * Makes a router.
     *
     * @param settings what the operator decided
     * @param chance where chance comes from
     * @param ticker nanoseconds, by which filters are forgotten
     */
    public TopologyRouter(RoutingSettings settings, Randomness chance, LongSupplier ticker) {
        this.settings = Objects.requireNonNull(settings, "settings");
        this.loads = new NodeLoads(settings.strategy());
        this.filters = new FilterHomes(Objects.requireNonNull(ticker, "ticker"));
        this.compiler = new TableCompiler(settings, Objects.requireNonNull(chance, "chance"), loads);
    }

    /**
     * Compiles a topology, so that calls find it ready. Costs a pass over the chains and, if a node changed, one over all
     * nodes: a head that moves is cheap.
     *
     * @param topology the topology that the next calls see
     */
    public void prepare(Topology topology) {
        CompiledTopology before = current;
        CompiledTopology compiled = CompiledTopology.of(topology, before, compiler);
        current = compiled;
        if (!topology.hasNodesOf(before.topology())) {
            loads.forgetAllBut(compiled.places());
        }
    }

    @Override
    public RoutingDecision route(CallFacts facts, List<Attempt> attempts) {
        return decide(facts, attempts, DecisionTrace.NONE);
    }

    /** {@return a router that decides just so, whose decisions tell all candidates and fall-backs; costs a pass over them} */
    public Router explaining() {
        return (facts, attempts) -> decide(facts, attempts, new ReasonRecorder(settings.strategy()));
    }

    /**
     * Decides where a second copy of a call goes, while the first has not been answered. Who may hedge is the caller's to
     * know.
     *
     * @param facts the call
     * @param first where the first copy went
     * @return another available node of the same pool, or null if there is none
     */
    public RoutingDecision.@Nullable Forward hedge(CallFacts facts, RoutingDecision.Forward first) {
        ChainTable table = tableOf(facts);
        return table == null ? null : table.hedge(facts, first);
    }

    /**
     * What a node is doing and how it has done.
     *
     * @param facts a call that is sent to it
     * @param node the node
     * @return its load, which lives on
     */
    public NodeLoad load(CallFacts facts, Node node) {
        ChainTable table = tableOf(facts);
        NodeLoad known = table == null ? null : table.pools().loads().get(node);
        return known == null ? load(facts.chain(), node) : known;
    }

    /**
     * What a node is doing and how it has done; allocates, for pages and reports.
     *
     * @param chain the chain, or the version of one, that it is registered for
     * @param node the node
     * @return its load, which lives on
     */
    public NodeLoad load(ChainId chain, Node node) {
        return loads.of(chain, node);
    }

    /** {@return which nodes have made which filters: calls that name one are sent there} */
    public FilterHomes filters() {
        return filters;
    }

    private RoutingDecision decide(CallFacts facts, List<Attempt> attempts, DecisionTrace trace) {
        ChainTable table = tableOf(facts);
        RoutingDecision decision = table == null ? ChainTable.NO_BACKENDS : choose(table, facts, attempts, trace);
        return trace.complete(facts, attempts, decision);
    }

    private RoutingDecision choose(ChainTable table, CallFacts facts, List<Attempt> attempts, DecisionTrace trace) {
        return switch (stepAfter(attempts, facts)) {
            case FIRST -> {
                RoutingDecision.Forward home = filters.homeOf(facts, table, trace);
                yield home == null ? table.first(facts, trace) : home;
            }
            case ARCHIVE -> table.archive(facts, attempts, trace);
            case NATIVE -> table.ofNative(facts, attempts, trace);
            case NEXT_NODE -> table.next(facts, attempts, trace);
            case RECALL -> table.recall(facts, attempts, trace);
            case SETTLE -> Settled.PLAIN;
        };
    }

    private RetryLadder.Step stepAfter(List<Attempt> attempts, CallFacts facts) {
        if (attempts.isEmpty()) {
            return RetryLadder.Step.FIRST;
        }
        boolean submits = SubmittingMethods.contains(facts.call().method());
        return RetryLadder.after(attempts, facts.caller().archive(), submits, settings.maxAttempts());
    }

    private @Nullable ChainTable tableOf(CallFacts facts) {
        CompiledTopology compiled = current;
        return compiled.topology().equals(facts.topology())
                ? compiled.table(facts.chain())
                : compiledLate(facts.topology(), compiled).table(facts.chain());
    }

    /** For a call that saw a topology before it was prepared, or still sees an older one. */
    private CompiledTopology compiledLate(Topology topology, CompiledTopology known) {
        CompiledTopology late = CompiledTopology.of(topology, known, compiler);
        if (topology.revision() >= known.topology().revision()) {
            current = late;
        }
        return late;
    }
}
