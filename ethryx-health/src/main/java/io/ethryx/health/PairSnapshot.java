package io.ethryx.health;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * What the last poll learned. Immutable; ages are not in it, they are computed when they are asked for.
 *
 * @param poll the poll's number, from 1
 * @param polledAt when the poll ended, by the wall clock
 * @param took how long the poll took
 * @param el the execution node
 * @param cl the consensus node
 * @param fit whether the two fit together, where that was asked
 */
public record PairSnapshot(
        long poll, Instant polledAt, Duration took, ElSnapshot el, ClSnapshot cl, Optional<PairFit> fit) {}
