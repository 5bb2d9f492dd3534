package io.ethryx.health;

import java.util.concurrent.ScheduledExecutorService;
import java.util.random.RandomGenerator;

/**
 * What nodes are probed with.
 *
 * @param settings how
 * @param transport carries the probes
 * @param worker the one thread that all of it happens on
 * @param slots bound how many are under way
 * @param time tells the time
 * @param chance spreads the probes
 */
record ProbeMeans(
        NodeMonitorSettings settings,
        NodeProbeTransport transport,
        ScheduledExecutorService worker,
        ProbeSlots slots,
        TimeSource time,
        RandomGenerator chance) {

    long now() {
        return time.nanoTicker().getAsLong();
    }
}
