package io.ethryx.server.gateway.call;

import io.ethryx.core.AnswerReader;
import io.ethryx.core.JsonRpcReader;
import io.ethryx.core.line.BatchMode;
import io.ethryx.core.line.BlockContexts;
import io.ethryx.core.line.RpcPipeline;
import io.ethryx.core.topology.Topology;
import io.ethryx.routing.TopologyRouter;
import io.ethryx.server.budget.ByteBudget;
import io.ethryx.server.gateway.edge.Door;
import io.ethryx.server.gateway.nodes.NodeConnections;
import io.ethryx.server.gateway.nodes.NodeOutcomes;
import io.ethryx.server.gateway.nodes.NodePaths;
import io.ethryx.server.gateway.settings.GatewaySettings;
import io.ethryx.server.gateway.settings.MethodTimes;
import io.ethryx.server.gateway.usage.UsageMetering;
import io.ethryx.server.io.IoRuntime;
import io.ethryx.server.proxy.ForwardedFields;
import java.util.function.Supplier;

/**
 * What requests are served with.
 *
 * @param door through which they come in
 * @param line the line that calls go along
 * @param contexts who finds out block contexts
 * @param topologies the topology of the moment
 * @param router who knows how nodes do
 * @param nodes how nodes are reached
 * @param io the IO threads
 * @param readers one of each an IO thread
 * @param budget what all requests together may hold
 * @param limits what one request may be
 * @param usage who meters requests
 */
public record RpcMeans(
        Door door,
        RpcPipeline line,
        BlockContexts contexts,
        Supplier<Topology> topologies,
        TopologyRouter router,
        Nodes nodes,
        IoRuntime io,
        Readers readers,
        ByteBudget budget,
        Limits limits,
        UsageMetering usage) {

    /**
     * How nodes are reached.
     *
     * @param connections to them
     * @param paths on them
     * @param forwarded who the client is
     * @param hedging which calls are sent to a second node as well
     * @param filters which filters they have made
     * @param outcomes hears how calls to them go
     */
    public record Nodes(
            NodeConnections connections,
            NodePaths paths,
            ForwardedFields forwarded,
            Hedging hedging,
            MadeFilters filters,
            NodeOutcomes outcomes) {}

    /**
     * What one request may be.
     *
     * @param maxBodyBytes how long
     * @param batchMode how a batch is spread
     * @param timeouts how long a call may take
     */
    public record Limits(int maxBodyBytes, BatchMode batchMode, MethodTimes timeouts) {

        /**
         * The limits of a configuration.
         *
         * @param settings what the file says
         * @return the same
         */
        public static Limits of(GatewaySettings settings) {
            return new Limits(
                    Math.toIntExact(Math.min(settings.limits().maxBodyBytes(), Integer.MAX_VALUE / 2)),
                    settings.batch().split() ? BatchMode.SPLIT : BatchMode.WHOLE,
                    settings.upstream().timeouts());
        }
    }

    /** Readers, one of each an IO thread. */
    public static final class Readers {

        private final JsonRpcReader[] requests;
        private final AnswerReader[] answers;

        /**
         * Makes them all.
         *
         * @param threads how many IO threads there are
         * @param maxBatch how many calls a batch may have
         */
        public Readers(int threads, int maxBatch) {
            requests = new JsonRpcReader[threads];
            answers = new AnswerReader[threads];
            for (int i = 0; i < threads; i++) {
                requests[i] = new JsonRpcReader(maxBatch);
                answers[i] = new AnswerReader();
            }
        }

        /**
         * The reader of requests of an IO thread.
         *
         * @param thread its number
         * @return always the same; for that thread alone
         */
        public JsonRpcReader requests(int thread) {
            return requests[thread];
        }

        AnswerReader answers(int thread) {
            return answers[thread];
        }
    }
}
