package io.ethryx.health;

/**
 * The EL's latest block.
 *
 * @param number its height
 * @param timestamp its time in Unix seconds
 */
public record LatestBlock(Quantity number, Quantity timestamp) {}
