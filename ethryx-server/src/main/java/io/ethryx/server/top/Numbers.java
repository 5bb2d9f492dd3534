package io.ethryx.server.top;

import java.util.Locale;
import java.util.OptionalDouble;

/** Numbers as people read them; a dash for those that are not known. */
final class Numbers {

    private static final String UNKNOWN = "-";

    private Numbers() {}

    static String rate(OptionalDouble perSecond) {
        return perSecond.isEmpty() ? UNKNOWN : String.format(Locale.ROOT, "%.1f", perSecond.getAsDouble());
    }

    static String millis(OptionalDouble millis) {
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

    static String whole(OptionalDouble value) {
        return value.isEmpty() ? UNKNOWN : String.format(Locale.ROOT, "%.0f", value.getAsDouble());
    }

    static String bytes(double bytes) {
        return bytes < 1024
                ? String.format(Locale.ROOT, "%.0f B", bytes)
                : bytes < 1024 * 1024
                        ? String.format(Locale.ROOT, "%.1f KiB", bytes / 1024)
                        : String.format(Locale.ROOT, "%.1f MiB", bytes / 1024 / 1024);
    }
}
