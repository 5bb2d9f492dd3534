package io.ethryx.server.gateway.metrics;

import io.ethryx.core.line.CallFacts;
import io.ethryx.core.line.CallMetrics;
import io.ethryx.core.line.Caller;
import io.ethryx.core.line.Target;
import io.ethryx.core.topology.ChainId;
import io.ethryx.core.topology.Topology;
import java.util.List;

/** Counts calls under the names and labels of the replaced program (reference section 13, decisions G21, G35, G39). */
final class CallFamilies implements CallMetrics, MetricFamilies {

    /** What stands for the method of a batch as a whole. */
    static final String BATCH = "batch";

    private static final String HOST = "host";

    private final SeriesTable table;
    private volatile KnownTopology topology = new KnownTopology(Topology.EMPTY);

    CallFamilies(CallLabels values) {
        table = new SeriesTable(new SeriesBounds(values, node -> topology.address(node)));
    }

    /** Goes by the words of another topology from now on. */
    void follow(Topology next) {
        topology = new KnownTopology(next);
    }

    @Override
    public MethodSeries of(CallFacts facts) {
        return table.of(chain(facts.caller(), facts.chain()), facts.call().method());
    }

    @Override
    public void batchEnded(Target target, Caller caller, int httpStatus, long elapsedNanos) {
        ChainSeries chain = chain(caller, target.effective());
        chain.batches.increment();
        chain.batchTime.observeNanos(elapsedNanos);
        table.of(chain, BATCH).statuses.count(httpStatus);
    }

    private ChainSeries chain(Caller caller, ChainId chain) {
        return table.of(caller.field(HOST), topology.labels(chain));
    }

    /** How often a combination of labels was left out. */
    long overflow() {
        return table.overflow();
    }

    @Override
    public void writeTo(PageText page) {
        List<ChainSeries> chains = table.chains();
        List<MethodSeries> methods = SeriesTable.methods(chains);
        Family family = new Family(page);
        family.begin(
                "jrpcx_rpc_calls_started",
                PageText.Type.COUNTER,
                "Calls that passed the deny list and the name check.");
        methods.forEach(series -> series.started.write(page, family.name, series.labels));
        family.begin("jrpcx_rpc_calls_finished", PageText.Type.COUNTER, "Calls that ended without a JSON-RPC error.");
        family.counts(methods, series -> series.labels, MethodSeries::finished);
        family.begin("jrpcx_rpc_calls_failed", PageText.Type.COUNTER, "Calls that ended with a JSON-RPC error.");
        methods.forEach(series -> series.failed.write(page, family.name, series.labels));
        family.begin(
                "jrpcx_rpc_calls_cache_hits",
                PageText.Type.COUNTER,
                "Calls for the latest block, made one for the head.");
        family.counts(methods, series -> series.labels, MethodSeries::cacheHits);
        family.begin("jrpcx_rpc_calls_time", PageText.Type.HISTOGRAM, "How long calls took, in milliseconds.");
        methods.forEach(series -> series.time.write(page, family.name, series.labels));
        family.begin("jrpcx_rpc_batch_calls_finished", PageText.Type.COUNTER, "Batches that ended, well or not.");
        family.counts(chains, series -> series.labels, series -> series.batches.sum());
        family.begin("jrpcx_rpc_batch_calls_time", PageText.Type.HISTOGRAM, "How long batches took, in milliseconds.");
        chains.forEach(series -> series.batchTime.write(page, family.name, series.labels));
        family.begin("jrpcx_rpc_request", PageText.Type.COUNTER, "Requests that ended, each single call or batch one.");
        family.counts(chains, series -> series.labels, ChainSeries::requests);
        family.begin(
                "jrpcx_rpc_internal_failed_request",
                PageText.Type.COUNTER,
                "Never moves, as in the program that had it first.");
        family.begin(
                "jrpcx_rpc_http_status_code", PageText.Type.COUNTER, "Requests by the HTTP status of their answer.");
        methods.forEach(series -> series.statuses.write(page, family.name, series.labels));
        family.begin("jrpcx_rpc_request_payload_sizes", PageText.Type.HISTOGRAM, "How long calls were, in bytes.");
        methods.forEach(series -> series.requestSizes.write(page, family.name, series.labels));
        family.begin(
                "jrpcx_rpc_response_payload_sizes", PageText.Type.HISTOGRAM, "How long good answers were, in bytes.");
        methods.forEach(series -> series.responseSizes.write(page, family.name, series.labels));
    }
}
