package io.ethryx.discovery;

import java.util.Objects;

/**
 * A line of a topology that is written down.
 *
 * @param key the key, such as {@code 1/nodes/s1}
 * @param json its value, as JSON text
 * @param line where the key stands in its file, from 1; 0 if it stands in none
 */
public record StaticEntry(String key, String json, int line) {

    /**
     * Makes an entry.
     *
     * @param key see the record
     * @param json see the record
     * @param line see the record
     */
    public StaticEntry {
        Objects.requireNonNull(key, "key");
        Objects.requireNonNull(json, "json");
    }
}
