package io.ethryx.health;

import java.time.Instant;
import java.util.Objects;

/**
 * Why a node was found wanting, and when.
 *
 * @param fault the kind
 * @param detail one plain phrase of bounded length, which may quote the node; holds no path, query or userinfo of ours
 * @param at by the wall clock
 */
public record NodeTrouble(NodeFault fault, String detail, Instant at) {

    /**
     * Checks the parts.
     *
     * @param fault see the record
     * @param detail see the record
     * @param at see the record
     */
    public NodeTrouble {
        Objects.requireNonNull(fault, "fault");
        Objects.requireNonNull(detail, "detail");
        Objects.requireNonNull(at, "at");
    }
}
