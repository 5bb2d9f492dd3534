package io.ethryx.server.top;

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
final class Samples {

    static final Samples NONE = new Samples(List.of());

    private static final Pattern LINE = Pattern.compile("([a-zA-Z_:][a-zA-Z0-9_:]*)(\\{.*})?\\s+(\\S+)(\\s+\\S+)?");
    private static final Pattern LABEL = Pattern.compile("([a-zA-Z_][a-zA-Z0-9_]*)=\"((?:[^\"\\\\]|\\\\.)*)\"");

    private final Map<String, List<Sample>> byName = new HashMap<>();

    private Samples(List<Sample> samples) {
        samples.forEach(sample ->
                byName.computeIfAbsent(sample.name(), name -> new ArrayList<>()).add(sample));
    }

    static Samples read(String page) {
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

    boolean has(String name) {
        return byName.containsKey(name);
    }

    List<Sample> of(String name) {
        return byName.getOrDefault(name, List.of());
    }

    /** The sum of what fits; 0 where nothing does. */
    double sum(String name, Predicate<Sample> fits) {
        return of(name).stream().filter(fits).mapToDouble(Sample::value).sum();
    }

    /** The values of a label of a metric, in order. */
    SortedSet<String> labels(String name, String label) {
        SortedSet<String> values = new TreeSet<>();
        of(name).forEach(sample -> values.add(sample.label(label)));
        return values;
    }
}
