package io.ethryx.health;

import java.util.Objects;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * What a probe of a node found.
 *
 * @param fault what speaks against the node, or null if it passed
 * @param detail one plain phrase about the fault, empty without one
 * @param head the height of its newest block, if it told one
 */
record NodeAnswer(@Nullable NodeFault fault, String detail, OptionalLong head) {

    NodeAnswer {
        Objects.requireNonNull(detail, "detail");
    }

    static NodeAnswer passed(OptionalLong head) {
        return new NodeAnswer(null, "", head);
    }

    static NodeAnswer failed(NodeFault fault, String detail) {
        return new NodeAnswer(fault, Excerpt.of(detail), OptionalLong.empty());
    }

    boolean passed() {
        return fault == null;
    }
}
