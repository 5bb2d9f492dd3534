package io.ethryx.core;

import java.math.BigDecimal;

/**
 * Says when two ids are the same though their bytes differ: a node may write {@code "é"} for the caller's {@code "\u00e9"},
 * or {@code 1} for its {@code 1.0}.
 */
final class IdKeys {

    /** Longer numerals are compared by their bytes. */
    private static final int MAX_NUMERAL = 64;

    private IdKeys() {}

    /** The same text for the same id. */
    static String of(RpcId id) {
        byte first = id.body().at(id.from());
        if (first == '"') {
            return '"' + JsonStrings.unescaped(id.body(), id.from() + 1, id.to() - 1);
        }
        String text = id.toString();
        boolean numeral = first == '-' || (first >= '0' && first <= '9');
        return numeral && text.length() <= MAX_NUMERAL ? normal(text) : text;
    }

    private static String normal(String numeral) {
        try {
            return new BigDecimal(numeral).stripTrailingZeros().toString();
        } catch (ArithmeticException | NumberFormatException beyondAllBounds) {
            return numeral;
        }
    }

    /** Whether the bytes are equal. */
    static boolean sameBytes(RpcCall call, RpcId id) {
        int length = call.idTo() - call.idFrom();
        if (length != id.length()) {
            return false;
        }
        for (int i = 0; i < length; i++) {
            if (call.body().at(call.idFrom() + i) != id.body().at(id.from() + i)) {
                return false;
            }
        }
        return true;
    }
}
