package io.ethryx.routing;

import io.ethryx.core.apart.ApartCounts;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What a node is doing and how it has done: calls in flight, answers, failures, and how long answers took. Lives as long
 * as the node is registered at its address, over all topologies.
 *
 * <p>For any number of threads, without locks. Who sends a call says {@link #begun}, and once {@link #answered} or
 * {@link #failed}; both cost a few atomic updates and allocate nothing. Times come from the ticker of the caller.
 */
public final class NodeLoad {

    private static final long DECAY_NANOS = 10_000_000_000L;
    private static final long FAILURE_NANOS = 1_000_000_000L;

    private static final int ANSWERS = 0;
    private static final int FAILURES = 1;
    private static final int IN_FLIGHT = 2;

    private final ApartCounts counts = new ApartCounts(3);
    /** Where all threads meet, and so only if nodes are chosen by it. */
    private final @Nullable PeakEwma recent;

    private final LatencyWindow window = new LatencyWindow();

    /** Nothing was asked yet of a node that is chosen by a strategy. */
    NodeLoad(SelectionStrategy strategy) {
        recent = strategy == SelectionStrategy.LEAST_LATENCY ? new PeakEwma(DECAY_NANOS) : null;
    }

    /** Takes note that a call is sent. */
    public void begun() {
        counts.add(IN_FLIGHT, 1);
        if (recent != null) {
            recent.begun();
        }
    }

    private void ended() {
        counts.add(IN_FLIGHT, -1);
        if (recent != null) {
            recent.ended();
        }
    }

    private void observe(long tookNanos, long nowNanos) {
        if (recent != null) {
            recent.observe(tookNanos, nowNanos);
        }
    }

    /**
     * Takes note of the answer to a call that had begun.
     *
     * @param tookNanos from sending to the head of the answer, 0 and above
     * @param nowNanos the ticker's time
     */
    public void answered(long tookNanos, long nowNanos) {
        ended();
        counts.add(ANSWERS, 1);
        observe(tookNanos, nowNanos);
        window.record(tookNanos, nowNanos);
    }

    /**
     * Takes note that a call that had begun got no answer. It weighs like an answer that took a second or longer, so
     * that a node that fails fast is not taken for a fast one.
     *
     * @param tookNanos from sending to the failure, 0 and above
     * @param nowNanos the ticker's time
     */
    public void failed(long tookNanos, long nowNanos) {
        ended();
        counts.add(FAILURES, 1);
        observe(Math.max(tookNanos, FAILURE_NANOS), nowNanos);
    }

    /** Takes note that a call that had begun was given up, which says nothing of the node. */
    public void abandoned() {
        ended();
    }

    /** {@return calls that have begun and not ended, 0 and above} */
    public int inFlight() {
        return (int) Math.max(0, counts.sum(IN_FLIGHT));
    }

    /** {@return calls that were answered} */
    public long answers() {
        return counts.sum(ANSWERS);
    }

    /** {@return calls that failed} */
    public long failures() {
        return counts.sum(FAILURES);
    }

    /**
     * How long answers take at most, at a percentile of the last minute.
     *
     * @param percent above 0, up to 100
     * @param nowNanos the ticker's time
     * @return microseconds, or -1 while too few answers are known
     */
    public long microsAt(double percent, long nowNanos) {
        return window.microsAt(percent, nowNanos);
    }

    /** What a further call costs here, where nodes are chosen by that. */
    PeakEwma recent() {
        return Objects.requireNonNull(recent, "nodes are not chosen by latency");
    }
}
