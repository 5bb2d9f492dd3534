package io.ethryx.health;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * How to poll a pair and how to judge it.
 *
 * @param pollInterval from the end of a poll to the start of the next, over zero
 * @param timeout of each call: connect, head and body; zero or more, and zero lets every probe time out
 * @param thresholds how many polls it takes to change the verdict
 * @param freshness whether old blocks gate the verdict
 * @param slots when slots begin
 * @param scope what is asked of whom
 */
public record HealthSettings(
        Duration pollInterval,
        Duration timeout,
        Thresholds thresholds,
        Freshness freshness,
        SlotClock slots,
        Scope scope) {

    /** What is asked of whom. */
    public enum Scope {
        /** Each node is asked about itself. */
        EACH_NODE,
        /** Also whether the two fit together (decision S6): same chain, and the EL keeps up with the CL. */
        PAIR,
        /** Nobody is asked: both count as synced (reference section 6, trust mode). */
        TRUSTED
    }

    /**
     * Consecutive polls needed to change the verdict.
     *
     * @param failures failing polls before ready becomes not ready, 1 or more
     * @param successes good polls before not ready becomes ready, 1 or more; the first verdict needs them too
     */
    public record Thresholds(int failures, int successes) {}

    /**
     * How old is too old.
     *
     * @param strict whether freshness gates the verdict at all
     * @param maxBlockAge the oldest latest block that is fresh, zero or more
     * @param maxSlotAge the oldest head slot that is fresh, zero or more
     */
    public record Freshness(boolean strict, Duration maxBlockAge, Duration maxSlotAge) {}

    private static final Duration LONGEST = Duration.ofDays(36_500);

    /**
     * Checks all values at once.
     *
     * @param pollInterval see the record
     * @param timeout see the record
     * @param thresholds see the record
     * @param freshness see the record
     * @param slots see the record
     * @param scope see the record
     * @throws IllegalArgumentException naming every fault, one a line
     */
    public HealthSettings {
        Objects.requireNonNull(scope, "scope");
        List<String> faults = new ArrayList<>();
        if (pollInterval.isZero()) {
            faults.add("pollInterval PT0S: must be over zero");
        }
        notNegative(faults, "pollInterval", pollInterval);
        notNegative(faults, "timeout", timeout);
        atLeastOne(faults, "thresholds.failures", thresholds.failures());
        atLeastOne(faults, "thresholds.successes", thresholds.successes());
        notNegative(faults, "freshness.maxBlockAge", freshness.maxBlockAge());
        notNegative(faults, "freshness.maxSlotAge", freshness.maxSlotAge());
        notNegative(faults, "slots.slotDuration", slots.slotDuration());
        if (slots.genesisSeconds() < 0) {
            faults.add("slots.genesisSeconds " + slots.genesisSeconds() + ": must be 0 (slot age off) or more");
        }
        if (!faults.isEmpty()) {
            throw new IllegalArgumentException(String.join("\n", faults));
        }
    }

    /**
     * Settings for {@link Scope#EACH_NODE}.
     *
     * @param pollInterval see the record
     * @param timeout see the record
     * @param thresholds see the record
     * @param freshness see the record
     * @param slots see the record
     * @throws IllegalArgumentException naming every fault, one a line
     */
    public HealthSettings(
            Duration pollInterval, Duration timeout, Thresholds thresholds, Freshness freshness, SlotClock slots) {
        this(pollInterval, timeout, thresholds, freshness, slots, Scope.EACH_NODE);
    }

    /**
     * The same settings for another scope.
     *
     * @param other the scope
     * @return new settings
     */
    public HealthSettings with(Scope other) {
        return new HealthSettings(pollInterval, timeout, thresholds, freshness, slots, other);
    }

    /**
     * The sidecar's defaults, for mainnet: a poll each 5 s, 3 s for a call, one poll changes the verdict, freshness does
     * not gate it (and would at 60 s).
     *
     * @return the defaults
     */
    public static HealthSettings mainnet() {
        return new HealthSettings(
                Duration.ofSeconds(5),
                Duration.ofSeconds(3),
                new Thresholds(1, 1),
                new Freshness(false, Duration.ofSeconds(60), Duration.ofSeconds(60)),
                SlotClock.mainnet());
    }

    /** Older snapshots say nothing any more (decision S4). */
    Duration staleAfter() {
        return pollInterval.plus(timeout).multipliedBy(3);
    }

    private static void notNegative(List<String> faults, String name, Duration value) {
        Objects.requireNonNull(value, name);
        if (value.isNegative()) {
            faults.add(name + " " + value + ": must not be negative");
        } else if (value.compareTo(LONGEST) > 0) {
            faults.add(name + " " + value + ": must not be over a hundred years");
        }
    }

    private static void atLeastOne(List<String> faults, String name, int value) {
        if (value < 1) {
            faults.add(name + " " + value + ": must be 1 or more");
        }
    }
}
