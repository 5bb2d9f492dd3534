package io.ethryx.health;

import io.ethryx.core.topology.ChainId;
import java.time.Duration;
import java.util.Objects;
import java.util.function.ToLongFunction;

/**
 * How nodes are probed and judged.
 *
 * @param pace when
 * @param choice with what
 * @param startTrust whether the nodes that are known before the monitor starts serve at once, until probes fail; else every
 *     node serves only once a probe passed
 * @param tracksHeads whether a chain without a given head gets the one that its nodes tell
 * @param lagLimit how many blocks behind its chain's head a node may be before it is said to lag, by chain
 * @param mostAtOnce probes under way at once, at least 2; half of them at most for nodes that do not serve
 */
public record NodeMonitorSettings(
        Pace pace,
        NodeProbeChoice choice,
        boolean startTrust,
        boolean tracksHeads,
        ToLongFunction<ChainId> lagLimit,
        int mostAtOnce) {

    /** Probes at once, where nobody says otherwise. */
    public static final int USUALLY_AT_ONCE = 256;

    /**
     * When nodes are probed.
     *
     * @param timeout of one probe: connect, head and body; above zero
     * @param maxWait how long a node that has not joined is probed every 5 s before the pauses grow; zero or more
     * @param interval between probes of a node that has joined, give or take a fifth; above zero
     */
    public record Pace(Duration timeout, Duration maxWait, Duration interval) {

        /**
         * Checks the times.
         *
         * @param timeout see the record
         * @param maxWait see the record
         * @param interval see the record
         */
        public Pace {
            if (timeout.isNegative()
                    || timeout.isZero()
                    || maxWait.isNegative()
                    || interval.isNegative()
                    || interval.isZero()) {
                throw new IllegalArgumentException("time-out " + timeout + ", maximum wait " + maxWait + ", interval "
                        + interval + ": time-out and interval have to be above zero, the wait zero or more");
            }
        }
    }

    /**
     * Checks the parts.
     *
     * @param pace see the record
     * @param choice see the record
     * @param startTrust see the record
     * @param tracksHeads see the record
     * @param lagLimit see the record
     * @param mostAtOnce see the record
     */
    public NodeMonitorSettings {
        Objects.requireNonNull(pace, "pace");
        Objects.requireNonNull(choice, "choice");
        Objects.requireNonNull(lagLimit, "lagLimit");
        if (mostAtOnce < 2) {
            throw new IllegalArgumentException(mostAtOnce + " probes at once; it takes 2 at least");
        }
    }
}
