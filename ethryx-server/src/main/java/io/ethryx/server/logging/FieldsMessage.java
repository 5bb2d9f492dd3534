package io.ethryx.server.logging;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import org.apache.logging.log4j.util.MultiFormatStringBuilderFormattable;
import org.jspecify.annotations.Nullable;
import org.slf4j.event.KeyValuePair;

/** A line's {@code fields} object: the message first, then the event's key-values in order, then what was thrown. */
final class FieldsMessage implements MultiFormatStringBuilderFormattable {

    private static final long serialVersionUID = 1;

    private final String message;
    private final transient List<KeyValuePair> fields;
    private final @Nullable Throwable thrown;

    FieldsMessage(String message, List<KeyValuePair> fields, @Nullable Throwable thrown) {
        this.message = message;
        this.fields = fields;
        this.thrown = thrown;
    }

    @Override
    public void formatTo(String[] formats, StringBuilder out) {
        formatTo(out);
    }

    @Override
    public void formatTo(StringBuilder out) {
        out.append("{\"message\":");
        JsonText.appendString(out, message);
        for (int i = 0; i < fields.size(); i++) {
            KeyValuePair field = fields.get(i);
            if (isFirst(field.key, i)) {
                appendKey(out, field.key);
                JsonText.appendValue(out, field.value);
            }
        }
        if (thrown != null) {
            if (isFirst("error", fields.size())) {
                appendKey(out, "error");
                JsonText.appendValue(out, thrown);
            }
            appendKey(out, "stack");
            JsonText.appendString(out, stack(thrown));
        }
        out.append('}');
    }

    /** A JSON object has each member once. */
    private boolean isFirst(String key, int before) {
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
        JsonText.appendString(out, key);
        out.append(':');
    }

    private static String stack(Throwable thrown) {
        StringWriter text = new StringWriter();
        thrown.printStackTrace(new PrintWriter(text, true));
        return text.toString();
    }

    @Override
    public String getFormattedMessage(String[] formats) {
        return getFormattedMessage();
    }

    @Override
    public String getFormattedMessage() {
        StringBuilder out = new StringBuilder(256);
        formatTo(out);
        return out.toString();
    }

    @Override
    public String[] getFormats() {
        return new String[] {"JSON"};
    }

    @Override
    public Object @Nullable [] getParameters() {
        return null;
    }

    @Override
    public @Nullable Throwable getThrowable() {
        return thrown;
    }
}
