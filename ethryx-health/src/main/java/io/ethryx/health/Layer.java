package io.ethryx.health;

/** The two nodes of a pair. */
public enum Layer {
    /** The execution node, asked over JSON-RPC. */
    EL,
    /** The consensus node, asked over the Beacon API. */
    CL
}
