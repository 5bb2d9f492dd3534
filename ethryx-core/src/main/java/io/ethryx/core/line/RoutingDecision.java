package io.ethryx.core.line;

import io.ethryx.core.RpcError;
import io.ethryx.core.topology.Node;
import io.ethryx.core.topology.Pool;
import java.util.List;
import java.util.Objects;

/**
 * Where a call goes next, and why. A decision that is made for traffic may leave its candidates and fall-backs out; one
 * that is made to be read has them all.
 */
public sealed interface RoutingDecision {

    /** {@return the nodes looked at, each with its reason; empty where nobody reads them} */
    List<Candidate> candidates();

    /**
     * To a node.
     *
     * @param node the node
     * @param reason why its pool was chosen
     * @param fallbacks the nodes that would be asked after it, in this order
     * @param candidates see {@link RoutingDecision}
     */
    record Forward(Node node, PoolReason reason, List<Node> fallbacks, List<Candidate> candidates)
            implements RoutingDecision {

        /**
         * Copies the lists.
         *
         * @param node see the record
         * @param reason see the record
         * @param fallbacks see the record
         * @param candidates see the record
         */
        public Forward {
            Objects.requireNonNull(node, "node");
            Objects.requireNonNull(reason, "reason");
            fallbacks = List.copyOf(fallbacks);
            candidates = List.copyOf(candidates);
        }

        /** {@return the pool of the node} */
        public Pool pool() {
            return node.pool();
        }
    }

    /**
     * To no node: the error answers the call.
     *
     * @param error the error
     * @param candidates see {@link RoutingDecision}
     */
    record Unroutable(RpcError error, List<Candidate> candidates) implements RoutingDecision {

        /**
         * Copies the list.
         *
         * @param error see the record
         * @param candidates see the record
         */
        public Unroutable {
            Objects.requireNonNull(error, "error");
            candidates = List.copyOf(candidates);
        }
    }

    /**
     * To no further node: what the last attempt gave answers the call. Only after an attempt.
     *
     * @param candidates see {@link RoutingDecision}
     */
    record Settled(List<Candidate> candidates) implements RoutingDecision {

        /** Without reasons, for traffic. */
        public static final Settled PLAIN = new Settled(List.of());

        /**
         * Copies the list.
         *
         * @param candidates see the record
         */
        public Settled {
            candidates = List.copyOf(candidates);
        }
    }
}
