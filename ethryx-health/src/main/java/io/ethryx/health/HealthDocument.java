package io.ethryx.health;

import java.util.Objects;

/** A local answer: a status and a body of {@code application/json}. Its array is not copied. */
public final class HealthDocument {

    private final int status;
    private final byte[] body;

    HealthDocument(int status, byte[] body) {
        this.status = status;
        this.body = Objects.requireNonNull(body, "body");
    }

    /**
     * The HTTP status.
     *
     * @return 200 or 503
     */
    public int status() {
        return status;
    }

    /**
     * The body, compact JSON in UTF-8.
     *
     * @return an array of the caller's own
     */
    public byte[] body() {
        return body;
    }
}
