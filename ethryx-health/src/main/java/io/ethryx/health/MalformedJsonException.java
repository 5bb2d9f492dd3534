package io.ethryx.health;

/** A text is not JSON. Its message is the parser text of {@code decode: …}. */
final class MalformedJsonException extends Exception {

    private static final long serialVersionUID = 1L;

    MalformedJsonException(String message) {
        super(message, null, false, false);
    }

    MalformedJsonException(String message, Throwable cause) {
        super(message, cause, false, false);
    }
}
