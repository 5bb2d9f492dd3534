package io.ethryx.server.tunnel;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.concurrent.ThreadLocalRandom;

/** The key of a handshake and the value that accepts it (RFC 6455 sections 4.1 and 4.2.2). Stateless. */
public final class WebSocketKey {

    private static final String GUID = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";
    private static final int BYTES = 16;
    private static final int CHARS = 24;

    private WebSocketKey() {}

    /**
     * A key of our own: it need not be a secret, only another one each time.
     *
     * @return 24 characters
     */
    public static String fresh() {
        byte[] bytes = new byte[BYTES];
        ThreadLocalRandom.current().nextBytes(bytes);
        return Base64.getEncoder().encodeToString(bytes);
    }

    /** Whether a key is 16 bytes in Base64. */
    static boolean isValid(String key) {
        if (key.length() != CHARS) {
            return false;
        }
        try {
            return Base64.getDecoder().decode(key).length == BYTES;
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    /**
     * What a server must answer a key with.
     *
     * @param key the client's
     * @return the value of Sec-WebSocket-Accept
     */
    public static String accept(String key) {
        byte[] text = (key + GUID).getBytes(StandardCharsets.ISO_8859_1);
        try {
            return Base64.getEncoder()
                    .encodeToString(MessageDigest.getInstance("SHA-1").digest(text));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JVM has SHA-1", e);
        }
    }
}
