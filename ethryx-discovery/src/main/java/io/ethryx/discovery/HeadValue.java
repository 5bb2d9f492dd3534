package io.ethryx.discovery;

import io.ethryx.discovery.Flaw.Grade;
import java.math.BigInteger;
import java.util.OptionalLong;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The value of a chain's head: {@code {"latestBlockNumber":"0x1312d00"}}, 256 bits at most. */
final class HeadValue {

    private static final Pattern QUANTITY = Pattern.compile("0[xX](0|[1-9a-fA-F][0-9a-fA-F]{0,63})");

    private HeadValue() {}

    static @Nullable Entry read(Members members) {
        Object value = members.value("latestBlockNumber");
        if (value == null) {
            members.note(
                    Grade.UNUSUAL, "latestBlockNumber", "absent", "has to be there", "without it the head is unknown");
            return new Entry.Head(OptionalLong.empty());
        }
        if ("".equals(value)) {
            return new Entry.Head(OptionalLong.of(0));
        }
        if (!(value instanceof String text) || !QUANTITY.matcher(text).matches()) {
            members.note(
                    Grade.USELESS,
                    "latestBlockNumber",
                    value,
                    "has to be a hexadecimal quantity in quotes, without leading zeros",
                    "write for example \"0x1312d00\"");
            return null;
        }
        BigInteger height = new BigInteger(text.substring(2), 16);
        return new Entry.Head(OptionalLong.of(height.bitLength() > 63 ? Long.MAX_VALUE : height.longValueExact()));
    }
}
