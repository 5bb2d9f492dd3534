package io.ethryx.core.line;

import io.ethryx.core.InvalidCall;
import io.ethryx.core.RpcCall;
import io.ethryx.core.RpcError;
import io.ethryx.core.RpcId;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What a caller gets for a body.
 *
 * @param httpStatus 100 to 599; 204 if there is nothing to say
 * @param body the answer's bytes, not copied; empty if there is nothing to say
 * @param retryAfter when the caller may come again, or null to say nothing of it
 */
@SuppressWarnings("ArrayRecordComponent") // Handed over as it is, never compared.
public record RpcReply(
        int httpStatus, byte[] body, @Nullable Duration retryAfter) {

    private static final RpcReply SILENCE = new RpcReply(204, new byte[0], null);

    /**
     * Checks the body.
     *
     * @param httpStatus see the record
     * @param body see the record
     * @param retryAfter see the record
     */
    public RpcReply {
        Objects.requireNonNull(body, "body");
    }

    /** {@return what answers a notification, and a batch of nothing else} */
    public static RpcReply silence() {
        return SILENCE;
    }

    static RpcReply of(InvalidCall invalid) {
        return new RpcReply(invalid.error().httpStatus(), invalid.error().toBody(invalid.id()), null);
    }

    static RpcReply of(RpcCall call, RpcError error, @Nullable Duration retryAfter) {
        RpcId id = call.id();
        return id == null ? SILENCE : new RpcReply(error.httpStatus(), error.toBody(id), retryAfter);
    }
}
