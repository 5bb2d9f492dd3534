package io.ethryx.server.listener;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** Text of this package's own making as bytes. Stateless. */
final class RawAnswers {

    private static final byte[] CONNECT_DECLINED = lines(
            "HTTP/1.1 405 Method Not Allowed",
            "Allow: GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS",
            "Cache-Control: no-store",
            "Content-Length: 0",
            "");

    private RawAnswers() {}

    /** The answer to a plain CONNECT, after which the connection lives on. */
    static ByteBuffer connectDeclined() {
        return ByteBuffer.wrap(CONNECT_DECLINED).asReadOnlyBuffer();
    }

    private static byte[] lines(String... lines) {
        return bytes(String.join("\r\n", lines) + "\r\n");
    }

    static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }
}
