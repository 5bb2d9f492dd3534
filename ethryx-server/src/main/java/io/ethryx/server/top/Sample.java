package io.ethryx.server.top;

import java.util.Map;

/**
 * One line of a page of metrics.
 *
 * @param name of the metric, suffixes such as {@code _bucket} included
 * @param labels by name
 * @param value may be not a number or infinite
 */
record Sample(String name, Map<String, String> labels, double value) {

    Sample {
        labels = Map.copyOf(labels);
    }

    /** A label, an empty text where there is none. */
    String label(String label) {
        return labels.getOrDefault(label, "");
    }
}
