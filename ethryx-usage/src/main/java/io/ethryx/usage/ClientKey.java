package io.ethryx.usage;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/** The name under which a client is counted (decision G18). */
final class ClientKey {

    /** Who gives no name. */
    static final String UNKNOWN = "unknown";

    private static final int MAX_BYTES = 256;
    private static final int KEPT_BYTES = 240;
    private static final int HASH_BYTES = (MAX_BYTES - KEPT_BYTES) / 2;

    private ClientKey() {}

    /** The name without blanks around it; one over 256 bytes is its first 240 and 16 digits of the hash of the whole. */
    static String of(@Nullable String clientId) {
        String name = clientId == null ? "" : clientId.strip();
        if (name.isEmpty()) {
            return UNKNOWN;
        }
        if (name.length() <= MAX_BYTES / 3) {
            return name;
        }
        byte[] bytes = name.getBytes(StandardCharsets.UTF_8);
        return bytes.length <= MAX_BYTES ? name : cut(bytes) + hash(bytes);
    }

    /** Up to 240 bytes that end with a whole character. */
    private static String cut(byte[] bytes) {
        int end = KEPT_BYTES;
        while ((bytes[end] & 0xC0) == 0x80) {
            end--;
        }
        return new String(bytes, 0, end, StandardCharsets.UTF_8);
    }

    private static String hash(byte[] bytes) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(bytes);
            return HexFormat.of().formatHex(Arrays.copyOf(digest, HASH_BYTES));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}
