import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Makes of the raw rounds of a run, STAMP-KIND.tsv, a table (.md) and a plot (.svg) beside it: the product's ratio to each peer, taken round by
 * round. A bar is the median, its whisker goes from the lowest to the highest, a line across it is the ratio to stay under (or over).
 *
 * <p>java RatioPlot.java FILE.tsv...
 */
final class RatioPlot {

    /** A column of the raw rounds: whether more of it is better, and whether it is drawn. */
    record Measure(String column, String label, boolean moreIsBetter, boolean drawn) {}

    /** How far a measure may be from a peer's. */
    record Bound(String measure, String peer, double ratio) {}

    /** A kind of run: whose ratios, in which words, and what they are held to. */
    record Kind(String title, String product, List<Bound> bounds) {}

    /** The ratios of one measure to one peer, sorted. */
    record Row(Measure measure, String peer, double[] ratios, Bound bound) {

        double median() {
            return RatioPlot.median(ratios);
        }

        double low() {
            return ratios[0];
        }

        double high() {
            return ratios[ratios.length - 1];
        }

        boolean holds() {
            return bound == null || (measure.moreIsBetter() ? median() >= bound.ratio() : median() <= bound.ratio());
        }

        String told() {
            return String.format(Locale.ROOT, "%.2f (%.2f to %.2f)", median(), low(), high());
        }
    }

    private static final List<Measure> MEASURES = List.of(
            new Measure("cpu_us_per_request", "CPU a request, µs", false, true),
            new Measure("cpu_us_per_message", "CPU a message, µs", false, true),
            new Measure("requests_per_s", "requests a second", true, true),
            new Measure("messages_per_s", "messages a second", true, true),
            new Measure("p50_us", "p50, µs", false, true),
            new Measure("mean_us", "mean time, µs", false, true),
            new Measure("p99_us", "p99, µs", false, true),
            new Measure("half_load_p99_us", "p99 at half load, µs", false, true),
            new Measure("rss_kb", "RSS, KB", false, false));

    private static final Map<String, Kind> KINDS = Map.of(
            "requests",
            new Kind(
                    "small calls over HTTP/1.1",
                    "ethryx",
                    List.of(
                            new Bound("cpu_us_per_request", "nginx", 1.15),
                            new Bound("cpu_us_per_request", "haproxy", 1.15),
                            new Bound("p99_us", "nginx", 1.3),
                            new Bound("half_load_p99_us", "nginx", 1.3))),
            "h2c",
            new Kind(
                    "small calls over HTTP/2",
                    "ethryx",
                    List.of(new Bound("cpu_us_per_request", "nginx", 1.05), new Bound("requests_per_s", "nginx", 1.2))),
            "ws",
            new Kind(
                    "messages of 100 bytes over WebSocket",
                    "ethryx",
                    List.of(new Bound("cpu_us_per_message", "haproxy", 1.2))),
            "hop",
            new Kind("the hop to the node over HTTP/2", "hop_h2c", List.of()),
            "gateway",
            new Kind(
                    "small calls through the gateway",
                    "gateway",
                    List.of(
                            new Bound("cpu_us_per_request", "ethryx", 1.25),
                            new Bound("cpu_us_per_request", "nginx", 1.4))),
            "gateway-64k",
            new Kind(
                    "transactions of 64 KB through the gateway",
                    "gateway",
                    List.of(
                            new Bound("cpu_us_per_request", "nginx", 1.0),
                            new Bound("cpu_us_per_request", "nginx_plain", 1.0))),
            "mirror",
            new Kind("a gateway whose mirror target hangs", "mirrored", List.of(new Bound("p99_us", "alone", 1.25))),
            "governance",
            new Kind(
                    "a gateway with all of governance on",
                    "governed",
                    List.of(new Bound("cpu_us_per_request", "bare", 1.1))));

    private final String name;
    private final Kind kind;
    private final Map<String, Map<String, double[]>> values;
    private final List<Row> rows;

