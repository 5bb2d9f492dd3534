package io.ethryx.routing;

/**
 * A pool at one moment.
 *
 * @param available the nodes that are available
 * @param others those that have joined and are not available
 */
record PoolTables(PoolTable available, PoolTable others) {

    /** Whether no node has joined. */
    boolean isEmpty() {
        return available.isEmpty() && others.isEmpty();
    }

    /** The nodes that are chosen from: available ones, if there are any. */
    PoolTable preferred() {
        return available.isEmpty() ? others : available;
    }
}
