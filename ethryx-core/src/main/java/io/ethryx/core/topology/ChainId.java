package io.ethryx.core.topology;

import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The name of a chain, in its one normal form: a base, and perhaps a version of it. {@code 1}, {@code 0x1}, {@code 001}
 * and {@code +1} are the same chain, and {@code 0x1-v2} is {@code 1-v2}.
 *
 * <p>Immutable. Reading one from text allocates; a request path keeps the answers for the spellings that it knows.
 *
 * @param base a decimal number without leading zeros if it is a number that 64 signed bits hold, else any text as it
 *     came, never empty
 * @param version the version, any text without surrounding blanks, or empty for the chain itself
 */
public record ChainId(String base, String version) {

    /**
     * Brings the parts into their normal form.
     *
     * @param base see the record; hexadecimal, zeros and a sign are accepted here
     * @param version see the record; surrounding blanks are accepted here
     * @throws IllegalArgumentException if the base is blank or contains {@code -}
     */
    public ChainId {
        base = normalBase(base.strip());
        version = version.strip();
        if (base.isEmpty() || base.indexOf('-') >= 0) {
            throw new IllegalArgumentException("'" + base + "' is no base of a chain id");
        }
    }

    /**
     * Reads the segment of a request's path, or what stands for one in a configuration.
     *
     * @param text what names the chain, already decoded; the first {@code -} parts base and version
     * @return nothing if the base is blank
     */
    public static Optional<ChainId> parse(String text) {
        String trimmed = text.strip();
        int dash = trimmed.indexOf('-');
        String base = dash < 0 ? trimmed : trimmed.substring(0, dash);
        String version = dash < 0 ? "" : trimmed.substring(dash + 1);
        return base.isBlank() ? Optional.empty() : Optional.of(new ChainId(base, version));
    }

    /**
     * Reads the leading part of a discovery key, where {@code /} stands for {@code -}: {@code 1/v2} is {@code 1-v2}.
     *
     * @param keyPart what stands before the kind of the key; slashes around it do not count
     * @return nothing if no base is left
     */
    public static Optional<ChainId> ofKey(String keyPart) {
        int from = 0;
        int to = keyPart.length();
        while (from < to && keyPart.charAt(from) == '/') {
            from++;
        }
        while (to > from && keyPart.charAt(to - 1) == '/') {
            to--;
        }
        return parse(keyPart.substring(from, to).replace('/', '-'));
    }

    /**
     * This chain in a version.
     *
     * @param other the version; slashes in it become {@code -}, empty means the chain itself
     * @return the id of the same base
     */
    public ChainId withVersion(String other) {
        return new ChainId(base, Objects.requireNonNull(other, "other").replace('/', '-'));
    }

    /**
     * The chain that this is a version of.
     *
     * @return itself if it has no version
     */
    public ChainId withoutVersion() {
        return version.isEmpty() ? this : new ChainId(base, "");
    }

    /** Written out, as ids are looked up several times a call: what the compiler would make of it costs far more. */
    @Override
    public boolean equals(@Nullable Object other) {
        return this == other || (other instanceof ChainId id && base.equals(id.base) && version.equals(id.version));
    }

    @Override
    public int hashCode() {
        return 31 * base.hashCode() + version.hashCode();
    }

    /** {@return the base, and behind a {@code -} the version if there is one} */
    @Override
    public String toString() {
        return version.isEmpty() ? base : base + '-' + version;
    }

    private static String normalBase(String text) {
        boolean hex = text.startsWith("0x") || text.startsWith("0X");
        String digits = hex ? text.substring(2) : text;
        for (int i = 0; i < digits.length(); i++) {
            if (digits.charAt(i) > 'f') {
                return text;
            }
        }
        try {
            return Long.toString(Long.parseLong(digits, hex ? 16 : 10));
        } catch (NumberFormatException anotherName) {
            return text;
        }
    }
}
