package io.ethryx.server.listener.connection;

import java.nio.charset.StandardCharsets;

/** Text of the listener's own making as bytes. Stateless. */
public final class RawAnswers {

    private RawAnswers() {}

    /**
     * The bytes of a text.
     *
     * @param text in ISO 8859-1
     * @return a byte a character
     */
    public static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }
}
