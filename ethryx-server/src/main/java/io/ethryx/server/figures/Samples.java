package io.ethryx.server.figures;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A page of metrics in the text format of Prometheus, read. Lines that are none are passed over. Immutable. */
public final class Samples {

    /** An empty page. */
    public static final Samples NONE = new Samples(List.of());

    private static final Pattern LINE = Pattern.compile("([a-zA-Z_:][a-zA-Z0-9_:]*)(\\{.*})?\\s+(\\S+)(\\s+\\S+)?");
    private static final Pattern LABEL = Pattern.compile("([a-zA-Z_][a-zA-Z0-9_]*)=\"((?:[^\"\\\\]|\\\\.)*)\"");

    private final Map<String, List<Sample>> byName = new HashMap<>();

    private Samples(List<Sample> samples) {
        samples.forEach(sample ->
                byName.computeIfAbsent(sample.name(), name -> new ArrayList<>()).add(sample));
    }

    /**
     * Reads a page.
     *
     * @param page its text
     * @return what it says
     */
    public static Samples read(String page) {
        List<Sample> samples = new ArrayList<>();
        page.lines().filter(line -> !line.startsWith("#")).forEach(line -> {
            Matcher parts = LINE.matcher(line);
            if (parts.matches()) {
                add(parts, samples);
            }
        });
        return new Samples(samples);
    }

    private static void add(Matcher parts, List<Sample> samples) {
        Map<String, String> labels = new HashMap<>();
        if (parts.group(2) != null) {
            Matcher label = LABEL.matcher(parts.group(2));
            while (label.find()) {
                labels.put(label.group(1), plain(label.group(2)));
            }
        }
        try {
            double value = Double.parseDouble(parts.group(3).replace("Inf", "Infinity"));
            samples.add(new Sample(parts.group(1), labels, value));
        } catch (NumberFormatException e) {
            // a value that is no number is as good as none
        }
    }

    /** Without escapes, and without what a terminal would act on. */
    private static String plain(String value) {
        return value.replace("\\\"", "\"")
                .replace("\\\\", "\\")
                .replace("\\n", " ")
                .replaceAll("\\p{Cntrl}", "?");
    }

    /**
     * Whether there is a metric.
     *
     * @param name its name
     * @return true if it has a sample
     */
    public boolean has(String name) {
        return byName.containsKey(name);
    }

    /**
     * The samples of a metric.
     *
     * @param name its name
     * @return in the order of the page
     */
    public List<Sample> of(String name) {
        return byName.getOrDefault(name, List.of());
    }

    /**
     * The sum of what fits.
     *
     * @param name of the metric
     * @param fits which samples count
     * @return 0 where none does
     */
    public double sum(String name, Predicate<Sample> fits) {
        return of(name).stream().filter(fits).mapToDouble(Sample::value).sum();
    }

    /**
     * The values of a label.
     *
     * @param name of the metric
     * @param label the label
     * @return in order
     */
    public SortedSet<String> labels(String name, String label) {
        SortedSet<String> values = new TreeSet<>();
        of(name).forEach(sample -> values.add(sample.label(label)));
        return values;
    }
}
