package io.ethryx.server.figures;

import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * Two pages and the time between them: what happened in it.
 *
 * @param now the newer page
 * @param before the older one, {@link Samples#NONE} if there is none
 * @param time from one to the other; zero if there is no older one
 */
public record Span(Samples now, Samples before, Duration time) {

    /**
     * How often a second. A counter that began anew counts from nought.
     *
     * @param counter its name
     * @param fits which samples count
     * @return empty without an older page
     */
    public OptionalDouble rate(String counter, Predicate<Sample> fits) {
        if (time.isZero()) {
            return OptionalDouble.empty();
        }
        double grown = now.sum(counter, fits) - before.sum(counter, fits);
        return OptionalDouble.of((grown < 0 ? now.sum(counter, fits) : grown) * 1e9 / time.toNanos());
    }

    /**
     * A quantile of a histogram over this time, or since its start where nothing was counted in this time, in its unit.
     *
     * @param histogram its name, without suffix
     * @param quantile above 0, below 1
     * @param fits which samples count
     * @return empty where nothing was ever counted
     */
    public OptionalDouble quantile(String histogram, double quantile, Predicate<Sample> fits) {
        Map<Double, Double> buckets = buckets(now, histogram, fits);
        Map<Double, Double> grown = new TreeMap<>(buckets);
        buckets(before, histogram, fits).forEach((bound, count) -> grown.merge(bound, -count, Double::sum));
        double counted = grown.values().stream().max(Comparator.naturalOrder()).orElse(0.0);
        return counted > 0 ? quantile(grown, quantile) : quantile(buckets, quantile);
    }

    private static Map<Double, Double> buckets(Samples page, String histogram, Predicate<Sample> fits) {
        Map<Double, Double> buckets = new TreeMap<>();
        page.of(histogram + "_bucket").stream().filter(fits).forEach(sample -> {
            String le = sample.label("le");
            try {
                double bound = le.equals("+Inf") ? Double.POSITIVE_INFINITY : Double.parseDouble(le);
                buckets.merge(bound, sample.value(), Double::sum);
            } catch (NumberFormatException e) {
                // a bucket without a bound tells nothing
            }
        });
        return buckets;
    }

    private static OptionalDouble quantile(Map<Double, Double> cumulative, double quantile) {
        List<Map.Entry<Double, Double>> bounds = List.copyOf(cumulative.entrySet());
        double all = bounds.isEmpty() ? 0 : bounds.get(bounds.size() - 1).getValue();
        if (all <= 0) {
            return OptionalDouble.empty();
        }
        double wanted = all * quantile;
        double lower = 0;
        double below = 0;
        for (Map.Entry<Double, Double> bound : bounds) {
            if (bound.getValue() >= wanted) {
                double share = (wanted - below) / (bound.getValue() - below);
                return OptionalDouble.of(
                        Double.isInfinite(bound.getKey()) ? lower : lower + share * (bound.getKey() - lower));
            }
            lower = bound.getKey();
            below = bound.getValue();
        }
        return OptionalDouble.of(lower);
    }
}
