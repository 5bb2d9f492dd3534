package io.ethryx.server.gateway.metrics;

/** Something that has families to show. */
@FunctionalInterface
public interface MetricFamilies {

    /**
     * Writes the families as they stand now, each whole. On any thread but a request's.
     *
     * @param page where to
     */
    void writeTo(PageText page);
}
