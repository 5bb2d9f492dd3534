package io.ethryx.health;

/**
 * The verdict over polls (decision S7): it changes when enough polls in a row disagree with it.
 *
 * @param ready the verdict
 * @param against polls in a row that disagreed with it
 */
record Damping(boolean ready, int against) {

    /** Before the first poll. */
    static final Damping INITIAL = new Damping(false, 0);

    Damping after(boolean good, HealthSettings.Thresholds thresholds) {
        if (good == ready) {
            return new Damping(ready, 0);
        }
        int needed = good ? thresholds.successes() : thresholds.failures();
        return against + 1 >= needed ? new Damping(good, 0) : new Damping(ready, against + 1);
    }

    /**
     * What to serve between polls, while ages grow: with a threshold of one the checks of this instant decide at once,
     * else only the next poll counts.
     */
    boolean verdict(boolean goodNow, HealthSettings.Thresholds thresholds) {
        int needed = goodNow ? thresholds.successes() : thresholds.failures();
        return needed > 1 ? ready : goodNow;
    }
}
