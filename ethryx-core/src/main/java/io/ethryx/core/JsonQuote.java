package io.ethryx.core;

/**
 * Writes a text as a JSON string (RFC 8259 section 7) that stays on one line and is valid in UTF-8: controls and line
 * separators are escaped, and half a surrogate pair becomes U+FFFD. Stateless.
 */
public final class JsonQuote {

    private static final String HEX = "0123456789abcdef";
    private static final char DELETE = 0x7F;
    private static final char LINE_SEPARATOR = 0x2028;
    private static final char PARAGRAPH_SEPARATOR = 0x2029;

    private JsonQuote() {}

    /**
     * A text with its quotes.
     *
     * @param text any
     * @return a JSON string
     */
    public static String of(String text) {
        StringBuilder json = new StringBuilder(text.length() + 2);
        append(json, text);
        return json.toString();
    }

    /**
     * Appends a text with its quotes.
     *
     * @param out where to
     * @param text any
     */
    public static void append(StringBuilder out, String text) {
        out.append('"');
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '"' || c == '\\') {
                out.append('\\').append(c);
            } else if (c < ' ' || c == DELETE || c == LINE_SEPARATOR || c == PARAGRAPH_SEPARATOR) {
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
                        .append(HEX.charAt(c >> 12))
                        .append(HEX.charAt(c >> 8 & 15))
                        .append(HEX.charAt(c >> 4 & 15))
                        .append(HEX.charAt(c & 15));
        }
    }
}
