package io.ethryx.health;

import java.util.Optional;

/** What {@code eth_syncing} said (execution-apis). */
public sealed interface ElSyncing {

    /** {@code false}: the node takes itself for synced. */
    record Synced() implements ElSyncing {}

    /** {@code true}: syncing, and not a word about how far. */
    record Syncing() implements ElSyncing {}

    /**
     * Syncing, from where to where.
     *
     * @param rawCurrent {@code currentBlock} as it came
     * @param rawHighest {@code highestBlock} as it came
     */
    record SyncingTowards(String rawCurrent, String rawHighest) implements ElSyncing {

        /**
         * The block reached.
         *
         * @return nothing if either text is not a quantity
         */
        public Optional<Quantity> current() {
            return Quantity.ofHex(rawHighest).isPresent() ? Quantity.ofHex(rawCurrent) : Optional.empty();
        }

        /**
         * Blocks yet to go, 0 where the node names a highest block below its current one.
         *
         * @return nothing if either text is not a quantity
         */
        public Optional<Quantity> distance() {
            return current().flatMap(from -> Quantity.ofHex(rawHighest).map(to -> to.minus(from)));
        }
    }
}
