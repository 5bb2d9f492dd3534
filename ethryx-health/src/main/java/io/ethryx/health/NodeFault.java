package io.ethryx.health;

/** What speaks against a node. */
public enum NodeFault {
    /** No connection to it, or it broke, or what came is no HTTP. */
    UNREACHABLE("unreachable"),
    /** No whole answer in time. */
    TIMEOUT("timeout"),
    /** A status other than 200. */
    HTTP_STATUS("http_status"),
    /** An answer that is too long, or no JSON-RPC response. */
    BAD_ANSWER("bad_answer"),
    /** A JSON-RPC error. */
    RPC_ERROR("rpc_error"),
    /** It says that it still syncs. */
    SYNCING("syncing"),
    /** Calls of clients failed one after another. */
    LIVE_CALLS("live_calls");

    private final String wireName;

    NodeFault(String wireName) {
        this.wireName = wireName;
    }

    /** {@return how metrics and logs write it} */
    public String wireName() {
        return wireName;
    }
}
