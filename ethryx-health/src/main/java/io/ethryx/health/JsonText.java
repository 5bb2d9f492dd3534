package io.ethryx.health;

import io.ethryx.core.JsonQuote;
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
        JsonQuote.append(out, name);
        out.append(':');
        return this;
    }

    JsonText string(String name, String value) {
        name(name);
        JsonQuote.append(out, value);
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
            JsonQuote.append(out, value);
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
}
