package io.ethryx.server.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.ethryx.server.gateway.rules.GatewayCheck;
import io.ethryx.server.gateway.settings.DiscoverySettings;
import io.ethryx.server.gateway.settings.GatewayFile;
import io.ethryx.server.gateway.settings.GatewaySettings;
import io.ethryx.server.testing.RawClient;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The annotated configurations under {@code examples/config}: they are sound, say the truth about defaults, and serve. */
class ExampleConfigurationTest {

    private static final Path EXAMPLES = Path.of("..", "examples", "config");

    @ParameterizedTest
    @ValueSource(strings = {"gateway.yaml", "gateway-etcd.yaml"})
    void it_has_no_fault_and_no_key_without_effect(String name) {
        GatewayCheck check = GatewayCheck.of(EXAMPLES.resolve(name).toString());
        assertThat(check.faults()).isEmpty();
        assertThat(check.warnings()).isEmpty();
    }

    @Test
    void what_it_does_not_call_otherwise_is_the_default() throws Exception {
        GatewaySettings defaults = settings("{}");
        GatewaySettings example = settings(text("gateway.yaml"));
        assertThat(example.listening().rpc())
                .hasSameSizeAs(defaults.listening().rpc())
                .extracting(address -> address.port())
                .containsExactly(8663);
        assertThat(example.listening().metrics().port())
                .isEqualTo(defaults.listening().metrics().port());
        assertThat(example.selection()).isEqualTo(defaults.selection());
        assertThat(example.probing()).isEqualTo(defaults.probing());
        assertThat(example.batch()).isEqualTo(defaults.batch());
        assertThat(example.limits()).isEqualTo(defaults.limits());
        assertThat(example.lifecycle()).isEqualTo(defaults.lifecycle());
        assertThat(example.admin()).isEqualTo(defaults.admin());
        assertThat(example.corsOrigins()).isEqualTo(defaults.corsOrigins());
        assertThat(example.forwardedHeaders()).isEqualTo(defaults.forwardedHeaders());
        assertThat(example.usage()).isEqualTo(defaults.usage());
        assertThat(example.logging()).isEqualTo(defaults.logging());
        assertThat(example.tracing().endpoint()).isEmpty();
        assertThat(example.tracing().ratio()).isEqualTo(defaults.tracing().ratio());
        assertThat(example.retry().maxAttempts()).isEqualTo(defaults.retry().maxAttempts());
        assertThat(example.upstream().poolSize()).isEqualTo(defaults.upstream().poolSize());
        assertThat(example.upstream().idle()).isEqualTo(defaults.upstream().idle());
        assertThat(example.upstream().queueing()).isEqualTo(defaults.upstream().queueing());
        assertThat(example.upstream().dial()).isEqualTo(defaults.upstream().dial());
        assertThat(example.governance().denied())
                .isEqualTo(defaults.governance().denied());
        assertThat(example.governance().names()).isEmpty();
        assertThat(example.governance().mirror())
                .isEqualTo(defaults.governance().mirror());
        assertThat(example.routing().stateWindow()).isEqualTo(defaults.routing().stateWindow());
        assertThat(example.discovery().headTracking())
                .isEqualTo(defaults.discovery().headTracking());
    }

    @Test
    void it_serves_and_calls_the_nodes_that_it_names() throws Exception {
        try (ScriptedNode node = ScriptedNode.named("state-1")) {
            String text = text("gateway.yaml")
                    .replace("\"8663\"", "127.0.0.1:0")
                    .replace("\"8664\"", "127.0.0.1:0")
                    .replaceAll("port: 854[5-8]", "port: " + node.upstream().port());
            try (LiveGateway gateway = LiveGateway.bind(settings(text))) {
                assertThat(gateway.start()).isEmpty();
                assertThat(ask(
                                gateway.addresses().get(0).getPort(),
                                GatewayFixture.post(
                                        "/1",
                                        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"eth_chainId\",\"params\":[]}")))
                        .contains("\"result\":\"state-1\"");
            }
        }
    }

    @Test
    void the_one_for_etcd_lives_and_is_not_ready_while_etcd_is_away(@TempDir Path directory) throws Exception {
        String text = text("gateway-etcd.yaml")
                .replace("\"8663\"", "127.0.0.1:0")
                .replace("\"8664\"", "127.0.0.1:0")
                .replaceAll("(http://127.0.0.1:)\\d+", "$11")
                .replace("/var/lib/ethryx", directory.toString());
        GatewaySettings settings = settings(text);
        assertThat(settings.discovery().snapshotFile()).isEqualTo(Optional.of(directory + "/topology.json"));
        assertThat(settings.discovery().source())
                .isInstanceOfSatisfying(
                        DiscoverySettings.Etcd.class,
                        etcd -> assertThat(etcd.prefix()).isEqualTo("/ethryx"));
        try (LiveGateway gateway = LiveGateway.bind(settings)) {
            assertThat(gateway.start()).isEmpty();
            int port = gateway.probesAddress().getPort();
            assertThat(ask(port, "GET /livez HTTP/1.1\r\nHost: a\r\n\r\n")).startsWith("HTTP/1.1 200 ");
            assertThat(ask(port, "GET /readyz HTTP/1.1\r\nHost: a\r\n\r\n")).startsWith("HTTP/1.1 503 ");
        }
        try (Stream<Path> left = Files.list(directory)) {
            assertThat(left).isEmpty();
        }
    }

    private static String ask(int port, String request) throws IOException {
        try (RawClient client = RawClient.connect(port)) {
            return client.send(request).readAnswer();
        }
    }

    private static String text(String name) throws IOException {
        return Files.readString(EXAMPLES.resolve(name));
    }

    private static GatewaySettings settings(String text) {
        return GatewayFile.parse("example", text).settings().orElseThrow();
    }
}
