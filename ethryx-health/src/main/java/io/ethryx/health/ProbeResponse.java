package io.ethryx.health;

import java.util.Objects;

/** A whole answer to a probe. Immutable as long as nobody writes into the body's array, which is not copied. */
public final class ProbeResponse {

    /** The longest body that a transport reads, in bytes: 10 MiB. */
    public static final int MAX_BODY_BYTES = 10 * 1024 * 1024;

    private final int status;
    private final String reason;
    private final byte[] body;

    /**
     * Makes an answer.
     *
     * @param status the final status, 200 to 599
     * @param reason the reason phrase as it came, or empty where there is none
     * @param body at most {@link #MAX_BODY_BYTES}; longer ones are reported as too long
     */
    public ProbeResponse(int status, String reason, byte[] body) {
        this.status = status;
        this.reason = Objects.requireNonNull(reason, "reason");
        this.body = Objects.requireNonNull(body, "body");
    }

    /**
     * The status.
     *
     * @return as given
     */
    public int status() {
        return status;
    }

    /**
     * The reason phrase.
     *
     * @return as given, perhaps empty
     */
    public String reason() {
        return reason;
    }

    /**
     * The body.
     *
     * @return the array itself, to be read only
     */
    public byte[] body() {
        return body;
    }
}
