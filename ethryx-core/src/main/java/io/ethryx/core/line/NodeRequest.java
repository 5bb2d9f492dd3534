package io.ethryx.core.line;

import io.ethryx.core.topology.Node;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Objects;

/**
 * What a node is asked.
 *
 * @param node the node
 * @param body the bytes to send, as views of what the caller sent and of what stands there instead; borrowed until the reply
 * @param deadlineNanos when the call as a whole has to be answered, on the clock of {@link System#nanoTime}
 */
public record NodeRequest(Node node, List<ByteBuffer> body, long deadlineNanos) {

    /**
     * Copies the list.
     *
     * @param node see the record
     * @param body see the record
     * @param deadlineNanos see the record
     */
    public NodeRequest {
        Objects.requireNonNull(node, "node");
        body = List.copyOf(body);
    }
}
