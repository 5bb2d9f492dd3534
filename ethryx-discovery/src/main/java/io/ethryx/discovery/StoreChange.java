package io.ethryx.discovery;

/** One event of a watch. */
sealed interface StoreChange {

    /** The key that changed, without prefix. */
    String key();

    /** A key got a value. */
    record Put(StoredEntry stored) implements StoreChange {
        @Override
        public String key() {
            return stored.key();
        }
    }

    /** A key went away. */
    record Delete(String key, long revision) implements StoreChange {}
}
