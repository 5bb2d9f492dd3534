package io.ethryx.health;

import io.ethryx.core.topology.Node;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * How one node does, for pages and reports.
 *
 * @param node as calls find it, or will within some milliseconds: {@link Node#status} says how it stands
 * @param registered as it is registered; its address differs while a new one is probed and the old one serves on
 * @param head the height of the newest block that it told, if any
 * @param lagging whether that is further behind its chain's head than is allowed; a flag, calls go there all the same
 * @param probes what its probes found
 * @param ejections how often it was ejected since it was registered, by what for; faults that never were are left out
 */
public record NodeReport(
        Node node, Node registered, OptionalLong head, boolean lagging, Probes probes, Map<NodeFault, Long> ejections) {

    /**
     * What the probes of one place found.
     *
     * @param failures failed probes since one passed
     * @param trouble the last failure, if the last probe failed or clients' calls did
     * @param passedAt when a probe last passed, if any did
     * @param took how long the last one that passed took
     */
    public record Probes(
            int failures, Optional<NodeTrouble> trouble, Optional<Instant> passedAt, Optional<Duration> took) {

        /** Before the first probe ended. */
        static final Probes NONE = new Probes(0, Optional.empty(), Optional.empty(), Optional.empty());

        /**
         * Checks the parts.
         *
         * @param failures see the record
         * @param trouble see the record
         * @param passedAt see the record
         * @param took see the record
         */
        public Probes {
            Objects.requireNonNull(trouble, "trouble");
            Objects.requireNonNull(passedAt, "passedAt");
            Objects.requireNonNull(took, "took");
        }
    }

    /**
     * Copies the counts.
     *
     * @param node see the record
     * @param registered see the record
     * @param head see the record
     * @param lagging see the record
     * @param probes see the record
     * @param ejections see the record
     */
    public NodeReport {
        Objects.requireNonNull(node, "node");
        Objects.requireNonNull(registered, "registered");
        Objects.requireNonNull(head, "head");
        Objects.requireNonNull(probes, "probes");
        ejections = Map.copyOf(ejections);
    }
}
