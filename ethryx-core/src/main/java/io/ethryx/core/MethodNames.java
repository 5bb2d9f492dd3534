package io.ethryx.core;

import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Remembers the names of methods by their bytes, so that a name seen before costs no new text. Bounded: names that fall on
 * the same place push each other out, and long ones are not kept. Used by one thread.
 */
final class MethodNames {

    private static final int PLACES = 512;
    private static final int MAX_LENGTH = 64;
    private static final long MIX = 0x9E3779B97F4A7C15L;

    private final byte[][] keys = new byte[PLACES][];
    private final @Nullable String[] names = new String[PLACES];

    /** The text of a string that was just read, which has no escapes and nothing beyond ASCII. */
    String name(JsonScanner scanner, Body body) {
        int from = scanner.stringFrom();
        int to = scanner.stringTo();
        if (to - from > MAX_LENGTH) {
            return body.text(from, to);
        }
        int place = place(scanner, from, to);
        String known = names[place];
        return known != null && scanner.holds(keys[place]) ? known : remember(place, body.copy(from, to));
    }

    /** Where a name goes: all its bytes are mixed, eight at a time. */
    private static int place(JsonScanner scanner, int from, int to) {
        long hash = 0;
        int at = from;
        while (at < to) {
            int count = Math.min(Long.BYTES, to - at);
            hash = (hash ^ scanner.word(at, count)) * MIX;
            hash ^= hash >>> 32;
            at += count;
        }
        return (int) hash & (PLACES - 1);
    }

    private String remember(int place, byte[] key) {
        String name = new String(key, StandardCharsets.US_ASCII);
        keys[place] = key;
        names[place] = name;
        return name;
    }
}
