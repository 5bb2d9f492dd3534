package io.ethryx.server.testing;

import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A page of metrics in the text format 0.0.4, read strictly: what is not well-formed is an error. */
public final class ParsedPage {

    private static final Pattern SAMPLE = Pattern.compile("([a-zA-Z_:][a-zA-Z0-9_:]*)(?:\\{(.*)\\})? (\\S+)");
    private static final Pattern LABEL =
            Pattern.compile("\\G([a-zA-Z_][a-zA-Z0-9_]*)=\"((?:[^\"\\\\\\n]|\\\\[\\\\n\"])*)\"(?:,|$)");

    private final Map<String, String> types = new LinkedHashMap<>();
    private final Map<Sample, Double> samples = new LinkedHashMap<>();

    /**
     * A sample's name and labels.
     *
     * @param name its name
     * @param labels its labels by name
     */
    public record Sample(String name, Map<String, String> labels) {}

    /**
     * Reads a page.
     *
     * @param text the page
     */
    public ParsedPage(String text) {
        if (!text.endsWith("\n")) {
            throw new AssertionError("the page does not end with a line feed");
        }
        String family = "";
        Set<String> helped = new HashSet<>();
        for (String line : text.lines().toList()) {
            if (line.startsWith("# HELP ")) {
                family = line.split(" ", 4)[2];
                require(helped.add(family), "two helps", line);
            } else if (line.startsWith("# TYPE ")) {
                String[] words = line.split(" ", -1);
                require(words[2].equals(family), "no help before the type", line);
                require(types.put(family, words[3]) == null, "two types", line);
            } else {
                sample(family, line);
            }
        }
    }

    private void sample(String family, String line) {
        Matcher matcher = SAMPLE.matcher(line);
        require(matcher.matches(), "no sample", line);
        String name = matcher.group(1);
        boolean histogram = "histogram".equals(types.get(family));
        require(
                histogram ? name.matches(Pattern.quote(family) + "_(bucket|sum|count)") : name.equals(family),
                "outside of its family",
                line);
        Map<String, String> labels = new TreeMap<>();
        String inner = matcher.group(2);
        int end = 0;
        Matcher label = LABEL.matcher(inner == null ? "" : inner);
        while (label.find()) {
            require(labels.put(label.group(1), unescaped(label.group(2))) == null, "a label twice", line);
            end = label.end();
        }
        require(inner == null || end == inner.length(), "labels that can't be read", line);
        Double value = Double.valueOf(matcher.group(3));
        require(samples.put(new Sample(name, labels), value) == null, "a sample twice", line);
    }

    private static String unescaped(String value) {
        StringBuilder plain = new StringBuilder();
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            if (c == '\\') {
                i++;
                plain.append(value.charAt(i) == 'n' ? '\n' : value.charAt(i));
            } else {
                plain.append(c);
            }
        }
        return plain.toString();
    }

    private static void require(boolean holds, String otherwise, String line) {
        if (!holds) {
            throw new AssertionError(otherwise + ": " + line);
        }
    }

    /** {@return the types of the families, in the order of the page} */
    public Map<String, String> types() {
        return types;
    }

    /** {@return all samples, in the order of the page} */
    public Map<Sample, Double> samples() {
        return samples;
    }

    /**
     * The sum of the samples of a name that have some labels among theirs.
     *
     * @param name the samples' name
     * @param namesAndValues a label's name, its value, and so on
     * @return 0 where there is no such sample
     */
    public double sum(String name, String... namesAndValues) {
        double sum = 0;
        for (Map.Entry<Sample, Double> entry : samples.entrySet()) {
            boolean counts = entry.getKey().name().equals(name);
            for (int i = 0; counts && i < namesAndValues.length; i += 2) {
                counts = namesAndValues[i + 1].equals(entry.getKey().labels().get(namesAndValues[i]));
            }
            sum += counts ? entry.getValue() : 0;
        }
        return sum;
    }
}
