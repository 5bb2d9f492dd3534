package io.ethryx.discovery;

import org.jspecify.annotations.Nullable;

/** The kinds of keys that a topology is made of, by the word that tells them apart. */
enum KeyKind {
    NODE("nodes", true),
    NATIVE_NODE("nativeNodes", true),
    HEAD("lastBlockNumber", false),
    GATEWAY("gateway", false),
    MIRROR("mirror", true),
    VERSION("version", false);

    /** The first word behind the chain of keys that belong to the writers of a chain, and not to its topology. */
    static final String WRITERS = "writers";

    private final String word;
    private final boolean named;

    KeyKind(String word, boolean named) {
        this.word = word;
        this.named = named;
    }

    String word() {
        return word;
    }

    /** Whether a name follows the word; else the word ends the key. */
    boolean named() {
        return named;
    }

    static @Nullable KeyKind of(String word) {
        for (KeyKind kind : values()) {
            if (kind.word.equals(word)) {
                return kind;
            }
        }
        return null;
    }
}
