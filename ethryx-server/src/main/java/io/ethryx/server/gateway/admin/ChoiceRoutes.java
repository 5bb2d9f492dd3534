package io.ethryx.server.gateway.admin;

import io.ethryx.core.AnswerError;
import io.ethryx.core.ErrorCatalogue;
import io.ethryx.core.RpcCall;
import io.ethryx.core.line.Attempt;
import io.ethryx.core.line.CallFacts;
import io.ethryx.core.line.Caller;
import io.ethryx.core.line.Candidate;
import io.ethryx.core.line.CandidateReason;
import io.ethryx.core.line.NodeReply;
import io.ethryx.core.line.RoutingDecision;
import io.ethryx.core.line.Target;
import io.ethryx.core.line.Verdict;
import io.ethryx.core.topology.ChainId;
import io.ethryx.core.topology.Node;
import io.ethryx.core.topology.NodeStatus;
import io.ethryx.core.topology.Pool;
import io.ethryx.routing.BlockContextReader;
import io.ethryx.routing.Explanation;
import io.ethryx.server.gateway.admin.Route.Reach;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Decides for a call without sending it, and says why (decision G20, reference section 12.1). */
final class ChoiceRoutes {

    private static final String PATTERN = "/{chainId}/debug_chooseOneNode";
    private static final Caller ARCHIVE_CALLER = name -> name.equals(Caller.NODE_TYPE) ? "archive" : null;

    /** A node that could not execute the call: what comes next is a native one. */
    private static final List<Attempt> BEFORE_NATIVE = List.of(new Attempt(
            new Node("(none)", Pool.STATE, "none", 1, null, 0, 0, "", NodeStatus.UNKNOWN),
            new NodeReply.Answered(200, new AnswerError(ErrorCatalogue.COSMOS_PRECOMPILE, "", null), 0)));

    private final LiveState live;
    private final Choosing choosing;
    private final AskedCall asked;
    private final BlockContextReader contexts;

    ChoiceRoutes(LiveState live, Choosing choosing) {
        this.live = live;
        this.choosing = choosing;
        this.asked = new AskedCall(choosing.methods());
        this.contexts = new BlockContextReader(choosing.methods());
    }

    List<Route> routes() {
        return List.of(
                new Route("GET", PATTERN, Reach.READ, this::told), new Route("POST", PATTERN, Reach.READ, this::sent));
    }

    private AdminAnswer told(AdminRequest request) {
        Optional<String> context = request.parameter("block_context").filter(text -> text.startsWith("{"));
        return choose(request, asked.told(request.parameter("method"), request.parameter("block"), context));
    }

    private AdminAnswer sent(AdminRequest request) {
        return choose(request, asked.sent(request.content().bytes()));
    }

    /** Where a request would go, as its sender would have it. */
    Explanation explained(ChainId chain, byte[] body) {
        return explained(facts(chain, asked.sent(body), Caller.ANONYMOUS), List.of());
    }

    private CallFacts facts(ChainId chain, RpcCall call, Caller caller) {
        return new CallFacts(call, Target.of(live.topologies().get(), chain), caller, contexts);
    }

    private Explanation explained(CallFacts facts, List<Attempt> attempts) {
        Verdict verdict = choosing.governor().judge(facts);
        RoutingDecision decision = verdict instanceof Verdict.Admitted
                ? choosing.router().explaining().route(facts, attempts)
                : null;
        return Explanation.of(facts, choosing.settings(), verdict, decision);
    }

    private AdminAnswer choose(AdminRequest request, RpcCall call) {
        String key = request.parameter("request_key").orElse("");
        boolean archive = key.equals("archive") || archive(request);
        CallFacts facts = facts(request.chain(), call, archive ? ARCHIVE_CALLER : Caller.ANONYMOUS);
        Explanation explanation = explained(facts, key.equals("native") ? BEFORE_NATIVE : List.of());
        return answer(facts, explanation);
    }

    private static boolean archive(AdminRequest request) {
        String said = request.parameter("archive").orElse("false");
        return switch (said) {
            case "true", "1" -> true;
            case "false", "0" -> false;
            default ->
                throw AdminFault.bad("archive must be true or false", "archive is '" + said + "'; send archive=true");
        };
    }

    private AdminAnswer answer(CallFacts facts, Explanation explanation) {
        JsonObject answer = new JsonObject();
        Node node = explanation.node();
        if (node == null) {
            answer.with("error", "no available node for chain " + facts.asked() + ": " + why(facts, explanation));
        } else {
            answer.with(
                    "selected_node",
                    new JsonObject().with("key", node.key()).with("weight", live.weightOf(facts.chain(), node)));
        }
        Object shown = AdminJson.shown(explanation.toJson());
        return AdminAnswer.ok(answer.with("explain", shown));
    }

    /** In the words of the replaced program where it has some. */
    private String why(CallFacts facts, Explanation explanation) {
        if (explanation.verdict() instanceof Verdict.Refused refused) {
            return refused.error().message();
        }
        RoutingDecision decision = explanation.decision();
        Set<CandidateReason> reasons = decision == null
                ? Set.of()
                : decision.candidates().stream()
                        .map(Candidate::reason)
                        .collect(Collectors.toCollection(() -> EnumSet.noneOf(CandidateReason.class)));
        if (reasons.contains(CandidateReason.WEIGHT_ZERO)) {
            return "weight sum is zero, all nodes have zero weight";
        }
        if (reasons.contains(CandidateReason.NOT_INCLUDED) || reasons.contains(CandidateReason.EXCLUDED)) {
            return "no nodes available after method filter for method "
                    + facts.call().method();
        }
        return live.weightedByNode() ? "no nodes available after selection" : "no nodes available after picking";
    }
}
