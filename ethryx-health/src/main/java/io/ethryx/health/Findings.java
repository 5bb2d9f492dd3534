package io.ethryx.health;

import java.util.Optional;

/**
 * What a poll found.
 *
 * @param el the EL's readings
 * @param clSyncing the CL's first reading
 * @param clPeers the CL's second reading
 * @param fit whether the two fit together, where that was asked
 * @param transport what the poll says about HTTP/2 to the EL
 */
record Findings(
        ElReadings el,
        Reading<ClSyncing> clSyncing,
        Reading<Quantity> clPeers,
        Optional<PairFit> fit,
        H2cVerdict.Outcome transport) {

    /** What a pair that nobody asks counts as (reference section 6, trust mode). */
    static Findings trusted(H2cVerdict.Outcome transport) {
        return new Findings(
                new ElReadings(
                        new Reading.Known<>(new ElSyncing.Synced()),
                        new Reading.Known<>(new Quantity(100)),
                        new Reading.Known<>(new LatestBlock(Quantity.ZERO, Quantity.ZERO))),
                new Reading.Known<>(
                        new ClSyncing(false, Quantity.ZERO, Quantity.ZERO, Optional.empty(), Optional.empty())),
                new Reading.Known<>(new Quantity(64)),
                Optional.empty(),
                transport);
    }
}
