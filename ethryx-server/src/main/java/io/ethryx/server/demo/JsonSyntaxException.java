package io.ethryx.server.demo;

/** The bytes are not one JSON document. */
final class JsonSyntaxException extends Exception {

    private static final long serialVersionUID = 1L;

    JsonSyntaxException(String message) {
        super(message, null, false, false);
    }
}
