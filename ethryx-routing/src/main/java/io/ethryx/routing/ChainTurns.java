package io.ethryx.routing;

import io.ethryx.core.topology.Pool;
import java.util.concurrent.atomic.AtomicLong;

/** How many turns each pool of a chain has taken; lives on from table to table. */
final class ChainTurns {

    private final AtomicLong ofState = new AtomicLong();
    private final AtomicLong ofArchive = new AtomicLong();
    private final AtomicLong ofNative = new AtomicLong();

    AtomicLong of(Pool pool) {
        return switch (pool) {
            case STATE -> ofState;
            case ARCHIVE -> ofArchive;
            case NATIVE -> ofNative;
        };
    }
}
