package io.ethryx.health;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * Everything that a verdict depends on besides the settings.
 *
 * @param phase where in its life the monitor is
 * @param snapshot the last poll, nothing before the first
 * @param snapshotAge how long ago that poll ended, by a clock that never steps
 * @param now the wall clock
 */
public record ReadinessInput(Phase phase, Optional<PairSnapshot> snapshot, Duration snapshotAge, Instant now) {

    /** The phases of a monitor's life. */
    public enum Phase {
        /** The first poll has not ended. */
        WARMING_UP,
        /** Polling. */
        RUNNING,
        /** About to stop. */
        SHUTTING_DOWN
    }

    /** The snapshot if it is there and young enough to speak for the pair. */
    Optional<PairSnapshot> current(HealthSettings settings) {
        return phase == Phase.RUNNING && !stale(settings) ? snapshot : Optional.empty();
    }

    boolean stale(HealthSettings settings) {
        return snapshot.isPresent() && snapshotAge.compareTo(settings.staleAfter()) > 0;
    }
}
