package io.ethryx.health;

/** A change in how the EL is spoken to, told once per change, at info. */
public enum TransportSwitch {
    /** It answers over HTTP/2. */
    SPEAKS_H2C(TransportMode.HTTP_2, "EL JSON-RPC upstream speaks h2c — using HTTP/2"),
    /** It answered over HTTP/2 before and does not any more. */
    STOPPED_SPEAKING_H2C(TransportMode.HTTP_1_1, "EL JSON-RPC upstream stopped speaking h2c — using HTTP/1.1"),
    /** It has never answered over HTTP/2. */
    NEVER_SPOKE_H2C(TransportMode.HTTP_1_1, "EL JSON-RPC upstream does not speak h2c — using HTTP/1.1");

    private final TransportMode mode;
    private final String message;

    TransportSwitch(TransportMode mode, String message) {
        this.mode = mode;
        this.message = message;
    }

    /**
     * What is spoken from now on.
     *
     * @return the mode
     */
    public TransportMode mode() {
        return mode;
    }

    /**
     * The log's message.
     *
     * @return one phrase
     */
    public String message() {
        return message;
    }
}
