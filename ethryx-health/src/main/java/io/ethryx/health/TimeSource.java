package io.ethryx.health;

import java.time.Clock;
import java.util.Objects;
import java.util.function.LongSupplier;

/**
 * The two kinds of time.
 *
 * @param wall what blocks and slots are compared with; may step
 * @param nanoTicker a {@link System#nanoTime()} of its own zero, which never steps
 */
public record TimeSource(Clock wall, LongSupplier nanoTicker) {

    /**
     * Checks the parts.
     *
     * @param wall see the record
     * @param nanoTicker see the record
     */
    public TimeSource {
        Objects.requireNonNull(wall, "wall");
        Objects.requireNonNull(nanoTicker, "nanoTicker");
    }

    /**
     * The machine's time.
     *
     * @return UTC and {@link System#nanoTime()}
     */
    public static TimeSource system() {
        return new TimeSource(Clock.systemUTC(), System::nanoTime);
    }
}
