package io.ethryx.discovery;

/** Why a session is of no more use. The message has no secrets. */
final class StoreFailure extends Exception {

    private static final long serialVersionUID = 1L;

    /** What the failure asks for. */
    enum Kind {
        /** The revisions that were to be watched are gone: all keys have to be listed. */
        COMPACTED,
        /** The store wants no user and password: come without, once. */
        WANTS_NO_PASSWORD,
        /** Just try again. */
        OTHER
    }

    private final Kind kind;

    StoreFailure(Kind kind, String message) {
        super(message);
        this.kind = kind;
    }

    StoreFailure(Kind kind, String message, Throwable cause) {
        super(message, cause);
        this.kind = kind;
    }

    Kind kind() {
        return kind;
    }
}
