package io.ethryx.server.figures;

import java.util.Locale;
import java.util.OptionalDouble;

/** Numbers as people read them; a dash for those that are not known. */
public final class Numbers {

    private static final String UNKNOWN = "-";

    private Numbers() {}

    /**
     * A rate.
     *
     * @param perSecond the value
     * @return its text
     */
    public static String rate(OptionalDouble perSecond) {
        return perSecond.isEmpty() ? UNKNOWN : String.format(Locale.ROOT, "%.1f", perSecond.getAsDouble());
    }

    /**
     * A time in milliseconds.
     *
     * @param millis the value
     * @return its text
     */
    public static String millis(OptionalDouble millis) {
        if (millis.isEmpty()) {
            return UNKNOWN;
        }
        double value = millis.getAsDouble();
        return value < 10
                ? String.format(Locale.ROOT, "%.1f ms", value)
                : value < 10_000
                        ? String.format(Locale.ROOT, "%.0f ms", value)
                        : String.format(Locale.ROOT, "%.1f s", value / 1000);
    }

    /**
     * A whole number.
     *
     * @param value the value
     * @return its text
     */
    public static String whole(OptionalDouble value) {
        return value.isEmpty() ? UNKNOWN : String.format(Locale.ROOT, "%.0f", value.getAsDouble());
    }

    /**
     * A number of bytes.
     *
     * @param bytes how many
     * @return its text
     */
    public static String bytes(double bytes) {
        return bytes < 1024
                ? String.format(Locale.ROOT, "%.0f B", bytes)
                : bytes < 1024 * 1024
                        ? String.format(Locale.ROOT, "%.1f KiB", bytes / 1024)
                        : String.format(Locale.ROOT, "%.1f MiB", bytes / 1024 / 1024);
    }
}
