package io.ethryx.governance;

import io.github.bucket4j.TimeMeter;
import java.util.function.LongSupplier;

/** A clock that never goes back, as buckets take it: steps of the wall clock are nothing to them. */
record Ticker(LongSupplier nanos) implements TimeMeter {

    @Override
    public long currentTimeNanos() {
        return nanos.getAsLong();
    }

    @Override
    public boolean isWallClockBased() {
        return false;
    }
}
