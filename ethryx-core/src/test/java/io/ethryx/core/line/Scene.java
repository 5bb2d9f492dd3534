package io.ethryx.core.line;

import static org.assertj.core.api.Assertions.assertThat;

import io.ethryx.core.BlockContext;
import io.ethryx.core.Body;
import io.ethryx.core.ErrorCatalogue;
import io.ethryx.core.JsonRpcReader;
import io.ethryx.core.RpcBatch;
import io.ethryx.core.RpcCall;
import io.ethryx.core.Splice;
import io.ethryx.core.topology.ChainId;
import io.ethryx.core.topology.Node;
import io.ethryx.core.topology.NodeStatus;
import io.ethryx.core.topology.Pool;
import io.ethryx.core.topology.Topology;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/** A line whose stations write down when they are reached, and do what a test tells them. */
final class Scene {

    static final Node STATE = node("s1", Pool.STATE);
    static final Node OTHER_STATE = node("s2", Pool.STATE);
    static final Node ARCHIVE = node("a1", Pool.ARCHIVE);
    static final Node NATIVE = node("n1", Pool.NATIVE);

    static final Target TARGET = Target.of(Topology.EMPTY, new ChainId("1", ""));

    final List<String> events = new ArrayList<>();
    final List<CallOutcome> outcomes = new ArrayList<>();
    final Map<String, Governor> governors = new HashMap<>();
    final List<List<Splice>> mirrored = new ArrayList<>();
    final List<List<String>> mirroredTogether = new ArrayList<>();
    /** How often someone looked where a call is to be counted. */
    int seriesLookUps;
    /** What the router says: at first to the state node, then that it is settled. */
    Router router = (facts, attempts) -> attempts.isEmpty() ? to(STATE) : RoutingDecision.Settled.PLAIN;

    final RpcPipeline line = new RpcPipeline(
            new Governance(governor("deny list"), governor("name check"), governor("rate limit"), governor("rewrite")),
            mirror(),
            (facts, attempts) -> {
                events.add("route");
                return router.route(facts, attempts);
            },
            new Watchers(
                    recorder(),
                    (facts, outcome) -> events.add("method"),
                    (facts, outcome) -> events.add("log"),
                    metrics()));

    private CallMirror mirror() {
        return new CallMirror() {
            @Override
            public void copy(CallFacts facts, List<Splice> rewrite) {
                events.add("mirror");
                mirrored.add(rewrite);
            }

            @Override
            public void copyBatch(List<Copied> calls) {
                mirroredTogether.add(
                        calls.stream().map(call -> call.facts().call().method()).toList());
                CallMirror.super.copyBatch(calls);
            }
        };
    }

    CallRun start(String body) {
        return line.start(facts(call(body)), 100);
    }

    CallFacts facts(RpcCall call) {
        return new CallFacts(call, TARGET, Caller.ANONYMOUS, any -> BlockContext.None.NONE);
    }

    BatchRun startBatch(BatchMode mode, String... elements) {
        return startBatch(mode, call -> false, elements);
    }

    BatchRun startBatch(BatchMode mode, Predicate<RpcCall> alone, String... elements) {
        Body body = Body.of(("[" + String.join(",", elements) + "]").getBytes(StandardCharsets.UTF_8));
        RpcBatch batch = (RpcBatch) new JsonRpcReader().read(body);
        return line.start(
                new BatchRequest(batch, TARGET, Caller.ANONYMOUS, any -> BlockContext.None.NONE, mode, alone), 100);
    }

    static RpcCall call(String body) {
        return (RpcCall) new JsonRpcReader().read(Body.of(body.getBytes(StandardCharsets.UTF_8)));
    }

    static String request(String method, String id) {
        String member = id.isEmpty() ? "" : ",\"id\":" + id;
        return "{\"jsonrpc\":\"2.0\",\"method\":\"" + method + "\"" + member + "}";
    }

    static RoutingDecision.Forward to(Node node) {
        return new RoutingDecision.Forward(node, PoolReason.NO_CONTEXT, List.of(), List.of());
    }

    static RoutingDecision.Unroutable nowhere() {
        return new RoutingDecision.Unroutable(ErrorCatalogue.NO_BACKENDS, List.of());
    }

    static Node node(String key, Pool pool) {
        return new Node(key, pool, "127.0.0.1", 8545, null, 100, Node.AVAILABLE, "manual", NodeStatus.READY);
    }

    private Governor governor(String name) {
        return facts -> {
            events.add(name);
            return governors.getOrDefault(name, Governor.NONE).judge(facts);
        };
    }

    private CallRecorder recorder() {
        return new CallRecorder() {
            @Override
            public void request(CallFacts facts) {
                events.add("record request");
            }

            @Override
            public void answer(CallFacts facts, CallOutcome outcome) {
                events.add("record answer");
            }
        };
    }

    private CallMetrics metrics() {
        return new CallMetrics() {
            @Override
            public Series of(CallFacts facts) {
                seriesLookUps++;
                return series(facts);
            }

            @Override
            public void batchEnded(Target target, Caller caller, int httpStatus, long elapsedNanos) {
                events.add("metrics: batch ended with " + httpStatus + " after " + elapsedNanos);
            }
        };
    }

    private CallMetrics.Series series(CallFacts counted) {
        return new CallMetrics.Series() {
            @Override
            public void started(CallFacts facts) {
                assertThat(facts).isSameAs(counted);
                events.add("metrics: started");
            }

            @Override
            public void ended(CallFacts facts, CallOutcome outcome) {
                assertThat(facts).isSameAs(counted);
                events.add("metrics: ended");
                outcomes.add(outcome);
            }
        };
    }
}
