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
    /** Forwarded to the execution layer. */
    EL,
    /** Forwarded to the consensus layer. */
    CL
}
