package io.ethryx.core.topology;

/** The three pools of a chain's nodes. A node is in exactly one. */
public enum Pool {
    /** Nodes that hold the recent state: what most calls go to. */
    STATE("state"),
    /** Nodes that hold all history. */
    ARCHIVE("archive"),
    /** Nodes that execute what the others can't: asked only after another node said so. */
    NATIVE("native");

    private final String wireName;

    Pool(String wireName) {
        this.wireName = wireName;
    }

    /** {@return how metrics, headers and {@code explain} write it} */
    public String wireName() {
        return wireName;
    }
}
