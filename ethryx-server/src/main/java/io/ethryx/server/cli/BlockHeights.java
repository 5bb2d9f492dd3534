package io.ethryx.server.cli;

import io.ethryx.server.config.InvalidSetting;
import java.math.BigInteger;
import java.util.regex.Pattern;

/** How heights of blocks are written: decimal, or hexadecimal behind {@code 0x}. */
final class BlockHeights {

    private static final Pattern DECIMAL = Pattern.compile("[0-9]{1,19}");
    private static final Pattern HEXADECIMAL = Pattern.compile("0x[0-9a-fA-F]{1,16}");

    private BlockHeights() {}

    static long parse(String text) throws InvalidSetting {
        boolean hexadecimal = HEXADECIMAL.matcher(text).matches();
        if (hexadecimal || DECIMAL.matcher(text).matches()) {
            BigInteger height = hexadecimal ? new BigInteger(text.substring(2), 16) : new BigInteger(text);
            if (height.bitLength() < Long.SIZE) {
                return height.longValueExact();
            }
        }
        throw new InvalidSetting("is no height of a block", "write a number such as 20000000 or 0x1312d00");
    }
}
