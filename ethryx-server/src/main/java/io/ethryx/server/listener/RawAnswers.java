package io.ethryx.server.listener;

import java.nio.charset.StandardCharsets;

/** Text of this package's own making as bytes. Stateless. */
final class RawAnswers {

    private RawAnswers() {}

    static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }
}
