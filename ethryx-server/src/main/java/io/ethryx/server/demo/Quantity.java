package io.ethryx.server.demo;

import java.util.OptionalLong;

/** The QUANTITY encoding of the execution JSON-RPC: {@code 0x}, then hexadecimal without leading zeros. */
final class Quantity {

    private Quantity() {}

    static String of(long value) {
        return "0x" + Long.toHexString(value);
    }

    /** The value of a quantity of up to 63 bits, or empty for any other text. */
    static OptionalLong parse(String text) {
        if (!text.matches("0x(0|[1-9a-fA-F][0-9a-fA-F]{0,15})")) {
            return OptionalLong.empty();
        }
        long value = Long.parseUnsignedLong(text, 2, text.length(), 16);
        return value < 0 ? OptionalLong.empty() : OptionalLong.of(value);
    }
}