    private RatioPlot(String name, Kind kind, Map<String, Map<String, double[]>> values) {
        this.name = name;
        this.kind = kind;
        this.values = values;
        this.rows = rows();
    }

    public static void main(String[] files) throws IOException {
        for (String file : files) {
            Path raw = Path.of(file);
            String name = Objects.toString(raw.getFileName()).replaceFirst("\\.tsv$", "");
            Kind kind = KINDS.get(name.replaceFirst("^\\d{4}-\\d{2}-\\d{2}T\\d{6}Z-", ""));
            if (kind == null) {
                System.err.println("benchmark: " + file + " holds no ratios; these do: STAMP-KIND.tsv with KIND one of "
                        + String.join(", ", new TreeMap<>(KINDS).keySet()));
                System.exit(2);
            }
            RatioPlot plot = new RatioPlot(name, kind, read(Files.readAllLines(raw)));
            if (plot.rows.isEmpty()) {
                System.err.println("benchmark: " + file + " has no rounds of " + kind.product()
                        + " beside another; nothing is drawn");
            } else {
                Files.writeString(raw.resolveSibling(name + ".md"), plot.table());
                Files.writeString(raw.resolveSibling(name + ".svg"), plot.picture());
            }
        }
    }

    /** Column, then proxy, then the values of the rounds. */
    private static Map<String, Map<String, double[]>> read(List<String> lines) {
        String[] head = lines.get(0).split("\t", -1);
        Map<String, Map<String, Map<Integer, Double>>> cells = new LinkedHashMap<>();
        for (String line : lines.subList(1, lines.size())) {
            String[] cell = line.split("\t", -1);
            for (int i = 2; i < head.length; i++) {
                cells.computeIfAbsent(head[i], any -> new TreeMap<>())
                        .computeIfAbsent(cell[1], any -> new TreeMap<>())
                        .put(Integer.valueOf(cell[0]), Double.valueOf(cell[i]));
            }
        }
        Map<String, Map<String, double[]>> values = new LinkedHashMap<>();
        cells.forEach((column, proxies) -> {
            Map<String, double[]> each = new TreeMap<>();
            proxies.forEach((proxy, rounds) -> each.put(
                    proxy,
                    rounds.values().stream().mapToDouble(Double::doubleValue).toArray()));
            values.put(column, each);
        });
        return values;
    }

    private List<Row> rows() {
        List<Row> all = new ArrayList<>();
        for (Measure measure : MEASURES) {
            Map<String, double[]> of = values.getOrDefault(measure.column(), Map.of());
            double[] own = of.get(kind.product());
            if (own != null) {
                for (String peer : peers(of)) {
                    all.add(new Row(measure, peer, ratios(own, of.get(peer)), bound(measure, peer)));
                }
            }
        }
        return all;
    }

    private List<String> peers(Map<String, double[]> of) {
        return of.keySet().stream()
                .filter(proxy -> !proxy.equals(kind.product()))
                .toList();
    }

    private Bound bound(Measure measure, String peer) {
        return kind.bounds().stream()
                .filter(bound ->
                        bound.measure().equals(measure.column()) && bound.peer().equals(peer))
                .findFirst()
                .orElse(null);
    }

    private static double[] ratios(double[] own, double[] peer) {
        double[] ratios = new double[Math.min(own.length, peer.length)];
        for (int i = 0; i < ratios.length; i++) {
            ratios[i] = own[i] / peer[i];
        }
        Arrays.sort(ratios);
        return ratios;
    }

    private static double median(double[] sorted) {
        int half = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
    }

    private static double medianOf(double[] rounds) {
        double[] sorted = rounds.clone();
        Arrays.sort(sorted);
        return median(sorted);
    }

    private int rounds() {
        return rows.get(0).ratios().length;
    }

