package io.ethryx.health;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * When slots begin.
 *
 * @param genesisSeconds the chain's genesis in Unix seconds, 0 or more; 0 turns the slot age off
 * @param slotDuration the length of a slot, zero or more, to the millisecond
 */
public record SlotClock(long genesisSeconds, Duration slotDuration) {

    private static final Quantity MILLIS = new Quantity(1000);

    /**
     * The clock of Ethereum mainnet.
     *
     * @return genesis 1606824023, 12 s a slot
     */
    public static SlotClock mainnet() {
        return new SlotClock(1_606_824_023L, Duration.ofSeconds(12));
    }

    /**
     * How long ago a slot began.
     *
     * @param slot any slot, also an absurd one
     * @param now the wall clock
     * @return whole seconds, 0 for a slot in the future; nothing if the slot age is off
     */
    public Optional<Quantity> ageOf(Quantity slot, Instant now) {
        if (genesisSeconds == 0) {
            return Optional.empty();
        }
        Quantity start = new Quantity(genesisSeconds)
                .times(MILLIS)
                .plus(slot.times(new Quantity(Math.max(0, slotDuration.toMillis()))));
        Quantity age = unixSeconds(now).times(MILLIS).minus(start);
        return Optional.of(new Quantity(Long.divideUnsigned(age.bits(), MILLIS.bits())));
    }

    /** How long ago a time in Unix seconds was, 0 if it is yet to come. */
    static Quantity ageOfTimestamp(Quantity timestamp, Instant now) {
        return unixSeconds(now).minus(timestamp);
    }

    private static Quantity unixSeconds(Instant now) {
        return new Quantity(Math.max(0, now.getEpochSecond()));
    }
}
