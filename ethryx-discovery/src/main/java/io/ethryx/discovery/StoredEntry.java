package io.ethryx.discovery;

/**
 * A key and its value as a source has them.
 *
 * @param key the key, without prefix
 * @param value its bytes, not to be changed
 * @param created when the key came to be: what entries are ordered by
 * @param modified when the value was written, at or after {@code created}
 */
@SuppressWarnings("ArrayRecordComponent") // read once, compared by "modified"
record StoredEntry(String key, byte[] value, long created, long modified) {}
