package io.ethryx.health;

import java.util.Objects;

/**
 * Why a probe has no whole answer.
 *
 * @param kind the kind
 * @param detail one plain phrase that holds no URL, path, query or userinfo; shown in {@code /healthz} after
 *     {@code transport: }
 */
public record ProbeFailure(Kind kind, String detail) {

    /** The kinds of failure. */
    public enum Kind {
        /** The time ran out. */
        TIMEOUT,
        /** No connection, or it broke, or what came was not HTTP of the mode asked for. */
        TRANSPORT,
        /** The body is longer than {@link ProbeResponse#MAX_BODY_BYTES}. */
        TOO_LONG
    }

    /**
     * Checks the parts.
     *
     * @param kind see the record
     * @param detail see the record
     */
    public ProbeFailure {
        Objects.requireNonNull(kind, "kind");
        Objects.requireNonNull(detail, "detail");
    }

    /**
     * The time ran out.
     *
     * @return the failure
     */
    public static ProbeFailure timeout() {
        return new ProbeFailure(Kind.TIMEOUT, "timeout");
    }

    /**
     * The connection, or what came over it, was no good.
     *
     * @param detail one plain phrase, such as {@code connection refused}
     * @return the failure
     */
    public static ProbeFailure transport(String detail) {
        return new ProbeFailure(Kind.TRANSPORT, detail);
    }

    /**
     * The body was too long.
     *
     * @return the failure
     */
    public static ProbeFailure tooLong() {
        return new ProbeFailure(Kind.TOO_LONG, "length limit exceeded");
    }

    /** The text of reference section 6. */
    String text() {
        return switch (kind) {
            case TIMEOUT -> "timeout";
            case TRANSPORT -> "transport: " + Excerpt.of(detail);
            case TOO_LONG -> "decode: length limit exceeded";
        };
    }
}
