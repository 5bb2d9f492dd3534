package io.ethryx.health;

import java.time.Instant;
import java.util.Optional;

/**
 * What one poll learned about the CL.
 *
 * @param transport always {@code http/1.1}
 * @param syncing whether it is syncing, and its head
 * @param peers its connected peers
 * @param lastSuccess when a poll last heard from it whether it is syncing, this poll included
 */
public record ClSnapshot(
        String transport, Reading<ClSyncing> syncing, Reading<Quantity> peers, Optional<Instant> lastSuccess) {}
