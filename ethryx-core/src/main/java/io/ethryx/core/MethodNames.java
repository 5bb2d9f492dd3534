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

    private final byte[][] keys = new byte[PLACES][];
    private final @Nullable String[] names = new String[PLACES];

    /** The text of a string that was just read, which has no escapes and nothing beyond ASCII. */
    String name(JsonScanner scanner, Body body) {
        int from = scanner.stringFrom();
        int to = scanner.stringTo();
        if (to - from > MAX_LENGTH) {
            return body.text(from, to);
        }
        int hash = 0;
        for (int i = from; i < to; i++) {
            hash = 31 * hash + scanner.at(i);
        }
        int place = (hash ^ (hash >>> 9) ^ (hash >>> 18)) & (PLACES - 1);
        String known = names[place];
        return known != null && holds(keys[place], scanner, from, to) ? known : remember(place, body.copy(from, to));
    }

    private String remember(int place, byte[] key) {
        String name = new String(key, StandardCharsets.US_ASCII);
        keys[place] = key;
        names[place] = name;
        return name;
    }

    private static boolean holds(byte[] key, JsonScanner scanner, int from, int to) {
        if (key.length != to - from) {
            return false;
        }
        for (int i = 0; i < key.length; i++) {
            if (key[i] != scanner.at(from + i)) {
                return false;
            }
        }
        return true;
    }
}
