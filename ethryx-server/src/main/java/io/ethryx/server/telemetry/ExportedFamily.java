package io.ethryx.server.telemetry;

import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.common.AttributesBuilder;
import io.opentelemetry.sdk.common.InstrumentationScopeInfo;
import io.opentelemetry.sdk.metrics.data.AggregationTemporality;
import io.opentelemetry.sdk.metrics.data.Data;
import io.opentelemetry.sdk.metrics.data.DoublePointData;
import io.opentelemetry.sdk.metrics.data.GaugeData;
import io.opentelemetry.sdk.metrics.data.HistogramData;
import io.opentelemetry.sdk.metrics.data.HistogramPointData;
import io.opentelemetry.sdk.metrics.data.MetricData;
import io.opentelemetry.sdk.metrics.data.MetricDataType;
import io.opentelemetry.sdk.metrics.data.SumData;
import io.opentelemetry.sdk.resources.Resource;
import io.prometheus.metrics.model.snapshots.ClassicHistogramBuckets;
import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot;
import io.prometheus.metrics.model.snapshots.InfoSnapshot;
import io.prometheus.metrics.model.snapshots.Label;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One family of metrics, named as on the metrics page. */
record ExportedFamily(
        Resource getResource, String getName, String getDescription, MetricDataType getType, Data<?> getData)
        implements MetricData {

    /** Goes up and down with each connection; all other gauges are read, not counted. */
    private static final String UP_DOWN = "ethryx_active_connections";

    private static final InstrumentationScopeInfo SCOPE = InstrumentationScopeInfo.create("io.ethryx");

    /** The family that a snapshot is, null for a kind that the registry of this program does not hold. */
    static @Nullable ExportedFamily of(MetricSnapshot snapshot, Resource resource, PointTimes times) {
        String name = snapshot.getMetadata().getPrometheusName();
        String help = String.valueOf(snapshot.getMetadata().getHelp());
        if (snapshot instanceof CounterSnapshot counter) {
            return new ExportedFamily(resource, name + "_total", help, MetricDataType.DOUBLE_SUM, sum(counter, times));
        } else if (snapshot instanceof GaugeSnapshot gauge) {
            return name.equals(UP_DOWN)
                    ? new ExportedFamily(resource, name, help, MetricDataType.DOUBLE_SUM, upDown(gauge, times))
                    : new ExportedFamily(resource, name, help, MetricDataType.DOUBLE_GAUGE, read(gauge, times));
        } else if (snapshot instanceof HistogramSnapshot histogram) {
            return new ExportedFamily(resource, name, help, MetricDataType.HISTOGRAM, distribution(histogram, times));
        } else if (snapshot instanceof InfoSnapshot info) {
            return new ExportedFamily(resource, name + "_info", help, MetricDataType.DOUBLE_GAUGE, facts(info, times));
        }
        return null;
    }

    @Override
    public InstrumentationScopeInfo getInstrumentationScopeInfo() {
        return SCOPE;
    }

    @Override
    public String getUnit() {
        return getName().endsWith("_seconds") ? "s" : "";
    }

    private static Data<?> sum(CounterSnapshot counter, PointTimes times) {
        List<DoublePointData> points = new ArrayList<>();
        counter.getDataPoints().forEach(point -> points.add(point(point.getLabels(), point.getValue(), times)));
        return SumData.createDoubleSumData(true, AggregationTemporality.CUMULATIVE, points);
    }

    private static Data<?> upDown(GaugeSnapshot gauge, PointTimes times) {
        return SumData.createDoubleSumData(false, AggregationTemporality.CUMULATIVE, points(gauge, times));
    }

    private static Data<?> read(GaugeSnapshot gauge, PointTimes times) {
        return GaugeData.createDoubleGaugeData(points(gauge, times));
    }

    private static List<DoublePointData> points(GaugeSnapshot gauge, PointTimes times) {
        List<DoublePointData> points = new ArrayList<>();
        gauge.getDataPoints().forEach(point -> points.add(point(point.getLabels(), point.getValue(), times)));
        return points;
    }

    private static Data<?> facts(InfoSnapshot info, PointTimes times) {
        List<DoublePointData> points = new ArrayList<>();
        info.getDataPoints().forEach(point -> points.add(point(point.getLabels(), 1, times)));
        return GaugeData.createDoubleGaugeData(points);
    }

    private static DoublePointData point(Labels labels, double value, PointTimes times) {
        return DoublePointData.create(times.start(), times.end(), attributes(labels), value, List.of());
    }

    private static Data<?> distribution(HistogramSnapshot histogram, PointTimes times) {
        List<HistogramPointData> points = new ArrayList<>();
        histogram.getDataPoints().forEach(point -> points.add(spread(point, times)));
        return HistogramData.create(AggregationTemporality.CUMULATIVE, points);
    }

    private static HistogramPointData spread(HistogramSnapshot.HistogramDataPointSnapshot point, PointTimes times) {
        ClassicHistogramBuckets buckets = point.getClassicBuckets();
        List<Double> bounds = new ArrayList<>();
        List<Long> counts = new ArrayList<>();
        for (int i = 0; i < buckets.size(); i++) {
            if (Double.isFinite(buckets.getUpperBound(i))) {
                bounds.add(buckets.getUpperBound(i));
            }
            counts.add(buckets.getCount(i));
        }
        return HistogramPointData.create(
                times.start(),
                times.end(),
                attributes(point.getLabels()),
                point.getSum(),
                false,
                0,
                false,
                0,
                bounds,
                counts);
    }

    private static Attributes attributes(Labels labels) {
        AttributesBuilder attributes = Attributes.builder();
        for (Label label : labels) {
            attributes.put(label.getName(), label.getValue());
        }
        return attributes.build();
    }
}
