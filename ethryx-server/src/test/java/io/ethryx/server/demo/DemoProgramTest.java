package io.ethryx.server.demo;

import static org.assertj.core.api.Assertions.assertThat;

import io.ethryx.server.config.ListenAddress;
import io.ethryx.server.config.SidecarSettings;
import io.ethryx.server.gateway.settings.DiscoverySettings;
import io.ethryx.server.gateway.settings.GatewaySettings;
import io.ethryx.server.logging.LogLevel;
import io.ethryx.server.testing.RawClient;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.PrintStream;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DemoProgramTest {

    private static final String EXPLAINED =
            "  curl -si -H 'x-ethryx-explain: 1' -H 'content-type: application/json' -d ";

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();
    private final List<String> events = new ArrayList<>();
    private final List<GatewaySettings> gateways = new ArrayList<>();
    private IOException gatewayFault;

    @Test
    void it_says_where_everything_is_and_what_to_try() {
        List<SidecarSettings> seen = new ArrayList<>();
        int exit = program(settings -> {
                    seen.add(settings);
                    return new FakeSidecar(18_547);
                })
                .run(8547);
        assertThat(exit).isZero();
        SidecarSettings settings = seen.get(0);
        assertThat(text(out).lines())
                .containsExactly(
                        "simulated EL http://127.0.0.1:"
                                + settings.upstreams().elHttp().port() + " (JSON-RPC), "
                                + settings.upstreams().elWs() + " (WebSocket)",
                        "simulated CL http://127.0.0.1:"
                                + settings.upstreams().clBeacon().port()
                                + " (Beacon API); a slot lasts 2 seconds",
                        "ready sidecar http://127.0.0.1:18547",
                        "simulated State node s1 http://127.0.0.1:" + nodePort("1/nodes/s1")
                                + " (keeps the state of 128 blocks), Archive node a1 http://127.0.0.1:"
                                + nodePort("1/nodes/a1") + ", Native node n1 http://127.0.0.1:"
                                + nodePort("1/nativeNodes/n1"),
                        "ready gateway http://127.0.0.1:18663/1",
                        "metrics of the gateway http://127.0.0.1:18664/metrics",
                        "",
                        "Try these in another terminal:",
                        "  curl -s -H 'content-type: application/json' -d"
                                + " '{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"eth_blockNumber\",\"params\":[]}'"
                                + " http://127.0.0.1:18547",
                        "  curl -s http://127.0.0.1:18547/eth/v1/node/syncing",
                        "  curl -s http://127.0.0.1:18547/healthz",
                        "  npx wscat -w 60 -c ws://127.0.0.1:18547 -x '{\"jsonrpc\":\"2.0\",\"id\":1,"
                                + "\"method\":\"eth_subscribe\",\"params\":[\"newHeads\"]}'   # with Node: a block each slot",
                        "",
                        "And at the gateway, where -i shows which node answered and why:",
                        EXPLAINED
                                + "'{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"eth_getBalance\",\"params\":"
                                + "[\"0x00000000000000000000000000000000000000aa\",\"latest\"]}'"
                                + " http://127.0.0.1:18663/1   # State",
                        EXPLAINED
                                + "'{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"eth_getBalance\",\"params\":"
                                + "[\"0x00000000000000000000000000000000000000aa\",\"0x1\"]}'"
                                + " http://127.0.0.1:18663/1   # an old block: Archive",
                        EXPLAINED
                                + "'{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"debug_traceBlockByNumber\",\"params\":"
                                + "[\"latest\"]}' http://127.0.0.1:18663/1   # -39008 there: Native",
                        "",
                        "Ctrl-C stops it.");
        assertThat(text(err)).isEmpty();
        assertThat(events).containsExactly("armed", "awaited", "gateway closed", "sidecar closed", "done");
    }

    @Test
    void its_sidecar_is_set_up_for_the_simulated_pair() {
        List<SidecarSettings> seen = new ArrayList<>();
        Instant before = Instant.now();
        program(settings -> {
                    seen.add(settings);
                    return new FakeSidecar(1);
                })
                .run(8999);
        SidecarSettings settings = seen.get(0);
        assertThat(settings.listening().addresses()).hasSize(1);
        assertThat(settings.listening().addresses().get(0).text()).isEqualTo("127.0.0.1:8999");
        assertThat(settings.health().pollInterval()).isEqualTo(Duration.ofSeconds(1));
        assertThat(settings.health().slotDuration()).isEqualTo(Duration.ofSeconds(2));
        assertThat(settings.health().genesisTime())
                .isBetween(before.getEpochSecond() - 2_000, Instant.now().getEpochSecond() - 2_000);
        assertThat(settings.logging().level()).isEqualTo(LogLevel.WARN);
        assertThat(settings.lifecycle().shutdownGrace()).isLessThanOrEqualTo(Duration.ofSeconds(1));
    }

    @Test
    void the_nodes_serve_while_the_sidecar_starts() {
        int exit = program(settings -> {
                    try (RawClient client =
                            RawClient.connect(settings.upstreams().clBeacon().port())) {
                        events.add(client.send("GET /eth/v1/node/health HTTP/1.1\r\nHost: x\r\n\r\n")
                                .readUntil("\r\n"));
                    }
                    return new FakeSidecar(1);
                })
                .run(0);
        assertThat(exit).isZero();
        assertThat(events).contains("HTTP/1.1 200 OK\r\n");
    }

    @Test
    void a_port_in_use_is_one_clear_error() throws IOException {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            int port = taken.getLocalPort();
            int exit = program(settings -> {
                        try (ServerSocket second = new ServerSocket()) {
                            second.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
                        }
                        return new FakeSidecar(port);
                    })
                    .run(port);
            assertThat(exit).isEqualTo(1);
            assertThat(text(err).lines())
                    .singleElement()
                    .satisfies(line -> assertThat(line)
                            .startsWith("error: port " + port + " on 127.0.0.1 is in use")
                            .contains("--port"));
        }
        assertThat(text(out)).isEmpty();
        assertThat(events).containsExactly("armed", "done");
    }

    @Test
    void its_gateway_has_its_usual_ports_unless_free_ones_are_asked_for() {
        program(settings -> new FakeSidecar(1)).run(8999);
        assertThat(gateways.get(0).listening().rpc())
                .extracting(ListenAddress::text)
                .containsExactly("127.0.0.1:8663");
        assertThat(gateways.get(0).listening().metrics().text()).isEqualTo("127.0.0.1:8664");
        program(settings -> new FakeSidecar(1)).run(0);
        assertThat(gateways.get(1).listening().rpc())
                .extracting(ListenAddress::port)
                .containsExactly(0);
        assertThat(gateways.get(1).listening().metrics().port()).isZero();
    }

    @Test
    void a_gateway_that_can_not_start_is_one_line_and_closes_the_sidecar() {
        gatewayFault = new IOException("the gateway cannot listen on 127.0.0.1:8663: Address already in use");
        assertThat(program(settings -> new FakeSidecar(1)).run(1)).isEqualTo(1);
        assertThat(text(err))
                .isEqualTo("error: the demo could not start: the gateway cannot listen on 127.0.0.1:8663:"
                        + " Address already in use\n");
        assertThat(text(out)).isEmpty();
        assertThat(events).containsExactly("armed", "sidecar closed", "done");
    }

    @Test
    void any_other_failure_to_start_is_one_line_too() {
        int exit = program(settings -> {
                    throw new IOException("no more descriptors");
                })
                .run(1);
        assertThat(exit).isEqualTo(1);
        assertThat(text(err)).isEqualTo("error: the demo could not start: no more descriptors\n");
    }

    @Test
    void a_refused_bind_names_its_cause() {
        program(settings -> {
                    throw new BindException("Permission denied");
                })
                .run(80);
        assertThat(text(err)).contains("port 80").contains("Permission denied");
    }

    @ParameterizedTest
    @ValueSource(strings = {"TERM", "INT"})
    void a_signal_ends_the_process_with_success_and_soon(String signal) throws Exception {
        // Whoever runs the tests may ignore a signal, and those that it starts would then, too.
        Process process = new ProcessBuilder(
                        "env",
                        "--default-signal=" + signal,
                        System.getProperty("java.home") + File.separator + "bin" + File.separator + "java",
                        "-cp",
                        System.getProperty("java.class.path"),
                        DemoInAProcess.class.getName())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try {
            StringBuilder read = new StringBuilder();
            while (read.indexOf("Ctrl-C stops it.\n") < 0) {
                int b = process.getInputStream().read();
                assertThat(b).as("after: %s", read).isNotNegative();
                read.append((char) b);
            }
            long asked = System.nanoTime();
            new ProcessBuilder("kill", "-" + signal, Long.toString(process.pid()))
                    .start()
                    .waitFor();
            assertThat(process.waitFor(15, TimeUnit.SECONDS)).isTrue();
            assertThat(process.exitValue()).isZero();
            assertThat(Duration.ofNanos(System.nanoTime() - asked)).isLessThan(Duration.ofSeconds(5));
            assertThat(new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
                    .isEqualTo("gateway closed\nsidecar closed\n");
        } finally {
            process.destroyForcibly();
        }
    }

    private DemoProgram program(SidecarLauncher launcher) {
        return new DemoProgram(
                new Launchers(launcher, this::gateway),
                new StopAtOnce(),
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8));
    }

    private RunningGateway gateway(GatewaySettings settings) throws IOException {
        if (gatewayFault != null) {
            throw gatewayFault;
        }
        gateways.add(settings);
        return new FakeGateway(() -> events.add("gateway closed"));
    }

    /** The port of a node in the topology that the gateway was given. */
    private String nodePort(String key) {
        DiscoverySettings.Inline topology =
                (DiscoverySettings.Inline) gateways.get(0).discovery().source();
        String json = topology.entries().stream()
                .filter(entry -> entry.key().equals(key))
                .findAny()
                .orElseThrow()
                .json();
        return json.replaceAll(".*\"port\":\\s*(\\d+).*", "$1");
    }

    private static String text(ByteArrayOutputStream stream) {
        return stream.toString(StandardCharsets.UTF_8);
    }

    /** The demonstration as a process of its own, with a sidecar that only says when it is closed. */
    static final class DemoInAProcess {

        public static void main(String[] args) {
            SidecarLauncher sidecar = settings -> new RunningSidecar() {
                @Override
                public int port() {
                    return 1;
                }

                @Override
                public void close() {
                    System.out.println("sidecar closed");
                }
            };
            GatewayLauncher gateway = settings -> new FakeGateway(() -> System.out.println("gateway closed"));
            System.exit(DemoProgram.run(0, new Launchers(sidecar, gateway)));
        }
    }

    private record FakeGateway(Runnable whenClosed) implements RunningGateway {

        @Override
        public int port() {
            return 18_663;
        }

        @Override
        public int metricsPort() {
            return 18_664;
        }

        @Override
        public void close() {
            whenClosed.run();
        }
    }

    private final class StopAtOnce implements DemoProgram.Stop {

        private final CountDownLatch asked = new CountDownLatch(0);

        @Override
        public void arm() {
            events.add("armed");
        }

        @Override
        public void await() throws InterruptedException {
            asked.await();
            events.add("awaited");
        }

        @Override
        public void done() {
            events.add("done");
        }
    }

    private final class FakeSidecar implements RunningSidecar {

        private final int port;

        FakeSidecar(int port) {
            this.port = port;
        }

        @Override
        public int port() {
            return port;
        }

        @Override
        public void close() {
            events.add("sidecar closed");
        }
    }
}
