package io.ethryx.server.demo;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** A started pair that moves by hand, 100 slots old, and a client for it. */
final class PairUnderTest implements AutoCloseable {

    static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
    static final Duration PATIENCE = Duration.ofSeconds(15);

    final SimulatedNodes nodes = SimulatedNodes.byHand(SimulatedChain.mainnetLike(NOW, 100), InstantSource.fixed(NOW));
    final SimulatedExecutionNode el = nodes.executionNode();
    final SimulatedConsensusNode cl = nodes.consensusNode();
    final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    PairUnderTest() throws IOException {
        nodes.start();
    }

    HttpResponse<String> post(String body) throws IOException, InterruptedException {
        return client.send(postRequest(body), BodyHandlers.ofString());
    }

    HttpRequest postRequest(String body) {
        return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + el.httpPort() + "/"))
                .timeout(PATIENCE)
                .header("content-type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(body))
                .build();
    }

    /** The answer to a call with id 1. */
    String call(String method, String params) throws IOException, InterruptedException {
        return post("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"" + method + "\",\"params\":" + params + "}")
                .body();
    }

    /** The result of a call, JSON; fails if the answer has none. */
    String result(String method, String params) throws IOException, InterruptedException {
        String answer = call(method, params);
        String before = "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":";
        if (!answer.startsWith(before)) {
            throw new AssertionError(method + params + " answered " + answer);
        }
        return answer.substring(before.length(), answer.length() - 1);
    }

    HttpResponse<String> get(String path, String... headers) throws IOException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + cl.port() + path))
                .timeout(PATIENCE);
        if (headers.length > 0) {
            request.headers(headers);
        }
        return client.send(request.build(), BodyHandlers.ofString());
    }

    static void await(String what, BooleanSupplier condition) {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() > deadline) {
                throw new AssertionError("never: " + what);
            }
            LockSupport.parkNanos(1_000_000);
        }
    }

    @Override
    public void close() {
        nodes.close();
    }
}
