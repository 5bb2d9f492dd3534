package org.example.rpc;

import io.ethryx.core.Body;
import io.ethryx.core.line.FailureKind;
import io.ethryx.core.line.NodeClient;
import io.ethryx.core.line.NodeReply;
import io.ethryx.core.line.NodeReplyListener;
import io.ethryx.core.line.NodeRequest;
import io.ethryx.core.topology.ChainId;
import io.ethryx.core.topology.Node;
import io.ethryx.health.NodeProbeTransport;
import io.ethryx.health.ProbeCall;
import io.ethryx.health.ProbeFailure;
import io.ethryx.health.ProbeListener;
import io.ethryx.health.ProbeResponse;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/** Nodes over the JDK's HTTP client: for calls and for probes. */
final class HttpNodes implements NodeClient, NodeProbeTransport {

    private final HttpClient http = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(Duration.ofSeconds(1))
            .build();

    @Override
    public void ask(NodeRequest request, NodeReplyListener listener) {
        long begun = System.nanoTime();
        byte[] body = Body.of(request.body()).copy(0, Body.of(request.body()).length());
        Duration left = Duration.ofNanos(Math.max(1, request.deadlineNanos() - begun));
        post(request.node(), HttpRequest.BodyPublishers.ofByteArray(body), left).whenComplete((answer, failure) -> {
            long took = System.nanoTime() - begun;
            if (failure == null) {
                listener.replied(new NodeReply.Answered(answer.statusCode(), null, took), Body.of(answer.body()));
            } else {
                listener.replied(new NodeReply.Failed(kind(failure), took), Body.of(new byte[0]));
            }
        });
    }

    @Override
    public ProbeCall call(ChainId chain, Node node, String body, ProbeListener listener) {
        CompletableFuture<HttpResponse<byte[]>> asked =
                post(node, HttpRequest.BodyPublishers.ofString(body), Duration.ofSeconds(5));
        asked.whenComplete((answer, failure) -> {
            if (failure == null) {
                listener.onResponse(new ProbeResponse(answer.statusCode(), "", answer.body()));
            } else {
                listener.onFailure(ProbeFailure.transport(kind(failure).wireName()));
            }
        });
        return () -> asked.cancel(true);
    }

    private CompletableFuture<HttpResponse<byte[]>> post(Node node, HttpRequest.BodyPublisher body, Duration patience) {
        String path = node.path() == null ? "/" : node.path();
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://" + node.hostPort() + path))
                .header("content-type", "application/json")
                .timeout(patience)
                .POST(body)
                .build();
        return http.sendAsync(request, HttpResponse.BodyHandlers.ofByteArray());
    }

    private static FailureKind kind(Throwable failure) {
        Throwable cause = failure instanceof CompletionException wrapped ? wrapped.getCause() : failure;
        if (cause instanceof HttpTimeoutException) {
            return FailureKind.DEADLINE;
        }
        return cause instanceof ConnectException ? FailureKind.CONNECT : FailureKind.CLOSED;
    }
}
