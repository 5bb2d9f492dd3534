package io.ethryx.usage;

import java.time.Duration;

/**
 * When a meter ships, and how much it holds.
 *
 * @param interval how often, above 0
 * @param keys how many clients make it ship before the interval is over, 1 and above
 * @param maxKeys how many clients it counts while it can't ship; requests of further ones are not counted, {@code keys} and above
 * @param flushBudget how long one shipment may take
 * @param closeBudget how long closing may take, the last shipment included
 */
public record MeterSettings(Duration interval, int keys, int maxKeys, Duration flushBudget, Duration closeBudget) {

    /** Every 5 s or at 10,000 clients, at most 40,000 of them (some 20 MB), 5 s for a shipment, 10 s for the end. */
    public static final MeterSettings DEFAULT =
            new MeterSettings(Duration.ofSeconds(5), 10_000, 40_000, Duration.ofSeconds(5), Duration.ofSeconds(10));

    /**
     * Checks the parts.
     *
     * @param interval see the record
     * @param keys see the record
     * @param maxKeys see the record
     * @param flushBudget see the record
     * @param closeBudget see the record
     * @throws IllegalArgumentException if one is out of its range
     */
    public MeterSettings {
        require(interval.compareTo(Duration.ZERO) > 0, "the interval has to be above 0");
        require(keys > 0, "the number of keys has to be above 0");
        require(maxKeys >= keys, "the most keys may not be fewer than those that make it ship");
        require(flushBudget.compareTo(Duration.ZERO) > 0, "the budget of a shipment has to be above 0");
        require(closeBudget.compareTo(Duration.ZERO) > 0, "the budget for the end has to be above 0");
    }

    /**
     * With another interval.
     *
     * @param other see {@code interval}
     * @return new settings
     */
    public MeterSettings every(Duration other) {
        return new MeterSettings(other, keys, maxKeys, flushBudget, closeBudget);
    }

    /**
     * With other bounds of clients.
     *
     * @param ship see {@code keys}
     * @param most see {@code maxKeys}
     * @return new settings
     */
    public MeterSettings withKeys(int ship, int most) {
        return new MeterSettings(interval, ship, most, flushBudget, closeBudget);
    }

    /**
     * With other budgets.
     *
     * @param flush see {@code flushBudget}
     * @param close see {@code closeBudget}
     * @return new settings
     */
    public MeterSettings withBudgets(Duration flush, Duration close) {
        return new MeterSettings(interval, keys, maxKeys, flush, close);
    }

    private static void require(boolean holds, String otherwise) {
        if (!holds) {
            throw new IllegalArgumentException(otherwise);
        }
    }
}
