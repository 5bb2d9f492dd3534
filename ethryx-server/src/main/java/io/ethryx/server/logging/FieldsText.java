package io.ethryx.server.logging;

import io.ethryx.core.JsonQuote;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.event.KeyValuePair;

/** Renders a line's {@code fields} object: the message first, then the key-values in order, then what was thrown. */
final class FieldsText {

    private FieldsText() {}

    static String of(String message, List<KeyValuePair> fields, @Nullable Throwable thrown) {
        StringBuilder out = new StringBuilder(256).append("{\"message\":");
        JsonQuote.append(out, message);
        for (int i = 0; i < fields.size(); i++) {
            KeyValuePair field = fields.get(i);
            if (isFirst(field.key, fields, i)) {
                appendKey(out, field.key);
                JsonText.appendValue(out, field.value);
            }
        }
        if (thrown != null) {
            appendThrown(out, fields, thrown);
        }
        return out.append('}').toString();
    }

    private static void appendThrown(StringBuilder out, List<KeyValuePair> fields, Throwable thrown) {
        if (isFirst("error", fields, fields.size())) {
            appendKey(out, "error");
            JsonText.appendValue(out, thrown);
        }
        if (isFirst("stack", fields, fields.size())) {
            appendKey(out, "stack");
            JsonQuote.append(out, stack(thrown));
        }
    }

    /** A JSON object has each member once. */
    private static boolean isFirst(String key, List<KeyValuePair> fields, int before) {
        if (key.equals("message")) {
            return false;
        }
        for (int i = 0; i < before; i++) {
            if (fields.get(i).key.equals(key)) {
                return false;
            }
        }
        return true;
    }

    private static void appendKey(StringBuilder out, String key) {
        out.append(',');
        JsonQuote.append(out, key);
        out.append(':');
    }

    private static String stack(Throwable thrown) {
        StringWriter text = new StringWriter();
        thrown.printStackTrace(new PrintWriter(text, true));
        return text.toString();
    }
}
