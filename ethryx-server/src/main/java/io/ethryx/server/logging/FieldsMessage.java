package io.ethryx.server.logging;

import org.apache.logging.log4j.util.MultiFormatStringBuilderFormattable;
import org.jspecify.annotations.Nullable;

/** A rendered {@code fields} object as the template layout takes it. */
final class FieldsMessage implements MultiFormatStringBuilderFormattable {

    private static final long serialVersionUID = 1;

    private final String json;

    FieldsMessage(String json) {
        this.json = json;
    }

    @Override
    public void formatTo(String[] formats, StringBuilder out) {
        out.append(json);
    }

    @Override
    public void formatTo(StringBuilder out) {
        out.append(json);
    }

    @Override
    public String getFormattedMessage(String[] formats) {
        return json;
    }

    @Override
    public String getFormattedMessage() {
        return json;
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
        return null;
    }
}
