package io.ethryx.server.real;

import static org.assertj.core.api.Assertions.assertThat;

import io.ethryx.server.testing.Await;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** An execution node by Node's http2, which speaks h2c till it asks for HTTP/1.1 (decisions S11, S24). */
@Timeout(120)
final class NodeHttp2IT {

    private static final String OVER_HTTP2 = "{\"over\":\"HTTP/2\"}";

    private NodeScripts.Started node;
    private NodeScripts.Started sidecar;

    @BeforeEach
    @Timeout(600)
    void start() throws Exception {
        node = NodeScripts.start("http2-node", "node.sh", "http2-node");
        sidecar = NodeScripts.sidecar(
                "sidecar-http2-node",
                "--el-http-url=" + node.url(),
                "--cl-beacon-url=" + node.url(),
                "--health-poll-interval=200ms");
        awaitTransport("h2c");
    }

    @AfterEach
    void stop() throws Exception {
        sidecar.close();
        node.close();
    }

    private void awaitTransport(String name) {
        Await.until(
                () -> NodeScripts.answer(sidecar.port(), "GET /healthz")
                        .contains("{\"el\":{\"transport\":\"" + name + "\",\"syncing\":false,\"peers\":5,"),
                () -> NodeScripts.answer(sidecar.port(), "GET /healthz"));
    }

    private String post(String target) throws Exception {
        return NodeScripts.post(sidecar.port(), target, "{}");
    }

    @Test
    void early_hints_pass_before_the_answer() throws Exception {
        assertThat(post("/early"))
                .startsWith("HTTP/1.1 103 Early Hints\r\n")
                .contains("link: </a>; rel=preload\r\n", "\r\n\r\nHTTP/1.1 200 OK\r\n")
                .endsWith(OVER_HTTP2);
    }

    @Test
    void a_goodbye_costs_no_call_neither_before_nor_after_it() throws Exception {
        for (int i = 0; i < 20; i++) {
            List<CompletableFuture<String>> calls = new ArrayList<>();
            for (String target : List.of("/goodbye", "/", "/slow", "/", "/")) {
                calls.add(CompletableFuture.supplyAsync(() -> {
                    try {
                        return post(target);
                    } catch (Exception e) {
                        return e.toString();
                    }
                }));
            }
            for (CompletableFuture<String> call : calls) {
                assertThat(call.get(30, TimeUnit.SECONDS))
                        .startsWith("HTTP/1.1 200 OK\r\n")
                        .endsWith(OVER_HTTP2);
            }
        }
    }

    @Test
    void a_node_that_asks_for_http_1_1_gets_it_from_the_next_poll_on() throws Exception {
        assertThat(post("/downgrade"))
                .startsWith("HTTP/1.1 502 Bad Gateway\r\n")
                .contains("The EL gave no answer: it asks for HTTP/1.1.");
        awaitTransport("http/1.1");
        assertThat(post("/")).endsWith("{\"over\":\"HTTP/1.1\"}");
        assertThat(sidecar.process().lines())
                .anyMatch(line -> line.contains("\"level\":\"INFO\"")
                        && line.contains("EL JSON-RPC upstream stopped speaking h2c"));
    }
}
