package io.ethryx.server.gateway.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.ethryx.core.AnswerError;
import io.ethryx.core.BlockContext;
import io.ethryx.core.Body;
import io.ethryx.core.ErrorCatalogue;
import io.ethryx.core.JsonRpcReader;
import io.ethryx.core.RpcCall;
import io.ethryx.core.line.CallFacts;
import io.ethryx.core.line.CallMetrics;
import io.ethryx.core.line.CallOutcome;
import io.ethryx.core.line.Caller;
import io.ethryx.core.line.Target;
import io.ethryx.core.topology.ChainId;
import io.ethryx.core.topology.ChainTopology;
import io.ethryx.core.topology.Node;
import io.ethryx.core.topology.NodeStatus;
import io.ethryx.core.topology.Pool;
import io.ethryx.core.topology.Topology;
import io.ethryx.server.testing.ParsedPage;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class CallFamiliesTest {

    private static final Node NODE =
            new Node("n", Pool.STATE, "::1", 8545, null, 100, Node.AVAILABLE, "manual", NodeStatus.READY);
    private static final Topology TOPOLOGY = new Topology(
            1,
            Map.of(
                    new ChainId("1", ""),
                    ChainTopology.empty(new ChainId("1", "")).withNodes(List.of(NODE)),
                    new ChainId("1", "v2"),
                    ChainTopology.empty(new ChainId("1", "v2")),
                    new ChainId("7", "v1"),
                    ChainTopology.empty(new ChainId("7", "v1"))));

    private final GatewayMetrics metrics = new GatewayMetrics(List.of("eth_call"));

    @BeforeEach
    void know_the_topology() {
        metrics.follow(TOPOLOGY);
    }

    private ParsedPage page() {
        return new ParsedPage(new String(metrics.page(), StandardCharsets.UTF_8));
    }

    private static CallFacts call(String chain, String method, Map<String, String> fields) {
        String body = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"" + method + "\"}";
        return facts(chain, (RpcCall) new JsonRpcReader().read(Body.of(body.getBytes(StandardCharsets.UTF_8))), fields);
    }

    private static CallFacts facts(String chain, RpcCall call, Map<String, String> fields) {
        Caller caller = fields::get;
        ChainId asked = ChainId.parse(chain).orElseThrow();
        return new CallFacts(call, Target.of(TOPOLOGY, asked), caller, any -> BlockContext.None.NONE);
    }

    private static CallOutcome outcome(@Nullable AnswerError error) {
        return new CallOutcome(200, error, error != null, error == null ? NODE : null, false, 5_999_999, 40);
    }

    private void started(CallFacts facts) {
        metrics.calls().of(facts).started(facts);
    }

    private void ended(CallFacts facts, CallOutcome outcome) {
        metrics.calls().of(facts).ended(facts, outcome);
    }

    @Test
    void a_good_call_is_counted_under_exactly_these_names_and_labels() {
        CallFacts facts = call("1-v2", "eth_call", Map.of("host", "rpc.example:8663", "x-api-dapp", "wallet"));
        started(facts);
        ended(facts, outcome(null));
        String c = "host=\"rpc.example:8663\",target=\"native\",chain_id=\"1\",chain_version=\"v2\"";
        String m = c + ",method=\"eth_call\"";
        assertThat(new String(metrics.page(), StandardCharsets.UTF_8).lines())
                .contains(
                        "# TYPE jrpcx_rpc_calls_started counter",
                        "jrpcx_rpc_calls_started{" + m + ",sourcedapp=\"wallet\"} 1",
                        "# TYPE jrpcx_rpc_calls_finished counter",
                        "jrpcx_rpc_calls_finished{" + m + "} 1",
                        "# TYPE jrpcx_rpc_calls_time histogram",
                        "jrpcx_rpc_calls_time_bucket{" + m + ",le=\"1\"} 0",
                        "jrpcx_rpc_calls_time_bucket{" + m + ",le=\"5\"} 1",
                        "jrpcx_rpc_calls_time_sum{" + m + "} 5",
                        "# TYPE jrpcx_rpc_request counter",
                        "jrpcx_rpc_request{" + c + "} 1",
                        "jrpcx_rpc_http_status_code{" + m + ",status_code=\"200\"} 1",
                        "jrpcx_rpc_request_payload_sizes_sum{" + m + "} 44",
                        "jrpcx_rpc_response_payload_sizes_sum{" + m + "} 40");
        assertThat(page().sum("jrpcx_rpc_calls_failed")).isZero();
    }

    @Test
    void a_host_is_one_in_whatever_letters_it_is_written() {
        for (String host : List.of("RPC.Example:8663", "rpc.example:8663", "rpc.EXAMPLE:8663")) {
            started(call("1", "eth_call", Map.of("host", host)));
        }
        assertThat(page().sum("jrpcx_rpc_calls_started", "host", "rpc.example:8663"))
                .isEqualTo(3);
        assertThat(page().sum("jrpcx_rpc_calls_started")).isEqualTo(3);
    }

    @Test
    void a_call_that_has_not_ended_and_names_no_application_is_started_and_nothing_else() {
        CallFacts facts = call("1", "eth_call", Map.of());
        CallMetrics.Series series = metrics.calls().of(facts);
        assertThat(page().sum("jrpcx_rpc_calls_started")).isZero();
        assertThat(page().samples().keySet()).noneMatch(sample -> sample.name().startsWith("jrpcx_rpc_"));
        series.started(facts);
        assertThat(page().sum("jrpcx_rpc_calls_started", "method", "eth_call", "sourcedapp", ""))
                .isOne();
        assertThat(page().samples().keySet().stream()
                        .filter(sample -> sample.name().startsWith("jrpcx_rpc_")))
                .hasSize(1);
    }

    @Test
    void a_call_that_ends_under_another_topology_counts_where_it_began_and_its_node_by_its_address() {
        CallFacts facts = call("1-v2", "eth_call", Map.of());
        CallMetrics.Series series = metrics.calls().of(facts);
        metrics.follow(Topology.EMPTY);
        series.ended(facts, new CallOutcome(200, new AnswerError(-32000, "no", null), true, NODE, false, 1, 40));
        assertThat(page().sum(
                                "jrpcx_rpc_calls_failed",
                                "chain_id",
                                "1",
                                "chain_version",
                                "v2",
                                "node_addr",
                                "[::1]:8545"))
                .isOne();
    }

    @Test
    void the_page_has_these_families_and_types() {
        assertThat(page().types())
                .containsEntry("jrpcx_rpc_calls_started", "counter")
                .containsEntry("jrpcx_rpc_calls_finished", "counter")
                .containsEntry("jrpcx_rpc_calls_failed", "counter")
                .containsEntry("jrpcx_rpc_calls_cache_hits", "counter")
                .containsEntry("jrpcx_rpc_calls_time", "histogram")
                .containsEntry("jrpcx_rpc_batch_calls_finished", "counter")
                .containsEntry("jrpcx_rpc_batch_calls_time", "histogram")
                .containsEntry("jrpcx_rpc_request", "counter")
                .containsEntry("jrpcx_rpc_http_status_code", "counter")
                .containsEntry("jrpcx_rpc_request_payload_sizes", "histogram")
                .containsEntry("jrpcx_rpc_response_payload_sizes", "histogram")
                .containsEntry("ethryx_gateway_label_overflow_total", "counter");
    }

    @Test
    void a_failed_call_is_never_finished_and_says_why_and_where() {
        CallFacts facts = call("1", "eth_call", Map.of());
        ended(facts, new CallOutcome(200, new AnswerError(-32000, "no", null), true, NODE, false, 20_000_000, 40));
        ended(facts, outcome(AnswerError.of(ErrorCatalogue.NO_BACKENDS)));
        ended(facts, new CallOutcome(400, AnswerError.of(ErrorCatalogue.DENIED), false, null, false, 0, 10));
        String m = "host=\"\",target=\"native\",chain_id=\"1\",chain_version=\"\",method=\"eth_call\"";
        assertThat(new String(metrics.page(), StandardCharsets.UTF_8).lines())
                .contains(
                        "jrpcx_rpc_calls_failed{" + m + ",status_code=\"-32000\",upstream_related=\"true\""
                                + ",reason=\"rpc_error_other\",node_addr=\"[::1]:8545\"} 1",
                        "jrpcx_rpc_calls_failed{" + m + ",status_code=\"-32603\",upstream_related=\"true\""
                                + ",reason=\"no_backends_available\",node_addr=\"unknown\"} 1",
                        "jrpcx_rpc_calls_failed{" + m + ",status_code=\"-41003\",upstream_related=\"false\""
                                + ",reason=\"method_not_allowed\",node_addr=\"unknown\"} 1",
                        "jrpcx_rpc_calls_time_count{" + m + "} 3");
        ParsedPage page = page();
        assertThat(page.sum("jrpcx_rpc_calls_finished")).isZero();
        assertThat(page.sum("jrpcx_rpc_response_payload_sizes_count")).isZero();
    }

    @ParameterizedTest
    @CsvSource({"1,1,''", "0x1,1,''", "1-v2,1,v2", "1-v9,1,other", "7,7,''", "8,other,''", "8-v1,other,other"})
    void chain_labels_are_known_chains_or_other(String chain, String id, String version) {
        ended(call(chain, "eth_call", Map.of()), outcome(null));
        assertThat(page().sum("jrpcx_rpc_request", "chain_id", id, "chain_version", version))
                .isOne();
    }

    /** The size of an answer counts where it is a good one with a body (the replaced program pins this). */
    @ParameterizedTest
    @CsvSource({
        "200, 40, false, 1",
        "204, 40, false, 1",
        "299, 1, false, 1",
        "200, 0, false, 0",
        "500, 40, false, 0",
        "304, 40, false, 0",
        "199, 40, false, 0",
        "200, 40, true, 0"
    })
    void the_size_of_an_answer_counts_for_a_good_one_alone(int status, long bytes, boolean failed, int counted) {
        AnswerError error = failed ? new AnswerError(-32000, "no", null) : null;
        ended(call("1", "eth_call", Map.of()), new CallOutcome(status, error, true, NODE, false, 1, bytes));
        assertThat(page().sum("jrpcx_rpc_response_payload_sizes_count")).isEqualTo(counted);
    }

    @Test
    void a_batch_is_one_request_and_its_calls_count_by_themselves() {
        String body = "[{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"eth_call\"}]";
        io.ethryx.core.RpcBatch batch =
                (io.ethryx.core.RpcBatch) new JsonRpcReader().read(Body.of(body.getBytes(StandardCharsets.UTF_8)));
        CallFacts facts = facts("1", (RpcCall) batch.elements().get(0), Map.of());
        started(facts);
        ended(facts, outcome(null));
        metrics.calls().batchEnded(Target.of(TOPOLOGY, new ChainId("1", "")), facts.caller(), 204, 7_000_000);
        ended(call("1", "batch", Map.of()), outcome(null));
        ParsedPage page = page();
        assertThat(page.sum("jrpcx_rpc_request")).isEqualTo(2);
        assertThat(page.sum("jrpcx_rpc_calls_finished", "method", "eth_call")).isOne();
        assertThat(page.sum("jrpcx_rpc_batch_calls_finished")).isOne();
        assertThat(page.sum("jrpcx_rpc_batch_calls_time_sum")).isEqualTo(7);
        assertThat(page.sum("jrpcx_rpc_http_status_code", "method", "batch", "status_code", "204"))
                .isOne();
        assertThat(page.sum("jrpcx_rpc_http_status_code")).isEqualTo(2);
        assertThat(page.sum("jrpcx_rpc_request_payload_sizes_sum", "method", "eth_call"))
                .isEqualTo(body.length() - 2);
    }

    @Test
    void a_call_for_the_latest_block_that_was_rewritten_and_answered_is_a_cache_hit() {
        CallFacts facts = call("1", "getLatestBlock", Map.of());
        ended(facts, new CallOutcome(200, null, true, NODE, true, 0, 10));
        ended(facts, new CallOutcome(200, new AnswerError(-32000, "no", null), true, NODE, true, 0, 10));
        ended(call("1", "eth_call", Map.of()), new CallOutcome(200, null, true, NODE, true, 0, 10));
        assertThat(page().sum("jrpcx_rpc_calls_cache_hits")).isOne();
        assertThat(page().sum("jrpcx_rpc_calls_cache_hits", "method", "getLatestBlock"))
                .isOne();
    }

    @Test
    void after_256_hosts_methods_and_dapps_each_the_rest_is_other_and_known_methods_keep_their_name() {
        for (int i = 0; i < 300; i++) {
            started(call("1", "eth_x" + i, Map.of("host", "same")));
            started(call("1", "eth_call", Map.of("host", "h" + i)));
            started(call("1", "eth_call", Map.of("host", "same", "x-api-dapp", "d" + i)));
        }
        ParsedPage page = page();
        String started = "jrpcx_rpc_calls_started";
        assertThat(page.sum(started, "method", "other")).isEqualTo(300 - 256);
        assertThat(page.sum(started, "host", "other")).isEqualTo(300 - 255);
        assertThat(page.sum(started, "sourcedapp", "other")).isEqualTo(300 - 256);
        assertThat(page.sum(started, "method", "eth_call")).isEqualTo(600);
        String overflow = "ethryx_gateway_label_overflow_total";
        assertThat(page.sum(overflow, "label", "method")).isEqualTo(44);
        assertThat(page.sum(overflow, "label", "host")).isEqualTo(45);
        assertThat(page.sum(overflow, "label", "sourcedapp")).isEqualTo(44);
    }

    @Test
    void a_value_that_is_long_or_not_printable_is_other() {
        for (String host : List.of("h".repeat(129), "hé", "a\nb", "\ud800")) {
            started(call("1", "eth_call", Map.of("host", host)));
        }
        started(call("1", "eth_call", Map.of("host", "a\"b\\")));
        assertThat(page().sum("jrpcx_rpc_calls_started", "host", "other")).isEqualTo(4);
        assertThat(page().sum("jrpcx_rpc_calls_started", "host", "a\"b\\")).isOne();
    }

    @Test
    void a_million_combinations_stay_some_thousand_series_and_no_call_is_lost() {
        for (int host = 0; host < 250; host++) {
            for (int method = 0; method < 250; method++) {
                CallFacts facts = call("1", "m" + method, Map.of("host", "h" + host));
                started(facts);
                ended(facts, outcome(new AnswerError(-(host * 250 + method), "x", null)));
            }
        }
        ParsedPage page = page();
        assertThat(page.sum("jrpcx_rpc_calls_started")).isEqualTo(62_500);
        assertThat(page.sum("jrpcx_rpc_calls_failed")).isEqualTo(62_500);
        assertThat(page.sum("ethryx_gateway_label_overflow_total", "label", "series"))
                .isPositive();
        assertThat(page.samples().keySet().stream()
                        .filter(sample -> sample.name().equals("jrpcx_rpc_calls_started")))
                .hasSizeLessThan(3_000);
        assertThat(page.samples()).hasSizeLessThan(100_000);
    }

    @Test
    void a_combination_that_was_seen_before_costs_no_memory() {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        CallFacts facts = call("1", "eth_call", Map.of("host", "a", "x-api-dapp", "d"));
        CallOutcome good = outcome(null);
        CallOutcome bad =
                new CallOutcome(200, new AnswerError(-32000, "execution timeout", "d"), true, NODE, false, 1, 40);
        long least = Long.MAX_VALUE;
        for (int round = 0; round < 20; round++) {
            long before = threads.getCurrentThreadAllocatedBytes();
            for (int i = 0; i < 2_000; i++) {
                CallMetrics.Series series = metrics.calls().of(facts);
                series.started(facts);
                series.ended(facts, good);
                series.ended(facts, bad);
            }
            least = Math.min(least, threads.getCurrentThreadAllocatedBytes() - before);
        }
        assertThat(least).isLessThan(2_000);
    }
}
