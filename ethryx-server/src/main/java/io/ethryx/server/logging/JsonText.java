package io.ethryx.server.logging;

import io.ethryx.core.JsonQuote;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** Writes values as JSON (RFC 8259) on one line. Stateless. */
final class JsonText {

    private JsonText() {}

    /** Appends a field's value: finite numbers, booleans and maps as such, null as null, all else as a string. */
    static void appendValue(StringBuilder out, @Nullable Object value) {
        if (value == null) {
            out.append("null");
        } else if (value instanceof Boolean || isNumber(value)) {
            out.append(value);
        } else if (value instanceof Map<?, ?> members) {
            appendObject(out, members);
        } else {
            JsonQuote.append(out, text(value));
        }
    }

    private static void appendObject(StringBuilder out, Map<?, ?> members) {
        out.append('{');
        String comma = "";
        for (Map.Entry<?, ?> member : members.entrySet()) {
            JsonQuote.append(out.append(comma), String.valueOf(member.getKey()));
            appendValue(out.append(':'), member.getValue());
            comma = ",";
        }
        out.append('}');
    }

    private static boolean isNumber(Object value) {
        if (value instanceof Double number) {
            return Double.isFinite(number);
        }
        if (value instanceof Float number) {
            return Float.isFinite(number);
        }
        return value instanceof Integer
                || value instanceof Long
                || value instanceof Short
                || value instanceof Byte
                || value instanceof BigInteger
                || value instanceof BigDecimal
                || value instanceof AtomicInteger
                || value instanceof AtomicLong;
    }

    /** A value's own text; one that can't say it must not cost the line. */
    private static String text(Object value) {
        try {
            return String.valueOf(value.toString());
        } catch (RuntimeException e) {
            return value.getClass().getName() + " without a text: "
                    + e.getClass().getName();
        }
    }
}
