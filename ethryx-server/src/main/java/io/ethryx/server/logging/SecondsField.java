package io.ethryx.server.logging;

import java.time.Duration;

/** How long something takes, as the field of a line (reference section 8). */
public final class SecondsField {

    private static final long MILLIS = 1000;

    private SecondsField() {}

    /**
     * Its value.
     *
     * @param duration how long
     * @return whole seconds as an integer, others to the millisecond
     */
    public static Number of(Duration duration) {
        long millis = duration.toMillis();
        if (millis % MILLIS == 0) {
            return millis / MILLIS;
        }
        return millis / (double) MILLIS;
    }
}
