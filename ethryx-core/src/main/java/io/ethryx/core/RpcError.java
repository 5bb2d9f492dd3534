package io.ethryx.core;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * An error that Ethryx itself answers a JSON-RPC call with. A node's own error never passes through here: its bytes go to
 * the caller as they came.
 *
 * <p>Immutable. {@link #toBody} costs one array per call and is meant for the error path only.
 *
 * @param httpStatus the HTTP status of a single call, 100 to 599; inside a batch the status is 200 whatever this says
 * @param code the JSON-RPC error code
 * @param message the JSON-RPC error message, one phrase without a trailing full stop
 * @param data what the caller may act on, or null for an error object without a {@code data} member
 * @see <a href="https://www.jsonrpc.org/specification#error_object">JSON-RPC 2.0, section 5.1</a>
 */
public record RpcError(
        int httpStatus, int code, String message, @Nullable String data) {

    /** The id of an answer to a request whose id could not be read: JSON-RPC 2.0, section 5. */
    public static final String NULL_ID = "null";

    private static final int SERVER_ERROR = -32603;

    /**
     * Checks the parts.
     *
     * @param httpStatus see the record
     * @param code see the record
     * @param message see the record
     * @param data see the record
     * @throws IllegalArgumentException if the status is outside 100 to 599
     */
    public RpcError {
        Objects.requireNonNull(message, "message");
        if (httpStatus < 100 || httpStatus > 599) {
            throw new IllegalArgumentException("HTTP status " + httpStatus + " is outside 100 to 599");
        }
    }

    /**
     * The error for an upstream that could not be reached or whose answer broke: HTTP 502.
     *
     * @param detail what failed, in one phrase
     * @return the error
     */
    public static RpcError badGateway(String detail) {
        return new RpcError(502, SERVER_ERROR, "server error", Objects.requireNonNull(detail, "detail"));
    }

    /**
     * The error for an upstream, or an own deadline, that took too long: HTTP 504.
     *
     * @param detail what took too long, in one phrase
     * @return the error
     */
    public static RpcError gatewayTimeout(String detail) {
        return new RpcError(504, SERVER_ERROR, "server error", Objects.requireNonNull(detail, "detail"));
    }

    /**
     * The error for a call that came while a budget was spent: HTTP 503.
     *
     * @param detail which budget, in one phrase
     * @return the error
     */
    public static RpcError overloaded(String detail) {
        return new RpcError(503, SERVER_ERROR, "server error", Objects.requireNonNull(detail, "detail"));
    }

    /**
     * The answer's body, members in the order {@code jsonrpc}, {@code error}, {@code id}.
     *
     * @param id the caller's id, exactly as it stood in the request (quotes included for a string), or {@link #NULL_ID};
     *     it is copied, not checked
     * @return UTF-8 bytes, a new array at each call
     */
    public byte[] toBody(String id) {
        return (head() + id + '}').getBytes(StandardCharsets.UTF_8);
    }

    /**
     * The answer's body, as {@link #toBody(String)}, for an id that stands in the caller's bytes.
     *
     * @param id the caller's id, which goes back byte for byte
     * @return UTF-8 bytes, a new array at each call
     */
    public byte[] toBody(RpcId id) {
        byte[] head = head().getBytes(StandardCharsets.UTF_8);
        byte[] body = Arrays.copyOf(head, head.length + id.length() + 1);
        id.body().copyInto(id.from(), body, head.length, id.length());
        body[body.length - 1] = '}';
        return body;
    }

    /** All before the id. */
    private String head() {
        StringBuilder json = new StringBuilder(96);
        json.append("{\"jsonrpc\":\"2.0\",\"error\":{\"code\":").append(code).append(",\"message\":");
        JsonQuote.append(json, message);
        if (data != null) {
            json.append(",\"data\":");
            JsonQuote.append(json, data);
        }
        return json.append("},\"id\":").toString();
    }
}
