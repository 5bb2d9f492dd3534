package io.ethryx.server.page;

import java.util.List;
import java.util.Locale;

/** A small line of numbers over time, as SVG; its title says the newest and the highest. */
final class Plot {

    private static final int WIDTH = 120;
    private static final int HEIGHT = 24;

    private Plot() {}

    /**
     * Draws it.
     *
     * @param values the oldest first, not negative
     * @param what they are, such as {@code calls a second}
     */
    static String of(List<Double> values, String what) {
        if (values.size() < 2) {
            return "<span class=\"none\">…</span>";
        }
        double most = values.stream().mapToDouble(Double::doubleValue).max().orElse(0);
        StringBuilder points = new StringBuilder();
        for (int i = 0; i < values.size(); i++) {
            double x = (double) WIDTH * i / (values.size() - 1);
            double y = most == 0 ? HEIGHT - 1 : HEIGHT - 1 - values.get(i) / most * (HEIGHT - 2);
            points.append(String.format(Locale.ROOT, "%.1f,%.1f ", x, y));
        }
        String title =
                String.format(Locale.ROOT, "%s: now %.1f, highest %.1f", what, values.get(values.size() - 1), most);
        return new Html()
                .raw("<svg viewBox=\"0 0 " + WIDTH + ' ' + HEIGHT + "\" role=\"img\"><title>")
                .text(title)
                .raw("</title><polyline points=\"" + points.toString().strip() + "\"/></svg>")
                .toString();
    }
}
