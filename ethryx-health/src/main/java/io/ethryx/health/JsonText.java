package io.ethryx.health;

import java.nio.charset.StandardCharsets;
import java.util.List;

/** Writes compact JSON, members in the order in which they are given. */
final class JsonText {

    private final StringBuilder out = new StringBuilder(512);

    JsonText begin(char bracket) {
        separate();
        out.append(bracket);
        return this;
    }

    JsonText end(char bracket) {
        out.append(bracket);
        return this;
    }

    JsonText name(String name) {
        separate();
        quote(name);
        out.append(':');
        return this;
    }

    JsonText string(String name, String value) {
        name(name);
        quote(value);
        return this;
    }

    /** A number or a literal, printed as it prints itself. */
    JsonText bare(String name, Object value) {
        name(name);
        out.append(value);
        return this;
    }

    JsonText strings(String name, List<String> values) {
        name(name);
        begin('[');
        for (String value : values) {
            separate();
            quote(value);
        }
        return end(']');
    }

    byte[] bytes() {
        return out.toString().getBytes(StandardCharsets.UTF_8);
    }

    private void separate() {
        if (out.length() > 0 && "{[:".indexOf(out.charAt(out.length() - 1)) < 0) {
            out.append(',');
        }
    }

    private void quote(String text) {
        quote(out, text);
    }

    static void quote(StringBuilder out, String text) {
        out.append('"');
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '"' || c == '\\') {
                out.append('\\').append(c);
            } else if (c < 0x20 || c == 0x7F) {
                out.append("\\u00").append(Character.forDigit(c >> 4, 16)).append(Character.forDigit(c & 15, 16));
            } else {
                out.append(c);
            }
        }
        out.append('"');
    }
}
