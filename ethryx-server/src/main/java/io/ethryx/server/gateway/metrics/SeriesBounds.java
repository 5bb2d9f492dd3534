package io.ethryx.server.gateway.metrics;

import io.ethryx.core.topology.Node;
import org.jspecify.annotations.Nullable;

/**
 * What the series of calls share, and what keeps them few.
 *
 * @param values the values of labels that clients and nodes make up
 * @param addresses what stands for a node
 * @param room how many combinations of host, chain, method and application there may be
 * @param failures how many combinations there may be in which calls fail
 */
record SeriesBounds(CallLabels values, Addresses addresses, Room room, Room failures) {

    /** At most some 2 KB each where two IO threads count, 10 KB where sixteen or more do, and 7 KB on the page. */
    private static final int MOST_SERIES = 2_048;

    private static final int MOST_FAILURES = 4_096;

    /** Tells the value of {@code node_addr} for a node, or for none. */
    @FunctionalInterface
    interface Addresses {

        String of(@Nullable Node node);
    }

    /** Room for as many as there may be. */
    SeriesBounds(CallLabels values, Addresses addresses) {
        this(values, addresses, new Room(MOST_SERIES), new Room(MOST_FAILURES));
    }
}
