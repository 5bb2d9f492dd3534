package io.ethryx.health;

import static org.assertj.core.api.Assertions.assertThat;

import io.ethryx.core.topology.ChainId;
import io.ethryx.core.topology.ChainTopology;
import io.ethryx.core.topology.Topology;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import mockwebserver3.MockResponse;
import mockwebserver3.MockWebServer;
import org.junit.jupiter.api.Test;

/** The module's README, compiled and run. */
class EmbeddingExampleTest {

    @Test
    void the_ten_lines_of_the_readme_work() throws IOException {
        try (MockWebServer node = new MockWebServer()) {
            node.start();
            for (int i = 0; i < 3; i++) {
                node.enqueue(new MockResponse.Builder().code(404).build());
            }
            assertThat(askOnce("http://localhost:" + node.getPort(), "http://localhost:" + node.getPort()))
                    .isEqualTo("NOT_READY eth_syncing: http 404 Not Found");
        }
    }

    private static String askOnce(String elUrl, String clUrl) {
        // readme:begin
        ProbeTransport transport = JdkProbeTransport.to(URI.create(elUrl), URI.create(clUrl));
        try (PairMonitor monitor =
                PairMonitor.builder(HealthSettings.mainnet(), transport).build()) {
            monitor.start();
            monitor.warm().toCompletableFuture().join();
            Readiness readiness = monitor.readiness();
            return readiness.state() + " " + readiness.reasonDetail();
        }
        // readme:end
    }

    @Test
    void the_nodes_of_the_readme_are_watched() throws Exception {
        ScriptedNodes nodes = new ScriptedNodes();
        nodes.tellsHead(1, 5);
        ChainId one = new ChainId("1", "");
        ChainTopology chain = ChainTopology.empty(one).withNodes(List.of(MonitoredNodes.node("a", 1)));
        BlockingQueue<Topology> calls = new LinkedBlockingQueue<>();
        try (NodeMonitor monitor = watch(nodes, new Topology(1, Map.of(one, chain)), calls::add)) {
            Topology seen = calls.take();
            while (seen.chains().isEmpty() || seen.chain(one).head().isEmpty()) {
                seen = calls.poll(20, TimeUnit.SECONDS);
            }
            assertThat(seen.chain(one).nodes().get(0).available()).isTrue();
            assertThat(monitor.reports(one)).hasSize(1);
        }
    }

    private static NodeMonitor watch(NodeProbeTransport transport, Topology registered, Consumer<Topology> calls) {
        // readme:nodes:begin
        NodeMonitorSettings settings = new NodeMonitorSettings(
                new NodeMonitorSettings.Pace(Duration.ofSeconds(5), Duration.ofMinutes(5), Duration.ofSeconds(5)),
                NodeProbeChoice.stock(Map.of()),
                false, // a node serves once a probe passed
                true, // heads follow the nodes
                chain -> 64, // blocks behind the head until a node lags
                NodeMonitorSettings.USUALLY_AT_ONCE);
        NodeMonitor monitor = new NodeMonitor(settings, NodeMonitorParts.of(transport, NodeListener.NONE), calls);
        monitor.start();
        monitor.follow(registered);
        // readme:nodes:end
        return monitor;
    }

    @Test
    void the_readme_shows_what_is_compiled_here() throws IOException {
        String source = Files.readString(Path.of("src/test/java/io/ethryx/health/EmbeddingExampleTest.java"));
        assertThat(Files.readString(Path.of("README.md")))
                .contains(between(source, "readme:begin", "readme:end"))
                .contains(between(source, "readme:nodes:begin", "readme:nodes:end"));
    }

    private static String between(String source, String begin, String end) {
        String from = "// " + begin + "\n";
        return source.substring(source.indexOf(from) + from.length(), source.indexOf("        // " + end + "\n"))
                .stripTrailing()
                .stripIndent();
    }
}