    private String table() {
        Map<String, double[]> any = values.values().iterator().next();
        List<String> peers = peers(any);
        StringBuilder table = new StringBuilder("# " + sentence(kind.title()) + "\n\n");
        table.append("Medians of ")
                .append(rounds())
                .append(" rounds of `")
                .append(name)
                .append(".tsv`. Ratios are taken within a round: median (lowest to highest).\n\n| |");
        peers.forEach(peer -> table.append(' ').append(peer).append(" |"));
        table.append(' ').append(kind.product()).append(" |");
        peers.forEach(peer -> table.append(" to ").append(peer).append(" | bar |"));
        table.append("\n|---|").append("---|".repeat(peers.size() * 3 + 1)).append('\n');
        for (Measure measure : MEASURES) {
            Map<String, double[]> of = values.get(measure.column());
            if (of != null) {
                table.append("| ").append(measure.label()).append(" |");
                peers.forEach(peer ->
                        table.append(' ').append(figure(medianOf(of.get(peer)))).append(" |"));
                table.append(' ')
                        .append(figure(medianOf(of.get(kind.product()))))
                        .append(" |");
                rows.stream()
                        .filter(row -> row.measure().equals(measure))
                        .forEach(row -> table.append(' ')
                                .append(row.told())
                                .append(" | ")
                                .append(verdict(row))
                                .append(" |"));
                table.append('\n');
            }
        }
        return table.toString();
    }

    private static String verdict(Row row) {
        return row.bound() == null ? "" : limit(row) + (row.holds() ? ", reached" : ", **not reached**");
    }

    private static String limit(Row row) {
        return (row.measure().moreIsBetter() ? "≥ " : "≤ ")
                + String.format(Locale.ROOT, "%.2f", row.bound().ratio());
    }

    private static String figure(double value) {
        return String.format(Locale.ROOT, value < 100 ? "%.1f" : "%,.0f", value);
    }

    private static String sentence(String words) {
        return words.substring(0, 1).toUpperCase(Locale.ROOT) + words.substring(1);
    }

    private static final int LEFT = 250;
    private static final int WIDTH = 420;
    private static final int TOP = 74;
    private static final int ROW = 30;
    private static final int GAP = 12;
    private static final double WIDEST = 3;

    private String picture() {
        List<Row> drawn = rows.stream().filter(row -> row.measure().drawn()).toList();
        double most = drawn.stream()
                .mapToDouble(row -> Math.max(
                        row.high(), row.bound() == null ? 0 : row.bound().ratio()))
                .max()
                .orElse(1);
        double end = Math.min(WIDEST, Math.max(1.5, Math.ceil(most * 4) / 4));
        int groups = (int) drawn.stream().map(Row::measure).distinct().count();
        int bottom = TOP + drawn.size() * ROW + groups * GAP;
        StringBuilder svg = new StringBuilder(head(bottom + 62));
        text(svg, 20, 28, "title", "start", sentence(kind.title()) + ": " + kind.product() + " to its peers");
        text(
                svg,
                20,
                48,
                "note",
                "start",
                "ratios within a round, " + rounds()
                        + " rounds; bar: median, whisker: lowest to highest, red: what to reach, orange: missed, ↑: more is better");
        for (double tick = 0; tick <= end + 1e-9; tick += 0.25) {
            boolean one = Math.abs(tick - 1) < 1e-9;
            line(svg, x(tick, end), TOP - 6, x(tick, end), bottom, one ? "one" : "grid");
            if (Math.abs(tick * 2 - Math.rint(tick * 2)) < 1e-9) {
                text(svg, x(tick, end), bottom + 18, "note", "middle", String.format(Locale.ROOT, "%.1f", tick));
            }
        }
        text(svg, x(1, end), bottom + 36, "note", "middle", "1.0: as the peer");
        int y = TOP;
        Measure above = null;
        for (Row row : drawn) {
            y += row.measure().equals(above) ? 0 : GAP;
            above = row.measure();
            draw(svg, row, y, end);
            y += ROW;
        }
        return svg.append("</svg>\n").toString();
    }

