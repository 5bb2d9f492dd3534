package io.ethryx.server.page;

import static org.assertj.core.api.Assertions.assertThat;

import io.ethryx.core.BlockContext;
import io.ethryx.core.Body;
import io.ethryx.core.JsonRpcReader;
import io.ethryx.core.RpcCall;
import io.ethryx.core.line.CallFacts;
import io.ethryx.core.line.Caller;
import io.ethryx.core.line.PoolReason;
import io.ethryx.core.line.Router;
import io.ethryx.core.line.RoutingDecision;
import io.ethryx.core.line.Target;
import io.ethryx.core.topology.ChainId;
import io.ethryx.core.topology.ChainTopology;
import io.ethryx.core.topology.Node;
import io.ethryx.core.topology.NodeStatus;
import io.ethryx.core.topology.Pool;
import io.ethryx.core.topology.Topology;
import io.ethryx.routing.Randomness;
import io.ethryx.routing.RoutingSettings;
import io.ethryx.routing.TopologyRouter;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class PageTest {

    private static final ChainId CHAIN = new ChainId("1", "");
    private static final String METRICS = """
            jrpcx_rpc_calls_started{chain_id="1",chain_version="",method="eth_call"} %d
            ethryx_build_info{version="9.9",git="x"} 1
            """;

    private final AtomicLong nanos = new AtomicLong(1);
    private final AtomicInteger calls = new AtomicInteger();
    private final Node evil = node("<script>alert(1)</script>", NodeStatus.READY);
    private final Topology topology = new Topology(
            1,
            Map.of(
                    CHAIN,
                    ChainTopology.empty(CHAIN)
                            .withNodes(List.of(evil, node("down", NodeStatus.UNREACHABLE)))
                            .withHead(OptionalLong.of(20_000_000))));
    private final TopologyRouter router =
            new TopologyRouter(RoutingSettings.DEFAULT, Randomness.perThread(), System::nanoTime);
    private final RecentDecisions decisions = new RecentDecisions(nanos::get);
    private final GatewayPage page = new GatewayPage(new GatewayPage.Sources(
            () -> METRICS.formatted(calls.get()).getBytes(StandardCharsets.UTF_8),
            () -> topology,
            new GatewayPage.Nodes((chain, node) -> Optional.empty(), router::load),
            decisions,
            () -> true));

    private static Node node(String key, NodeStatus status) {
        return new Node(key, Pool.STATE, "10.0.0.1", 8545, null, 100, Node.AVAILABLE, "manual", status);
    }

    private CallFacts facts(String method) {
        String text = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"" + method + "\"}";
        RpcCall call = (RpcCall) new JsonRpcReader().read(Body.of(text.getBytes(StandardCharsets.UTF_8)));
        return new CallFacts(call, Target.of(topology, CHAIN), Caller.ANONYMOUS, asked -> BlockContext.None.NONE);
    }

    @Test
    void chains_and_nodes_are_tables_that_need_no_script() {
        String html = page.whole("", "", "");
        assertThat(html)
                .startsWith("<!DOCTYPE html>")
                .contains(
                        "<strong class=\"good\">ready</strong>",
                        "20000000",
                        "<td class=\"bad\">1/2</td>",
                        "unreachable")
                .contains("<th scope=\"col\" class=\"number\">Head</th>", "<th scope=\"row\">down</th>");
    }

    @Test
    void nothing_that_a_node_or_a_caller_says_becomes_markup() {
        String html = page.whole("\"><b>", "</textarea><script>", "<img src=x>");
        assertThat(html)
                .doesNotContain("<script>alert", "<img", "</textarea><script>", "\"><b>")
                .contains("&lt;script&gt;alert(1)&lt;/script&gt;", "&lt;img src=x&gt;");
    }

    @Test
    void a_page_loads_nothing_from_elsewhere_and_holds_no_script_or_style_of_its_own() {
        String html = page.whole("1", "{}", "told");
        assertThat(html).doesNotContain("http://", "https://", "//cdn", " style=", " onclick", "<style");
        assertThat(html.split("<script", -1)).hasSize(2);
        assertThat(Asset.CONTENT_SECURITY_POLICY)
                .startsWith("default-src 'none'")
                .doesNotContain("unsafe");
        for (Asset asset : Asset.values()) {
            assertThat(new String(asset.bytes(), StandardCharsets.UTF_8))
                    .doesNotContain("http://", "https://", "@import");
        }
    }

    @Test
    void decisions_are_remembered_while_somebody_looks_and_for_a_minute() {
        Router watched = decisions.of(
                (facts, attempts) -> new RoutingDecision.Forward(evil, PoolReason.NO_CONTEXT, List.of(), List.of()));
        RoutingDecision unseen = watched.route(facts("eth_unseen"), List.of());
        assertThat(unseen).isInstanceOf(RoutingDecision.Forward.class);
        assertThat(page.live()).contains("None since this page was first looked at");
        for (int i = 0; i < 150; i++) {
            watched.route(facts("eth_m" + i), List.of());
        }
        assertThat(decisions.look())
                .hasSize(100)
                .extracting(RecentDecisions.Entry::method)
                .startsWith("eth_m149", "eth_m148")
                .doesNotContain("eth_m49", "eth_unseen");
        assertThat(page.live()).contains("eth_m149", "no_context");
        nanos.addAndGet(61_000_000_000L);
        watched.route(facts("eth_late"), List.of());
        watched.route(facts("eth_later"), List.of());
        assertThat(decisions.look()).extracting(RecentDecisions.Entry::method).doesNotContain("eth_late", "eth_later");
    }

    @Test
    void rates_come_with_the_second_look_and_are_forgotten_after_a_minute() {
        History history =
                new History(() -> METRICS.formatted(calls.get()).getBytes(StandardCharsets.UTF_8), nanos::get);
        calls.set(10);
        assertThat(history.look().rate("jrpcx_rpc_calls_started", sample -> true))
                .isEmpty();
        nanos.addAndGet(500_000_000L);
        calls.set(20);
        assertThat(history.look().time()).isZero();
        nanos.addAndGet(1_500_000_000L);
        assertThat(history.look()
                        .rate("jrpcx_rpc_calls_started", sample -> true)
                        .getAsDouble())
                .isEqualTo(5);
        assertThat(history.line("x", 1)).containsExactly(1.0);
        assertThat(history.line("x", 2)).containsExactly(1.0, 2.0);
        nanos.addAndGet(61_000_000_000L);
        assertThat(history.look().time()).isZero();
        assertThat(history.line("x", 3)).containsExactly(3.0);
    }

    @Test
    void a_plot_says_in_words_what_it_shows() {
        assertThat(Plot.of(List.of(1.0, 4.0, 2.0), "calls a second"))
                .contains("role=\"img\"", "<title>calls a second: now 2.0, highest 4.0</title>", "<polyline points=\"");
        assertThat(Plot.of(List.of(0.0, 0.0), "x")).contains("0.0,23.0 120.0,23.0");
        assertThat(Plot.of(List.of(1.0), "x")).doesNotContain("svg");
    }
}
