package io.ethryx.discovery;

import org.jspecify.annotations.Nullable;

/**
 * What is held of one key: the newest revision that was seen, and the last value that was good.
 *
 * @param rawKey the key as its source has it
 * @param key what it speaks of
 * @param seen the revision of the newest value, good or not
 * @param faulty whether the newest value has a flaw that was reported
 * @param good the last good value and its entry, or null if there was none
 */
record Holding(
        String rawKey,
        TopologyKey key,
        long seen,
        boolean faulty,
        @Nullable Good good) {

    /**
     * A good value.
     *
     * @param stored as its source had it
     * @param entry what it means
     */
    record Good(StoredEntry stored, Entry entry) {}
}
