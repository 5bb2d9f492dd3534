package io.ethryx.usage;

/**
 * The 32-bit FNV-1a hash.
 *
 * @see <a href="https://datatracker.ietf.org/doc/html/rfc9923">RFC 9923</a>
 */
final class Fnv1a {

    private static final int OFFSET_BASIS = 0x811C9DC5;
    private static final int PRIME = 0x01000193;

    private Fnv1a() {}

    static int hash(byte[] bytes) {
        int hash = OFFSET_BASIS;
        for (byte b : bytes) {
            hash = (hash ^ (b & 0xFF)) * PRIME;
        }
        return hash;
    }

    /** The hash as a signed number, modulo the partitions, without its sign (gateway reference, section 11). */
    static int partition(byte[] key, int partitions) {
        return Math.abs(hash(key) % partitions);
    }
}
