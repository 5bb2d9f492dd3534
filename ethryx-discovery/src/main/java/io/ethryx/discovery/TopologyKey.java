package io.ethryx.discovery;

import io.ethryx.core.topology.ChainId;

/**
 * What a key speaks of. Keys that are written differently may speak of the same.
 *
 * @param kind the kind of entry
 * @param chain the chain, in its normal form
 * @param name the node's or the mirror target's key, empty for the other kinds
 */
record TopologyKey(KeyKind kind, ChainId chain, String name) {}
