package io.ethryx.core;

import java.util.List;

/**
 * A JSON array of at least one element, whatever its length.
 *
 * @param elements in the order of the body; those that are no calls stand among them
 * @see <a href="https://www.jsonrpc.org/specification#batch">JSON-RPC 2.0, section 6</a>
 */
public record RpcBatch(List<RpcElement> elements) implements RpcRequest {

    /**
     * Copies the list.
     *
     * @param elements see the record
     * @throws IllegalArgumentException if there is no element
     */
    public RpcBatch {
        elements = List.copyOf(elements);
        if (elements.isEmpty()) {
            throw new IllegalArgumentException("a batch has an element");
        }
    }
}
