package io.ethryx.server.metrics;

import io.prometheus.metrics.expositionformats.ExpositionFormatWriter;
import io.prometheus.metrics.expositionformats.OpenMetricsTextFormatWriter;
import io.prometheus.metrics.expositionformats.PrometheusTextFormatWriter;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.jspecify.annotations.Nullable;

/** Renders all families, in the format that a scraper asks for. Thread-safe. */
public final class MetricsPage {

    private static final String OPEN_METRICS = "application/openmetrics-text";

    private final PrometheusRegistry registry;
    private final ExpositionFormatWriter text = PrometheusTextFormatWriter.builder()
            .setIncludeCreatedTimestamps(false)
            .build();
    private final ExpositionFormatWriter openMetrics = OpenMetricsTextFormatWriter.builder()
            .setCreatedTimestampsEnabled(false)
            .build();

    /**
     * A page of everything in a registry.
     *
     * @param registry the registry
     */
    public MetricsPage(PrometheusRegistry registry) {
        this.registry = registry;
    }

    /**
     * Renders the page.
     *
     * @param accept the scraper's Accept, if it sent one: OpenMetrics where it names it, else text format 0.0.4
     * @return the page
     */
    public Rendered render(@Nullable String accept) {
        ExpositionFormatWriter writer = accept != null && accept.contains(OPEN_METRICS) ? openMetrics : text;
        ByteArrayOutputStream page = new ByteArrayOutputStream(8192);
        try {
            writer.write(page, registry.scrape());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        byte[] body = page.toByteArray();
        return new Rendered(writer.getContentType(), writer == text ? PlainNumbers.of(body) : body);
    }

    /** A rendered page. */
    public static final class Rendered {

        private final String contentType;
        private final byte[] body;

        private Rendered(String contentType, byte[] body) {
            this.contentType = contentType;
            this.body = body;
        }

        /**
         * Its Content-Type.
         *
         * @return the format's own
         */
        public String contentType() {
            return contentType;
        }

        /**
         * Its bytes.
         *
         * @return the page, not to be changed
         */
        public byte[] body() {
            return body;
        }
    }
}
