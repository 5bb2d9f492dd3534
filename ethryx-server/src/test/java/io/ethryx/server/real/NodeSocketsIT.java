package io.ethryx.server.real;

import static org.assertj.core.api.Assertions.assertThat;

import io.ethryx.server.testing.Await;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** WebSockets of clients and nodes that no one here wrote: Node's package ws, Node's http2, anvil (decision S10). */
@Timeout(120)
final class NodeSocketsIT {

    private static final Duration SOON = Duration.ofSeconds(60);

    private static NodeScripts.Started node;
    private static NodeScripts.Started anvil;
    private static NodeScripts.Started sidecar;
    private static NodeScripts.Started beforeAnvil;

    @BeforeAll
    @Timeout(600)
    static void start_the_nodes_and_a_sidecar_before_each() throws Exception {
        node = NodeScripts.start("socket-node", "node.sh", "socket-node");
        anvil = NodeScripts.start("anvil-sockets", "anvil.sh");
        sidecar = NodeScripts.sidecar("sidecar-sockets", "--el-ws-url=" + node.url());
        beforeAnvil = NodeScripts.sidecar(
                "sidecar-anvil",
                "--el-http-url=" + anvil.url(),
                "--el-ws-url=" + anvil.url().replace("http:", "ws:"),
                "--health-poll-interval=500ms");
    }

    @AfterAll
    static void stop_everything() throws Exception {
        for (NodeScripts.Started started : new NodeScripts.Started[] {beforeAnvil, sidecar, anvil, node}) {
            if (started != null) {
                started.close();
            }
        }
    }

    private static void play(NodeScripts.Started at, String transport, String scene) throws Exception {
        try (RunningProcess client = RunningProcess.start(
                "socket-client-" + transport + "-" + scene,
                List.of(
                        NodeScripts.script("node.sh"),
                        "socket-client",
                        transport,
                        scene,
                        at.url().replace("http:", "ws:")))) {
            assertThat(client.exit(SOON)).as("%s", client.said()).isZero();
            assertThat(client.lines()).containsExactly("passed " + scene + " over " + transport);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "http1,echo",
        "http1,deflate",
        "http1,fragments",
        "http1,pings",
        "http1,closes",
        "http1,subprotocol",
        "http1,refusal",
        "http2,echo",
        "http2,fragments",
        "http2,pings",
        "http2,closes",
        "http2,subprotocol",
        "http2,refusal",
        "http2,shared",
    })
    void sockets_of_node_pass_end_to_end(String transport, String scene) throws Exception {
        play(sidecar, transport, scene);
        Await.until(
                () -> metrics(sidecar).contains("\nethryx_active_connections{protocol=\"ws\"} 0\n"),
                () -> metrics(sidecar));
    }

    @ParameterizedTest
    @CsvSource({"http1", "http2"})
    void new_heads_of_anvil_arrive(String transport) throws Exception {
        play(beforeAnvil, transport, "heads");
    }

    @Test
    void anvil_is_spoken_to_over_h2c() throws Exception {
        Await.until(
                () -> NodeScripts.answer(beforeAnvil.port(), "GET /healthz").contains("\"el\":{\"transport\":\"h2c\","),
                () -> NodeScripts.answer(beforeAnvil.port(), "GET /healthz"));
        String call = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"eth_chainId\",\"params\":[]}";
        assertThat(NodeScripts.post(beforeAnvil.port(), "/", call)).contains("\"result\":\"0x7a69\"");
        assertThat(metrics(beforeAnvil)).contains("ethryx_upstream_transport{layer=\"el\",transport=\"h2c\"} 1\n");
    }

    private static String metrics(NodeScripts.Started at) {
        return NodeScripts.answer(at.port(), "GET /metrics");
    }
}
