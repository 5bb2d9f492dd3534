package io.ethryx.health;

import java.time.Instant;
import java.util.Optional;

/**
 * What one poll learned about the EL.
 *
 * @param transport {@code http/1.1}, {@code h2c} or {@code h2}
 * @param syncing whether it is syncing
 * @param peers its peers
 * @param latestBlock its head
 * @param lastSuccess when a poll last heard from it whether it is syncing, this poll included
 */
public record ElSnapshot(
        String transport,
        Reading<ElSyncing> syncing,
        Reading<Quantity> peers,
        Reading<LatestBlock> latestBlock,
        Optional<Instant> lastSuccess) {

    /**
     * Blocks yet to go.
     *
     * @return nothing unless the node is syncing and says from where to where
     */
    public Optional<Quantity> syncDistance() {
        return syncing.known()
                .flatMap(said ->
                        said instanceof ElSyncing.SyncingTowards towards ? towards.distance() : Optional.empty());
    }
}
