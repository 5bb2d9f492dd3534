package io.ethryx.governance;

/**
 * How many calls may go.
 *
 * @param perSecond on average, above 0, fractions included
 * @param burst at once after a rest, 1 and above
 */
public record Rate(double perSecond, double burst) {

    /**
     * Checks the numbers.
     *
     * @param perSecond see the record
     * @param burst see the record
     * @throws IllegalArgumentException if one is out of its range, or not finite
     */
    public Rate {
        if (!(perSecond > 0) || !(burst >= 1) || !Double.isFinite(perSecond) || !Double.isFinite(burst)) {
            throw new IllegalArgumentException("no rate: " + perSecond + " a second, " + burst + " at once");
        }
    }

    /**
     * A rate whose burst is what comes together in one second, at least one call.
     *
     * @param perSecond see the record
     * @return the rate
     */
    public static Rate of(double perSecond) {
        return new Rate(perSecond, Math.max(1, perSecond));
    }
}
