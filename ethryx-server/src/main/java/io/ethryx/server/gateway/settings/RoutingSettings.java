package io.ethryx.server.gateway.settings;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * How calls find their pool.
 *
 * @param stateWindow how many blocks behind the head are still asked of State nodes
 * @param chains what differs by chain, by chain id as written
 * @param methods extra rows of the classifier, by method
 */
public record RoutingSettings(int stateWindow, Map<String, Chain> chains, Map<String, Row> methods) {

    /**
     * Copies what it is given.
     *
     * @param stateWindow see the record
     * @param chains see the record
     * @param methods see the record
     */
    public RoutingSettings {
        chains = Map.copyOf(chains);
        methods = Map.copyOf(methods);
    }

    /**
     * What differs for a chain.
     *
     * @param stateWindow if it differs
     * @param probe the method that nodes are probed with, if it differs
     * @param upstreamPath {@code client} or a fixed path, if it differs
     */
    public record Chain(OptionalInt stateWindow, Optional<String> probe, Optional<String> upstreamPath) {}

    /** Where a method's block parameter stands. */
    public sealed interface Row {}

    /**
     * At one place.
     *
     * @param index from 0
     */
    public record Index(int index) implements Row {}

    /**
     * A range, in one object with {@code fromBlock} and {@code toBlock} or in two places.
     *
     * @param places one or two, from 0
     */
    public record Range(List<Integer> places) implements Row {

        /**
         * Copies what it is given.
         *
         * @param places see the record
         */
        public Range {
            places = List.copyOf(places);
        }
    }

    /** Nowhere. */
    public record NoBlock() implements Row {}
}
