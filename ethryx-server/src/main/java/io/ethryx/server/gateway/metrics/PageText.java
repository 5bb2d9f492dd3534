package io.ethryx.server.gateway.metrics;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;

/**
 * Writes a page of metrics as text, version 0.0.4. Names are written as they are given: a counter gets no suffix. Used by one
 * thread.
 *
 * @see <a href="https://prometheus.io/docs/instrumenting/exposition_formats/#text-based-format">text-based format</a>
 */
public final class PageText {

    /** The Content-Type of the page. */
    public static final String CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8";

    private final StringBuilder text = new StringBuilder(16_384);

    /** An empty page. */
    public PageText() {}

    /** The types of families. */
    public enum Type {
        /** Only rises. */
        COUNTER("counter"),
        /** Rises and falls. */
        GAUGE("gauge"),
        /** Counts in buckets. */
        HISTOGRAM("histogram");

        private final String word;

        Type(String word) {
            this.word = word;
        }
    }

    /**
     * Begins a family; its samples follow.
     *
     * @param name its name
     * @param type its type
     * @param help what it tells, any text
     */
    public void family(String name, Type type, String help) {
        text.append("# HELP ").append(name).append(' ');
        escape(help, false, text);
        text.append("\n# TYPE ").append(name).append(' ').append(type.word).append('\n');
    }

    /**
     * Writes a sample.
     *
     * @param name the family's name, with a suffix if the type has some
     * @param labels as {@link #labels} makes them, empty for none
     * @param value the value
     */
    public void sample(String name, String labels, long value) {
        begin(name, labels).append(' ').append(value).append('\n');
    }

    /**
     * Writes a sample that is no whole number.
     *
     * @param name the family's name
     * @param labels as {@link #labels} makes them, empty for none
     * @param value the value, finite
     */
    public void sample(String name, String labels, double value) {
        begin(name, labels)
                .append(' ')
                .append(new BigDecimal(Double.toString(value)).toPlainString())
                .append('\n');
    }

    /**
     * Writes a sample of a bucket.
     *
     * @param name the family's name
     * @param labels as {@link #labels} makes them, empty for none
     * @param bound the bucket's upper bound as text
     * @param value how many are not above it
     */
    void bucket(String name, String labels, String bound, long value) {
        text.append(name).append("_bucket{").append(labels);
        if (!labels.isEmpty()) {
            text.append(',');
        }
        text.append("le=\"").append(bound).append("\"} ").append(value).append('\n');
    }

    private StringBuilder begin(String name, String labels) {
        text.append(name);
        return labels.isEmpty() ? text : text.append('{').append(labels).append('}');
    }

    /**
     * Labels as samples take them.
     *
     * @param namesAndValues a name, its value, and so on; names are written as they are, values may be any text
     * @return the text between the braces
     */
    public static String labels(String... namesAndValues) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            if (i > 0) {
                text.append(',');
            }
            text.append(namesAndValues[i]).append("=\"");
            escape(namesAndValues[i + 1], true, text);
            text.append('"');
        }
        return text.toString();
    }

    private static void escape(String value, boolean quotes, StringBuilder into) {
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            switch (c) {
                case '\\' -> into.append("\\\\");
                case '\n' -> into.append("\\n");
                case '"' -> into.append(quotes ? "\\\"" : "\"");
                default -> into.append(c);
            }
        }
    }

    /** {@return the page's bytes} */
    public byte[] bytes() {
        return text.toString().getBytes(StandardCharsets.UTF_8);
    }
}
