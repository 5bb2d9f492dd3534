package io.ethryx.server.telemetry;

import io.ethryx.server.config.BuildInfo;
import io.ethryx.server.config.UpstreamUrl;
import io.ethryx.server.logging.DivertedLogs;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.exporter.otlp.http.metrics.OtlpHttpMetricExporter;
import io.opentelemetry.exporter.otlp.http.metrics.OtlpHttpMetricExporterBuilder;
import io.opentelemetry.exporter.otlp.http.trace.OtlpHttpSpanExporter;
import io.opentelemetry.exporter.otlp.http.trace.OtlpHttpSpanExporterBuilder;
import io.opentelemetry.sdk.common.CompletableResultCode;
import io.opentelemetry.sdk.metrics.SdkMeterProvider;
import io.opentelemetry.sdk.metrics.export.PeriodicMetricReader;
import io.opentelemetry.sdk.resources.Resource;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.export.BatchSpanProcessor;
import io.opentelemetry.sdk.trace.samplers.Sampler;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * Sends spans and metrics to one collector. A collector that is slow, absent or hostile costs spans, which are dropped once
 * the queue of 2,048 is full, and never a request. Thread-safe.
 */
public final class Telemetry implements AutoCloseable {

    private static final Duration EXPORT_TIMEOUT = Duration.ofSeconds(5);
    private static final Duration METRICS_EVERY = Duration.ofSeconds(30);
    private static final Duration SPANS_EVERY = Duration.ofSeconds(5);

    private final SdkTracerProvider traces;
    private final @Nullable SdkMeterProvider metrics;
    private final DivertedLogs logs;
    private final AtomicBoolean closed = new AtomicBoolean();

    private Telemetry(SdkTracerProvider traces, @Nullable SdkMeterProvider metrics, DivertedLogs logs) {
        this.traces = traces;
        this.metrics = metrics;
        this.logs = logs;
    }

    /**
     * Starts the two exports, each with a thread of its own.
     *
     * @param collector the OTLP/HTTP endpoint, to which {@code /v1/traces} and {@code /v1/metrics} are appended where
     *     its path does not name one of them already; userinfo becomes Basic authorization
     * @param build which build this is, told as the resource's version
     * @param registry what is exported as metrics
     * @return the running exports
     */
    public static Telemetry start(UpstreamUrl collector, BuildInfo build, PrometheusRegistry registry) {
        DivertedLogs logs = DivertedLogs.of("io.opentelemetry");
        OtlpHttpMetricExporterBuilder points = OtlpHttpMetricExporter.builder()
                .setEndpoint(base(collector) + "/v1/metrics")
                .setTimeout(EXPORT_TIMEOUT);
        collector.authorization().ifPresent(basic -> points.addHeader("Authorization", basic));
        Resource resource = resource(build);
        SdkMeterProvider metrics = SdkMeterProvider.builder()
                .setResource(resource)
                .registerMetricProducer(new ExportedMetrics(registry, PointTimes.now()))
                .registerMetricReader(PeriodicMetricReader.builder(points.build())
                        .setInterval(METRICS_EVERY)
                        .build())
                .build();
        return new Telemetry(traces(collector, resource, Sampler.alwaysOn()), metrics, logs);
    }

    /**
     * Starts the export of spans alone, with a thread of its own.
     *
     * @param collector as for {@link #start}
     * @param build as for {@link #start}
     * @param ratio the share of traces that is kept, 0 to 1, among those that do not come with a decision of the caller's
     * @return the running export
     */
    public static Telemetry startTraces(UpstreamUrl collector, BuildInfo build, double ratio) {
        DivertedLogs logs = DivertedLogs.of("io.opentelemetry");
        return new Telemetry(traces(collector, resource(build), Sampler.traceIdRatioBased(ratio)), null, logs);
    }

    private static Resource resource(BuildInfo build) {
        return Resource.getDefault()
                .merge(Resource.create(Attributes.builder()
                        .put("service.name", "ethryx")
                        .put("service.version", build.version())
                        .build()));
    }

    private static SdkTracerProvider traces(UpstreamUrl collector, Resource resource, Sampler roots) {
        OtlpHttpSpanExporterBuilder spans = OtlpHttpSpanExporter.builder()
                .setEndpoint(base(collector) + "/v1/traces")
                .setTimeout(EXPORT_TIMEOUT);
        collector.authorization().ifPresent(basic -> spans.addHeader("Authorization", basic));
        return SdkTracerProvider.builder()
                .setResource(resource)
                .setSampler(Sampler.parentBased(roots))
                .addSpanProcessor(BatchSpanProcessor.builder(spans.build())
                        .setScheduleDelay(SPANS_EVERY)
                        .build())
                .build();
    }

    /** A path that names one of the two signals stands for both. */
    private static String base(UpstreamUrl collector) {
        String path = withoutSlashes(collector.path());
        for (String signal : List.of("/v1/traces", "/v1/metrics")) {
            if (path.endsWith(signal)) {
                path = withoutSlashes(path.substring(0, path.length() - signal.length()));
            }
        }
        return (collector.secure() ? "https://" : "http://") + collector.authority() + path;
    }

    private static String withoutSlashes(String path) {
        int end = path.length();
        while (end > 0 && path.charAt(end - 1) == '/') {
            end--;
        }
        return path.substring(0, end);
    }

    /**
     * What traces requests.
     *
     * @return spans that this telemetry exports
     */
    public RequestSpans spans() {
        return new RequestSpans(traces.get("io.ethryx"));
    }

    /**
     * What traces the calls of a gateway.
     *
     * @return spans that this telemetry exports
     */
    public RoundTrips roundTrips() {
        return new RoundTrips(traces.get("io.ethryx"));
    }

    /** Sends what is left, within five seconds, and ends both exports. Idempotent. */
    @Override
    public void close() {
        if (closed.getAndSet(true)) {
            return;
        }
        CompletableResultCode sent = new CompletableResultCode();
        Thread last = new Thread(
                () -> CompletableResultCode.ofAll(List.of(traces.shutdown(), endOfPoints()))
                        .whenComplete(sent::succeed),
                "telemetry-end");
        last.setDaemon(true);
        last.start();
        sent.join(EXPORT_TIMEOUT.toMillis(), TimeUnit.MILLISECONDS);
        logs.close();
    }

    /** The end of the export of metrics, which waits for one that is under way, and then for its own. */
    private CompletableResultCode endOfPoints() {
        return metrics == null ? CompletableResultCode.ofSuccess() : metrics.shutdown();
    }
}
