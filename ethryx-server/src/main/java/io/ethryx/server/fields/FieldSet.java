package io.ethryx.server.fields;

import org.jspecify.annotations.Nullable;

/** A set of known fields; asking it costs one comparison of bits. Immutable. */
public final class FieldSet {

    /** The set that holds nothing. */
    public static final FieldSet NOTHING = new FieldSet(0);

    final long bits;

    private FieldSet(long bits) {
        this.bits = bits;
    }

    /**
     * A set of some fields.
     *
     * @param fields which
     * @return the set
     */
    public static FieldSet of(KnownField... fields) {
        long bits = 0;
        for (KnownField field : fields) {
            bits |= field.bit;
        }
        return new FieldSet(bits);
    }

    /**
     * This set and some more.
     *
     * @param fields which
     * @return the larger set
     */
    public FieldSet with(KnownField... fields) {
        return new FieldSet(bits | of(fields).bits);
    }

    /**
     * Whether a field is in the set.
     *
     * @param field a field; null stands for any that is not known
     * @return true if it is
     */
    public boolean contains(@Nullable KnownField field) {
        return field != null && (bits & field.bit) != 0;
    }
}