    private void draw(StringBuilder svg, Row row, int y, double end) {
        int middle = y + ROW / 2 - 3;
        String label = row.measure().label().replaceFirst(", (µs|KB)$", "")
                + (row.measure().moreIsBetter() ? " ↑" : "");
        text(svg, LEFT - 12, middle + 4, "label", "end", label + " / " + row.peer());
        svg.append(String.format(
                Locale.ROOT,
                "<rect class=\"%s\" x=\"%d\" y=\"%d\" width=\"%.1f\" height=\"16\" rx=\"2\"><title>%s</title></rect>%n",
                row.holds() ? "bar" : "bar missed",
                LEFT,
                middle - 8,
                x(row.median(), end) - LEFT,
                escaped(label + " / " + row.peer() + ": " + row.told())));
        line(svg, x(row.low(), end), middle, x(row.high(), end), middle, "whisker");
        line(svg, x(row.low(), end), middle - 5, x(row.low(), end), middle + 5, "whisker");
        if (row.high() <= end) {
            line(svg, x(row.high(), end), middle - 5, x(row.high(), end), middle + 5, "whisker");
        } else {
            svg.append(String.format(
                    Locale.ROOT, "<path class=\"whisker\" d=\"M%.1f %d l6 4 l-6 4\"/>%n", x(end, end) - 6, middle - 4));
        }
        if (row.bound() != null) {
            line(svg, x(row.bound().ratio(), end), middle - 12, x(row.bound().ratio(), end), middle + 12, "bound");
        }
        text(
                svg,
                LEFT + WIDTH + 14,
                middle + 4,
                "label",
                "start",
                row.told() + (row.bound() == null ? "" : "  " + limit(row)));
    }

    private static double x(double ratio, double end) {
        return LEFT + Math.min(ratio, end) / end * WIDTH;
    }

    private static String head(int height) {
        return String.format(Locale.ROOT, """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 880 %1$d" width="880" height="%1$d" role="img">
            <style>
            svg { font-family: system-ui, "Liberation Sans", Arial, sans-serif; font-size: 13px; }
            .page { fill: #ffffff; } .title { font-size: 16px; font-weight: 600; fill: #1f2328; }
            .label { fill: #1f2328; } .note { fill: #59636e; font-size: 12px; }
            .bar { fill: #5b8def; } .missed { fill: #d98c3f; } .grid { stroke: #d8dee4; } .one { stroke: #59636e; stroke-width: 1.5; }
            .whisker { stroke: #1f2328; stroke-width: 1.5; fill: none; } .bound { stroke: #d1242f; stroke-width: 2.5; }
            @media (prefers-color-scheme: dark) {
            .page { fill: #0d1117; } .title, .label { fill: #e6edf3; } .note { fill: #9198a1; }
            .bar { fill: #3f6fd1; } .missed { fill: #b3702c; } .grid { stroke: #2a313a; } .one { stroke: #9198a1; }
            .whisker { stroke: #e6edf3; } .bound { stroke: #ff7b72; }
            }
            </style>
            <rect class="page" width="880" height="%1$d" rx="6"/>
            """, height);
    }

    private static void line(StringBuilder svg, double x1, double y1, double x2, double y2, String style) {
        svg.append(String.format(
                Locale.ROOT,
                "<line class=\"%s\" x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\"/>%n",
                style,
                x1,
                y1,
                x2,
                y2));
    }

    private static void text(StringBuilder svg, double x, double y, String style, String anchor, String words) {
        svg.append(String.format(
                Locale.ROOT,
                "<text class=\"%s\" x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\">%s</text>%n",
                style,
                x,
                y,
                anchor,
                escaped(words)));
    }

    private static String escaped(String words) {
        return words.chars()
                .mapToObj(letter -> letter == '&'
                        ? "&amp;"
                        : letter == '<' ? "&lt;" : letter == '>' ? "&gt;" : Character.toString(letter))
                .collect(Collectors.joining());
    }
}
