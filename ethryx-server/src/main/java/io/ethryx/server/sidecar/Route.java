package io.ethryx.server.sidecar;

/** Where a request goes. */
enum Route {
    /** Answered here: the process is up. */
    LIVEZ,
    /** Answered here: the verdict. */
    READYZ,
    /** Answered here: the state. */
    HEALTHZ,
    /** Answered here: the metrics page. */
    METRICS,
    /** Answered here, where that is asked for: the health of the consensus node. */
    NODE_HEALTH,
    /** Answered here, where that is asked for: a validator's duty was taken note of. */
    VALIDATOR_DUTY,
    /** Forwarded to the relay for blocks, where there is one. */
    MEV_RELAY,
    /** Looked into, where that is asked for, then answered here or forwarded to the execution layer. */
    EL_INSPECTED,
    /** Bridged to the WebSocket of the execution layer. */
    EL_WEBSOCKET,
    /** Forwarded to the execution layer. */
    EL,
    /** Bridged to the consensus layer as a WebSocket. */
    CL_WEBSOCKET,
    /** Forwarded to the consensus layer. */
    CL
}
