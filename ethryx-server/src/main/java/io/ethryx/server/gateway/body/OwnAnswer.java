package io.ethryx.server.gateway.body;

import io.ethryx.core.ArrayBytes;
import io.ethryx.core.InvalidCall;
import io.ethryx.core.RpcAnswer;
import io.ethryx.core.RpcBatch;
import io.ethryx.core.RpcCall;
import io.ethryx.core.RpcElement;
import io.ethryx.core.RpcError;
import io.ethryx.core.RpcId;
import io.ethryx.core.RpcRequest;
import io.ethryx.server.fields.ExactMethod;
import io.ethryx.server.fields.FieldBlock;
import io.ethryx.server.fields.KnownField;
import io.ethryx.server.listener.ClientExchange;
import io.ethryx.server.listener.WholeAnswer;
import io.undertow.util.Methods;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Answers that the gateway gives itself. All of it on the IO thread of the exchange; each sends the whole answer, once. */
public final class OwnAnswer {

    private static final String JSON = "application/json";
    private static final String TEXT = "text/plain; charset=utf-8";

    private OwnAnswer() {}

    /**
     * An error to a call, with the caller's id.
     *
     * @param exchange whose answer it is
     * @param error which
     * @param id the call's
     * @param retryAfter when to come again, said in whole seconds; null to say nothing about it
     */
    public static void error(ClientExchange exchange, RpcError error, RpcId id, @Nullable Duration retryAfter) {
        errorLater(
                exchange,
                error,
                id,
                retryAfter == null
                        ? null
                        : Long.toString(
                                Math.max(1, retryAfter.plusNanos(999_999_999).toSeconds())));
    }

    /**
     * The same, with what Retry-After says.
     *
     * @param exchange whose answer it is
     * @param error which
     * @param id the call's
     * @param retryAfter the field's value, null for none
     */
    public static void errorLater(ClientExchange exchange, RpcError error, RpcId id, @Nullable String retryAfter) {
        FieldBlock fields = jsonFields();
        if (retryAfter != null) {
            fields.add(KnownField.RETRY_AFTER, retryAfter);
        }
        WholeAnswer.send(exchange, error.httpStatus(), fields, ByteBuffer.wrap(error.toBody(id)));
    }

    /**
     * The same error to a call, or to each call of a batch; nothing to what asks for no answer.
     *
     * @param exchange whose answer it is
     * @param request the call or the batch
     * @param error which
     */
    public static void refuse(ClientExchange exchange, RpcRequest request, RpcError error) {
        if (request instanceof RpcBatch batch) {
            refuseEach(exchange, batch, error);
            return;
        }
        RpcId id = ((RpcCall) request).id();
        if (id == null) {
            silence(exchange);
        } else {
            error(exchange, error, id, null);
        }
    }

    private static void refuseEach(ClientExchange exchange, RpcBatch batch, RpcError error) {
        ArrayBytes answers = new ArrayBytes();
        for (RpcElement element : batch.elements()) {
            if (element instanceof InvalidCall invalid) {
                answers.add(RpcAnswer.of(invalid.error(), invalid.id()));
                continue;
            }
            RpcId id = ((RpcCall) element).id();
            if (id != null) {
                answers.add(RpcAnswer.of(error, id));
            }
        }
        if (answers.isEmpty()) {
            silence(exchange);
        } else {
            GatheredAnswer.send(exchange, jsonFields(), answers.close());
        }
    }

    /**
     * Nothing to say: the answer to a notification.
     *
     * @param exchange whose answer it is
     */
    public static void silence(ClientExchange exchange) {
        WholeAnswer.send(exchange, 204, new FieldBlock(), ByteBuffer.allocate(0));
    }

    /**
     * A sentence about the request itself.
     *
     * @param exchange whose answer it is
     * @param status of HTTP
     * @param sentence for a human
     */
    public static void text(ClientExchange exchange, int status, String sentence) {
        text(exchange, status, sentence, new FieldBlock());
    }

    /**
     * Says that calls are sent with POST.
     *
     * @param exchange whose answer it is
     */
    public static void notAllowed(ClientExchange exchange) {
        FieldBlock fields = new FieldBlock();
        fields.add("Allow", "POST");
        text(exchange, 405, "Calls are sent with POST.", fields);
    }

    /**
     * Says that a body is coded in a way that is not understood.
     *
     * @param exchange whose answer has not begun
     */
    public static void codingNotUnderstood(ClientExchange exchange) {
        FieldBlock fields = new FieldBlock();
        fields.add(KnownField.ACCEPT_ENCODING, "gzip");
        text(exchange, 415, "A request may be coded by gzip, once; other content codings are not understood.", fields);
    }

    /**
     * Says that the same request belongs to another target of this gateway.
     *
     * @param exchange whose answer has not begun
     * @param target the path, and the query if there is one
     */
    public static void elsewhere(ClientExchange exchange, String target) {
        FieldBlock fields = new FieldBlock();
        fields.add(KnownField.LOCATION, target);
        boolean read =
                ExactMethod.is(exchange.method(), Methods.GET) || ExactMethod.is(exchange.method(), Methods.HEAD);
        text(exchange, read ? 301 : 307, "Calls go to " + target + ", without the last slash.", fields);
    }

    private static void text(ClientExchange exchange, int status, String sentence, FieldBlock fields) {
        fields.add(KnownField.CONTENT_TYPE, TEXT);
        WholeAnswer.send(exchange, status, fields, ByteBuffer.wrap((sentence + "\n").getBytes(StandardCharsets.UTF_8)));
    }

    /**
     * The fields of an answer that was put together here.
     *
     * @return a new block, the caller's own
     */
    public static FieldBlock jsonFields() {
        FieldBlock fields = new FieldBlock();
        fields.add(KnownField.CONTENT_TYPE, JSON);
        return fields;
    }
}
