package io.ethryx.health;

import io.ethryx.core.topology.NodeStatus;
import java.time.Duration;
import java.util.random.RandomGenerator;

/**
 * How one node at one place stands: joining, in, or out. Two failed probes in a row put it out, one that passes brings it
 * (back) in; calls of clients that fail put it out at once. Says when it is to be probed next. Pure but for the chance it is
 * given; not thread-safe.
 */
final class NodeStanding {

    /** What a probe, or clients' calls, changed. */
    enum Turn {
        /** Nothing. */
        NONE,
        /** It serves for the first time. */
        JOINED,
        /** It has not joined in all the time that it was given, and is from now on tried more and more seldom. */
        OVERDUE,
        /** It serves no more. */
        EJECTED,
        /** It serves again. */
        RETURNED
    }

    static final int FAILURES_TO_EJECT = 2;
    static final Duration RETRY = Duration.ofSeconds(5);
    static final Duration LONGEST_PAUSE = Duration.ofMinutes(5);
    static final Duration AFTER_LIVE_FAILURES = Duration.ofSeconds(1);
    private static final double JITTER = 0.2;

    private final NodeMonitorSettings.Pace pace;
    private final RandomGenerator chance;
    private final long beganNanos;
    private NodeStatus status;
    private int failures;
    private int overdueFailures;

    private NodeStanding(NodeMonitorSettings.Pace pace, RandomGenerator chance, long beganNanos, NodeStatus status) {
        this.pace = pace;
        this.chance = chance;
        this.beganNanos = beganNanos;
        this.status = status;
    }

    /** Has to pass a probe first. */
    static NodeStanding joining(NodeMonitorSettings.Pace pace, RandomGenerator chance, long nowNanos) {
        return new NodeStanding(pace, chance, nowNanos, NodeStatus.UNKNOWN);
    }

    /** Serves until probes fail. */
    static NodeStanding trusted(NodeMonitorSettings.Pace pace, RandomGenerator chance, long nowNanos) {
        return new NodeStanding(pace, chance, nowNanos, NodeStatus.READY);
    }

    NodeStatus status() {
        return status;
    }

    boolean joined() {
        return status != NodeStatus.UNKNOWN;
    }

    int failures() {
        return failures;
    }

    long beganNanos() {
        return beganNanos;
    }

    Turn passed() {
        Turn turn = switch (status) {
            case UNKNOWN -> Turn.JOINED;
            case READY -> Turn.NONE;
            default -> Turn.RETURNED;
        };
        failures = 0;
        status = NodeStatus.READY;
        return turn;
    }

    Turn failed(NodeFault fault, long nowNanos) {
        failures = Math.min(failures, Integer.MAX_VALUE - 1) + 1;
        if (!joined()) {
            boolean overdue = nowNanos - beganNanos >= pace.maxWait().toNanos();
            overdueFailures += overdue ? 1 : 0;
            return overdueFailures == 1 && overdue ? Turn.OVERDUE : Turn.NONE;
        }
        if (status == NodeStatus.READY && failures < FAILURES_TO_EJECT && fault != NodeFault.LIVE_CALLS) {
            return Turn.NONE;
        }
        Turn turn = status == NodeStatus.READY ? Turn.EJECTED : Turn.NONE;
        status = fault == NodeFault.SYNCING ? NodeStatus.SYNCING : NodeStatus.UNREACHABLE;
        return turn;
    }

    /** How long to wait for the next probe, in nanoseconds from the end of the last. */
    long pauseNanos() {
        if (joined()) {
            return jittered(pace.interval().toNanos());
        }
        if (overdueFailures == 0) {
            return RETRY.toNanos();
        }
        long grown = RETRY.toNanos() << Math.min(overdueFailures, 10);
        return jittered(Math.min(grown, LONGEST_PAUSE.toNanos()));
    }

    /** How long to wait after clients' calls put it out. */
    long shortPauseNanos() {
        return Math.min(pace.interval().toNanos(), AFTER_LIVE_FAILURES.toNanos());
    }

    private long jittered(long nanos) {
        return (long) (nanos * (1 - JITTER + 2 * JITTER * chance.nextDouble()));
    }
}
