package io.ethryx.discovery;

/** A value that is no JSON, or that two readers might take in two ways. The message says what and at which byte. */
final class MalformedJsonException extends Exception {

    private static final long serialVersionUID = 1L;

    MalformedJsonException(String message) {
        super(message);
    }

    MalformedJsonException(String message, Throwable cause) {
        super(message, cause);
    }
}
