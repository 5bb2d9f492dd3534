package io.ethryx.routing;

import java.util.Objects;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * What somebody expects to become of a request: one case of a file for {@code ethryx explain --expect}, or of a test. Only
 * what is given is compared.
 *
 * @param name how a mismatch is called
 * @param chain the chain, as a path names it
 * @param head the head to assume, or nothing for the topology's own
 * @param request the request's body: a call, or a batch of which each call has to fulfil the outcome
 * @param archive whether the caller asks for an archive node
 * @param outcome what is expected
 */
public record RoutingExpectation(
        String name, String chain, OptionalLong head, String request, boolean archive, Outcome outcome) {

    /**
     * What is expected; null for what does not matter.
     *
     * @param pool {@code state}, {@code archive} or {@code native}
     * @param node the key of a node that may be taken: where chance or turns choose among several, any of them fulfils it
     * @param verdict {@code admitted}, {@code throttled} or {@code refused}
     * @param reason the word of the reason, such as {@code older_than_window}
     */
    public record Outcome(
            @Nullable String pool,
            @Nullable String node,
            @Nullable String verdict,
            @Nullable String reason) {

        /**
         * Expects a pool and nothing else.
         *
         * @param pool its word
         * @return the outcome
         */
        public static Outcome ofPool(String pool) {
            return new Outcome(pool, null, null, null);
        }

        /**
         * Expects a node, and with it its pool.
         *
         * @param pool its pool's word
         * @param node its key
         * @return the outcome
         */
        public static Outcome ofNode(String pool, String node) {
            return new Outcome(pool, node, null, null);
        }
    }

    /**
     * Checks the parts.
     *
     * @param name see the record
     * @param chain see the record
     * @param head see the record
     * @param request see the record
     * @param archive see the record
     * @param outcome see the record
     */
    public RoutingExpectation {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(chain, "chain");
        Objects.requireNonNull(head, "head");
        Objects.requireNonNull(request, "request");
        Objects.requireNonNull(outcome, "outcome");
    }

    /**
     * An expectation with the topology's own head.
     *
     * @param chain the chain, as a path names it
     * @param request the request's body
     * @param outcome what is expected
     * @return the expectation, named by its request
     */
    public static RoutingExpectation of(String chain, String request, Outcome outcome) {
        return new RoutingExpectation(request, chain, OptionalLong.empty(), request, false, outcome);
    }
}
