package org.example.rpc;

import com.sun.net.httpserver.HttpServer;
import io.ethryx.core.topology.ChainId;
import io.ethryx.core.topology.ChainTopology;
import io.ethryx.core.topology.Node;
import io.ethryx.core.topology.NodeStatus;
import io.ethryx.core.topology.Pool;
import io.ethryx.core.topology.Topology;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

/** Two nodes that say who they are, the gateway before them, and what comes of a few calls. */
public final class Demo {

    private static final ChainId CHAIN = new ChainId("1", "");
    private static final String BALANCE =
            "{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"eth_getBalance\",\"params\":[\"0x00000000000000000000000000000000000000aa\",\"%s\"]}";

    private final HttpClient http = HttpClient.newHttpClient();

    public static void main(String[] args) throws Exception {
        new Demo().show();
    }

    private void show() throws Exception {
        HttpServer state = node("state");
        HttpServer archive = node("archive");
        List<Node> nodes = List.of(at(state, "s1", Pool.STATE), at(archive, "a1", Pool.ARCHIVE));
        try (TinyGateway gateway = new TinyGateway()) {
            gateway.follow(
                    new Topology(1, Map.of(CHAIN, ChainTopology.empty(CHAIN).withNodes(nodes))));
            gateway.start();
            // Until the first probes have told the head, every explicit height counts as old.
            while (!ask(gateway, "0x3e8").contains("state")) {
                Thread.onSpinWait();
            }
            System.out.println("latest:  " + ask(gateway, "latest"));
            System.out.println("recent:  " + ask(gateway, "0x3e8"));
            System.out.println("block 1: " + ask(gateway, "0x1"));
            state.stop(0);
            System.out.println("latest, with the State node gone: " + ask(gateway, "latest"));
        } finally {
            archive.stop(0);
        }
    }

    private String ask(TinyGateway gateway, String block) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + gateway.port() + "/1"))
                .POST(HttpRequest.BodyPublishers.ofString(BALANCE.formatted(block)))
                .build();
        return http.send(request, HttpResponse.BodyHandlers.ofString()).body();
    }

    /** A node at height 1,000 whose every balance is its name. */
    private static HttpServer node(String name) throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 64);
        server.createContext("/", exchange -> {
            try (exchange) {
                String asked = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
                String result = asked.contains("eth_blockNumber") ? "0x3e8" : name;
                String id = asked.contains("\"id\":7") ? "7" : "1";
                byte[] answer = ("{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"result\":\"" + result + "\"}")
                        .getBytes(StandardCharsets.UTF_8);
                exchange.sendResponseHeaders(200, answer.length);
                exchange.getResponseBody().write(answer);
            }
        });
        server.start();
        return server;
    }

    private static Node at(HttpServer server, String key, Pool pool) {
        int port = server.getAddress().getPort();
        return new Node(key, pool, "127.0.0.1", port, null, 100, Node.AVAILABLE, "manual", NodeStatus.READY);
    }
}
