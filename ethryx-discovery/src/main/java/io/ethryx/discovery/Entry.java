package io.ethryx.discovery;

import io.ethryx.core.topology.GatewaySettings;
import io.ethryx.core.topology.MirrorTarget;
import io.ethryx.core.topology.Node;
import java.util.OptionalLong;

/** A decoded value. */
sealed interface Entry {

    /** A node of any pool. */
    record Registered(Node node) implements Entry {}

    /** The head of a chain, or that it is unknown. */
    record Head(OptionalLong height) implements Entry {}

    /** Weights and routes of a chain. */
    record Gateway(GatewaySettings settings) implements Entry {}

    /** A mirror target. */
    record Mirror(MirrorTarget target) implements Entry {}

    /** The version that a bare chain means, empty for none. */
    record Version(String version) implements Entry {}
}
