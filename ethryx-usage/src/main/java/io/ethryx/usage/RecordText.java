package io.ethryx.usage;

import java.nio.charset.StandardCharsets;

/**
 * Writes records as JSON, byte for byte as the reference writes them: its members in that order, and {@code <},
 * {@code >}, {@code &} and the two line separators of Unicode escaped (gateway reference, section 11). Stateless.
 */
final class RecordText {

    private static final String SERVICE = "leafage";
    private static final String RESOURCE = "read";
    private static final String HEX = "0123456789abcdef";

    private RecordText() {}

    static byte[] write(UsageRecord record) {
        StringBuilder text = new StringBuilder(192 + record.clientId().length());
        text.append("{\"id\":\"").append(record.id()).append("\",\"client_id\":\"");
        escape(record.clientId(), text);
        text.append("\",\"service\":\"" + SERVICE + "\",\"resource_type\":\"" + RESOURCE + "\",\"usage\":")
                .append(record.usageMillis())
                .append(",\"timestamp\":")
                .append(record.timestampMillis())
                .append('}');
        return text.toString().getBytes(StandardCharsets.UTF_8);
    }

    private static void escape(String value, StringBuilder into) {
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            switch (c) {
                case '"', '\\' -> into.append('\\').append(c);
                case '\b' -> into.append("\\b");
                case '\f' -> into.append("\\f");
                case '\n' -> into.append("\\n");
                case '\r' -> into.append("\\r");
                case '\t' -> into.append("\\t");
                case '<', '>', '&', '\u2028', '\u2029' -> hex(c, into);
                default -> {
                    if (c < ' ') {
                        hex(c, into);
                    } else {
                        into.append(lone(value, i) ? '\uFFFD' : c);
                    }
                }
            }
        }
    }

    private static void hex(char c, StringBuilder into) {
        into.append("\\u")
                .append(HEX.charAt(c >> 12))
                .append(HEX.charAt(c >> 8 & 15))
                .append(HEX.charAt(c >> 4 & 15))
                .append(HEX.charAt(c & 15));
    }

    /** Half a character, which UTF-8 can't hold. */
    private static boolean lone(String value, int i) {
        char c = value.charAt(i);
        if (Character.isHighSurrogate(c)) {
            return i + 1 == value.length() || !Character.isLowSurrogate(value.charAt(i + 1));
        }
        return Character.isLowSurrogate(c) && (i == 0 || !Character.isHighSurrogate(value.charAt(i - 1)));
    }
}
