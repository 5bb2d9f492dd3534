package io.ethryx.server.figures;

import java.util.Map;

/**
 * One line of a page of metrics.
 *
 * @param name of the metric, suffixes such as {@code _bucket} included
 * @param labels by name
 * @param value may be not a number or infinite
 */
public record Sample(String name, Map<String, String> labels, double value) {

    /**
     * Copies the labels.
     *
     * @param name see the record
     * @param labels see the record
     * @param value see the record
     */
    public Sample {
        labels = Map.copyOf(labels);
    }

    /**
     * A label.
     *
     * @param label its name
     * @return an empty text where there is none
     */
    public String label(String label) {
        return labels.getOrDefault(label, "");
    }
}
