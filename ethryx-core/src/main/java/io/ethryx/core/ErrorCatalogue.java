package io.ethryx.core;

/**
 * The errors that the gateway answers with, each with its HTTP status for a single call. In a batch the status is 200 and
 * each element carries its own.
 *
 * <p>Most are one object each; those that say more make one at each call. None fills in a stack trace.
 *
 * @see <a href="https://www.jsonrpc.org/specification#error_object">JSON-RPC 2.0, section 5.1</a>
 */
public final class ErrorCatalogue {

    /** The code of a body that is not JSON. */
    public static final int PARSE_ERROR = -32700;

    /** The code of JSON that is no request. */
    public static final int INVALID_REQUEST = -32600;

    /** The code of a call with parameters that can't be. */
    public static final int INVALID_PARAMS = -32602;

    /** The code of a failure on this side of the call. */
    public static final int SERVER_ERROR = -32603;

    /** The code that stands in metrics for an answer that is none; no caller is told it. */
    public static final int INVALID_RESPONSE = -32604;

    /** The code of a call for a block that is too old, or for too many. */
    public static final int OUT_OF_RANGE = -41000;

    /** The code of a call over a rate limit. */
    public static final int TOO_MANY_REQUESTS = -41001;

    /** The code of a call that took too long. */
    public static final int GATEWAY_TIMEOUT = -41002;

    /** The code of a method that is denied or misnamed. */
    public static final int METHOD_NOT_ALLOWED = -41003;

    /** The code with which a node says that it has not the state asked for: an archive node may. */
    public static final int STATE_BLOCK_NOT_FOUND = -39006;

    /** The code with which a node says that it can't execute the call: a native node can. */
    public static final int COSMOS_PRECOMPILE = -39008;

    /** A method that is denied or misnamed. */
    public static final RpcError DENIED = new RpcError(400, METHOD_NOT_ALLOWED, "method not allowed", null);

    /** A call over its rate limit; the answer also has the header {@code Retry-After}. */
    public static final RpcError LIMITED = new RpcError(429, TOO_MANY_REQUESTS, "too many requests", null);

    /** A path that names no chain. */
    public static final RpcError INVALID_CHAIN =
            new RpcError(200, INVALID_PARAMS, "invalid params", "invalid chain id");

    /** A method that needs the head of a chain, while it is unknown. */
    public static final RpcError UNKNOWN_HEAD = new RpcError(200, INVALID_PARAMS, "invalid params", null);

    /** A range whose ends are turned round, where it is wider than ranges may be. */
    public static final RpcError TURNED_ROUND =
            new RpcError(200, INVALID_PARAMS, "invalid params", "fromBlock is after toBlock");

    /** No node for a call. */
    public static final RpcError NO_BACKENDS = serverError(200, "no backends available");

    /** No native node for a call that needs one. */
    public static final RpcError NO_NATIVE_BACKENDS = serverError(200, "no native backends available");

    /** A node that could not be reached, or whose answer broke. */
    public static final RpcError UPSTREAM_FAILED = serverError(502, "reverse proxy bad gateway");

    /** A node, or the call's own deadline, that took too long. */
    public static final RpcError UPSTREAM_TIMEOUT =
            new RpcError(504, GATEWAY_TIMEOUT, "server error", "reverse proxy gateway timeout");

    /** A call that came while a budget was spent; the answer also has the header {@code Retry-After}. */
    public static final RpcError OVERLOADED = serverError(503, "overloaded");

    /** An element of a batch that the node's answer leaves out. */
    public static final RpcError MISSING_ANSWER = serverError(200, "the node's answer has no element for this call");

    private ErrorCatalogue() {}

    /**
     * A body that is not JSON.
     *
     * @param what what is wrong, and at which byte
     * @return the error
     */
    public static RpcError parseError(String what) {
        return new RpcError(200, PARSE_ERROR, "parse error", what);
    }

    /**
     * JSON that is no request.
     *
     * @param rule which rule it breaks
     * @return the error
     */
    public static RpcError invalidRequest(String rule) {
        return new RpcError(200, INVALID_REQUEST, "invalid request", rule);
    }

    /**
     * A block that is too old, or a range that is too wide.
     *
     * @param limit the limit that it is beyond, such as {@code recent_blocks 128}
     * @return the error
     */
    public static RpcError outOfRange(String limit) {
        return new RpcError(400, OUT_OF_RANGE, "the height of queried block exceeds the limit", limit);
    }

    private static RpcError serverError(int httpStatus, String data) {
        return new RpcError(httpStatus, SERVER_ERROR, "server error", data);
    }
}
