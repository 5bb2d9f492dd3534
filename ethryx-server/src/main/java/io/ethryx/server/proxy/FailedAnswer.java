package io.ethryx.server.proxy;

import io.ethryx.core.RpcError;
import io.ethryx.server.fields.FieldBlock;
import io.ethryx.server.fields.KnownField;
import io.ethryx.server.listener.ClientExchange;
import io.ethryx.server.listener.WholeAnswer;
import io.ethryx.server.upstream.UpstreamFailure;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The answer that Ethryx makes where an upstream gave none (decision S8).
 *
 * @param status 400, 431, 502, 503 or 504
 * @param sentence one plain sentence that names the layer and the cause
 */
record FailedAnswer(int status, String sentence) {

    static FailedAnswer of(String layer, UpstreamFailure failure) {
        String cause = failure.cause();
        return switch (failure.kind()) {
            case CONNECT -> new FailedAnswer(502, "The " + layer + " could not be reached: " + cause + ".");
            case CONNECT_TIMEOUT ->
                new FailedAnswer(504, "The " + layer + " could not be reached in time: " + cause + ".");
            case OVERLOADED -> new FailedAnswer(503, "The " + layer + " has too many requests waiting: " + cause + ".");
            case CLOSED, STALE, TRUNCATED -> new FailedAnswer(502, "The " + layer + " gave no answer: " + cause + ".");
            case MALFORMED -> new FailedAnswer(502, "The " + layer + " gave a malformed answer: " + cause + ".");
            case TOO_LARGE -> new FailedAnswer(431, "The request can't be forwarded: " + cause + ".");
            case BAD_REQUEST -> new FailedAnswer(400, "The request can't be forwarded: " + cause + ".");
        };
    }

    static FailedAnswer timedOut(String layer, Duration limit) {
        return new FailedAnswer(504, "The " + layer + " did not answer within " + seconds(limit) + ".");
    }

    /**
     * Sends it, which ends the exchange.
     *
     * @param exchange the client's
     * @param requestRead whether the request's body has been read to its end
     * @param rpcId the id of the JSON-RPC call that this answers, or null for any other request
     */
    void send(ClientExchange exchange, boolean requestRead, @Nullable String rpcId) {
        if (!requestRead) {
            exchange.answer().closeAfter();
        }
        byte[] body = rpcId != null ? error().toBody(rpcId) : (sentence + "\n").getBytes(StandardCharsets.UTF_8);
        FieldBlock fields = new FieldBlock();
        fields.add(KnownField.CONTENT_TYPE, rpcId != null ? "application/json" : "text/plain; charset=utf-8");
        fields.add(KnownField.CACHE_CONTROL, "no-store");
        if (status == 503) {
            fields.add(KnownField.RETRY_AFTER, "1");
        }
        WholeAnswer.send(exchange, status, fields, ByteBuffer.wrap(body));
    }

    private RpcError error() {
        return switch (status) {
            case 503 -> RpcError.overloaded(sentence);
            case 504 -> RpcError.gatewayTimeout(sentence);
            default -> RpcError.badGateway(sentence);
        };
    }

    private static String seconds(Duration limit) {
        return limit.toMillis() % 1000 == 0 ? limit.toSeconds() + " s" : limit.toMillis() + " ms";
    }
}
