package io.ethryx.routing;

import io.ethryx.core.Body;
import io.ethryx.core.InvalidCall;
import io.ethryx.core.JsonRpcReader;
import io.ethryx.core.RpcBatch;
import io.ethryx.core.RpcCall;
import io.ethryx.core.RpcElement;
import io.ethryx.core.RpcRequest;
import io.ethryx.core.line.CallFacts;
import io.ethryx.core.line.Caller;
import io.ethryx.core.line.CandidateReason;
import io.ethryx.core.line.Governor;
import io.ethryx.core.line.RoutingDecision;
import io.ethryx.core.line.Target;
import io.ethryx.core.line.Verdict;
import io.ethryx.core.topology.ChainId;
import io.ethryx.core.topology.ChainTopology;
import io.ethryx.core.topology.Node;
import io.ethryx.core.topology.Topology;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * Runs expectations through the routing that serves traffic, and tells which are not fulfilled: for a test of one's own
 * routing rules.
 *
 * <p>Immutable; each run decides with a router of its own, so that runs do not depend on each other.
 */
public final class RoutingCheck {

    private static final Caller ARCHIVE_CALLER = name -> name.equals(Caller.NODE_TYPE) ? "archive" : null;

    private final Topology topology;
    private final RoutingSettings settings;
    private final BlockContextReader contexts;
    private final Governor governor;

    /**
     * A check of a configuration.
     *
     * @param topology the nodes
     * @param settings the settings
     * @param methods the method table
     * @param governor who admits calls
     */
    public RoutingCheck(Topology topology, RoutingSettings settings, MethodTable methods, Governor governor) {
        this.topology = Objects.requireNonNull(topology, "topology");
        this.settings = Objects.requireNonNull(settings, "settings");
        this.contexts = new BlockContextReader(methods);
        this.governor = Objects.requireNonNull(governor, "governor");
    }

    /**
     * A check of a topology, with default settings and every call admitted.
     *
     * @param topology the nodes
     * @return the check
     */
    public static RoutingCheck of(Topology topology) {
        return new RoutingCheck(topology, RoutingSettings.DEFAULT, MethodTable.standard(), Governor.NONE);
    }

    /**
     * Runs expectations.
     *
     * @param expectations what is expected
     * @return what was not fulfilled, in the order of the expectations; empty if all were
     */
    public List<RoutingMismatch> run(List<RoutingExpectation> expectations) {
        List<RoutingMismatch> found = new ArrayList<>();
        for (RoutingExpectation expectation : expectations) {
            Optional<ChainId> chain = ChainId.parse(expectation.chain());
            if (chain.isEmpty()) {
                found.add(new RoutingMismatch(expectation.name(), "chain", "a chain id", expectation.chain()));
            } else {
                check(expectation, chain.get(), found);
            }
        }
        return found;
    }

    private void check(RoutingExpectation expectation, ChainId chain, List<RoutingMismatch> found) {
        byte[] body = expectation.request().getBytes(StandardCharsets.UTF_8);
        RpcRequest request = new JsonRpcReader().read(Body.of(body));
        List<? extends RpcElement> elements =
                request instanceof RpcBatch batch ? batch.elements() : List.of((RpcElement) request);
        for (RpcElement element : elements) {
            if (element instanceof RpcCall call) {
                compare(expectation, explain(call, chain, expectation.head(), expectation.archive()), found);
            } else {
                String error = ((InvalidCall) element).error().message();
                found.add(new RoutingMismatch(expectation.name(), "request", "a JSON-RPC call", error));
            }
        }
    }

    /**
     * Tells what becomes of one call.
     *
     * @param call the call
     * @param chain the chain that it asks for
     * @param head the head to assume, or nothing for the topology's own
     * @param archive whether the caller asks for an archive node
     * @return the explanation
     */
    public Explanation explain(RpcCall call, ChainId chain, OptionalLong head, boolean archive) {
        Target target = Target.of(withHead(topology.effective(chain), head), chain);
        Caller caller = archive ? ARCHIVE_CALLER : Caller.ANONYMOUS;
        return explain(new CallFacts(call, target, caller, contexts));
    }

    private Topology withHead(ChainId chain, OptionalLong head) {
        ChainTopology known = topology.chain(chain);
        if (known == null || head.isEmpty()) {
            return topology;
        }
        Map<ChainId, ChainTopology> chains = new HashMap<>(topology.chains());
        chains.put(chain, known.withHead(head));
        return new Topology(topology.revision(), chains);
    }

    /**
     * Tells what becomes of one call.
     *
     * @param facts the call
     * @return the explanation
     */
    public Explanation explain(CallFacts facts) {
        Verdict verdict = governor.judge(facts);
        RoutingDecision decision = null;
        if (verdict instanceof Verdict.Admitted) {
            TopologyRouter router = new TopologyRouter(settings, bound -> 0, System::nanoTime);
            decision = router.explaining().route(facts, List.of());
        }
        return Explanation.of(facts, settings, verdict, decision);
    }

    private static void compare(RoutingExpectation expectation, Explanation explanation, List<RoutingMismatch> found) {
        RoutingExpectation.Outcome outcome = expectation.outcome();
        Node node = explanation.node();
        String name = expectation.name();
        add(found, name, "verdict", outcome.verdict(), explanation.verdictName());
        add(
                found,
                name,
                "pool",
                outcome.pool(),
                node == null ? "none" : node.pool().wireName());
        if (outcome.node() == null || !mayBeTaken(explanation, outcome.node())) {
            add(found, name, "node", outcome.node(), node == null ? "none" : node.key());
        }
        add(found, name, "reason", outcome.reason(), explanation.reason());
    }

    private static boolean mayBeTaken(Explanation explanation, String key) {
        RoutingDecision decision = explanation.decision();
        return decision != null
                && decision.candidates().stream()
                        .filter(candidate -> candidate.node().key().equals(key))
                        .anyMatch(candidate -> candidate.taken() || candidate.reason() == CandidateReason.NOT_DRAWN);
    }

    private static void add(
            List<RoutingMismatch> found, String name, String member, @Nullable String expected, String got) {
        if (expected != null && !expected.equals(got)) {
            found.add(new RoutingMismatch(name, member, expected, got));
        }
    }
}
