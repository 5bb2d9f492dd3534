package io.ethryx.server.logging;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** Writes values as JSON (RFC 8259) on one line; half a surrogate pair becomes U+FFFD. Stateless. */
public final class JsonText {

    private static final char[] HEX = "0123456789abcdef".toCharArray();

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
            appendString(out, text(value));
        }
    }

    private static void appendObject(StringBuilder out, Map<?, ?> members) {
        out.append('{');
        String comma = "";
        for (Map.Entry<?, ?> member : members.entrySet()) {
            appendString(out.append(comma), String.valueOf(member.getKey()));
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

    /**
     * Appends a quoted and escaped string.
     *
     * @param out where to
     * @param text any text
     */
    public static void appendString(StringBuilder out, String text) {
        out.append('"');
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '"' || c == '\\') {
                out.append('\\').append(c);
            } else if (c < 0x20 || c == 0x7f || c == '\u2028' || c == '\u2029') {
                appendEscape(out, c);
            } else if (!Character.isSurrogate(c)) {
                out.append(c);
            } else if (Character.isHighSurrogate(c)
                    && i + 1 < text.length()
                    && Character.isLowSurrogate(text.charAt(i + 1))) {
                out.append(c).append(text.charAt(++i));
            } else {
                out.append('\ufffd');
            }
        }
        out.append('"');
    }

    private static void appendEscape(StringBuilder out, char c) {
        switch (c) {
            case '\n' -> out.append("\\n");
            case '\r' -> out.append("\\r");
            case '\t' -> out.append("\\t");
            default ->
                out.append("\\u")
                        .append(HEX[c >> 12])
                        .append(HEX[c >> 8 & 15])
                        .append(HEX[c >> 4 & 15])
                        .append(HEX[c & 15]);
        }
    }
}
