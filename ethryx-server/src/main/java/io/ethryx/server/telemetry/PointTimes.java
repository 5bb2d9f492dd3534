package io.ethryx.server.telemetry;

import java.time.Instant;
import java.util.concurrent.TimeUnit;

/**
 * Since when cumulative points count, and when they were read.
 *
 * @param start nanoseconds since 1970
 * @param end nanoseconds since 1970
 */
record PointTimes(long start, long end) {

    static long now() {
        Instant now = Instant.now();
        return TimeUnit.SECONDS.toNanos(now.getEpochSecond()) + now.getNano();
    }
}
