package io.ethryx.health;

import java.util.Optional;

/**
 * An unsigned 64-bit number, such as a height, a slot or a count of seconds, whose arithmetic stops at 0 and at 2^64-1
 * rather than wrap.
 *
 * @param bits the number's 64 bits; as a {@code long} they read negative from 2^63 on
 */
public record Quantity(long bits) implements Comparable<Quantity> {

    /** Nothing. */
    public static final Quantity ZERO = new Quantity(0);

    /** 2^64-1. */
    public static final Quantity MAX = new Quantity(-1L);

    private static final int HEX_DIGITS = 16;

    /**
     * Reads an Ethereum quantity the way that the probes do: any number of leading {@code 0x} and leading zeros, none is
     * fine, hexadecimal digits of either case.
     *
     * @param text for instance {@code 0x1312d00}
     * @return the number, or nothing for other text and from 2^64 on
     */
    public static Optional<Quantity> ofHex(String text) {
        int from = 0;
        while (text.startsWith("0x", from)) {
            from += 2;
        }
        return digits(text, from, 16, HEX_DIGITS);
    }

    /**
     * Reads a decimal number: digits alone.
     *
     * @param text for instance {@code 9412341}
     * @return the number, or nothing for other text and from 2^64 on
     */
    public static Optional<Quantity> ofDecimal(String text) {
        return digits(text, 0, 10, 20);
    }

    private static Optional<Quantity> digits(String text, int from, int radix, int maxDigits) {
        int first = from;
        while (first < text.length() - 1 && text.charAt(first) == '0') {
            first++;
        }
        int count = text.length() - first;
        if (count < 1 || count > maxDigits) {
            return Optional.empty();
        }
        for (int i = first; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c > 'f' || Character.digit(c, radix) < 0) {
                return Optional.empty();
            }
        }
        try {
            return Optional.of(new Quantity(Long.parseUnsignedLong(text, first, text.length(), radix)));
        } catch (NumberFormatException overTwoToThe64) {
            return Optional.empty();
        }
    }

    /**
     * The sum.
     *
     * @param other what to add
     * @return the sum, at most {@link #MAX}
     */
    public Quantity plus(Quantity other) {
        long sum = bits + other.bits;
        return Long.compareUnsigned(sum, bits) < 0 ? MAX : new Quantity(sum);
    }

    /**
     * The difference.
     *
     * @param other what to take away
     * @return the difference, at least {@link #ZERO}
     */
    public Quantity minus(Quantity other) {
        return compareTo(other) <= 0 ? ZERO : new Quantity(bits - other.bits);
    }

    /**
     * The product.
     *
     * @param other what to multiply by
     * @return the product, at most {@link #MAX}
     */
    public Quantity times(Quantity other) {
        if (other.bits != 0 && Long.compareUnsigned(bits, Long.divideUnsigned(-1L, other.bits)) > 0) {
            return MAX;
        }
        return new Quantity(bits * other.bits);
    }

    /**
     * The number as a signed one.
     *
     * @return the number, at most {@link Long#MAX_VALUE}
     */
    public long toLong() {
        return bits < 0 ? Long.MAX_VALUE : bits;
    }

    /**
     * The number for a gauge.
     *
     * @return the nearest double, never negative
     */
    public double toDouble() {
        return bits >= 0 ? bits : ((bits >>> 1) | (bits & 1)) * 2.0;
    }

    @Override
    public int compareTo(Quantity other) {
        return Long.compareUnsigned(bits, other.bits);
    }

    /** The number in decimal digits. */
    @Override
    public String toString() {
        return Long.toUnsignedString(bits);
    }
}
