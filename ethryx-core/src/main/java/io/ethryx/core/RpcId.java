package io.ethryx.core;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;

/**
 * The id of a call as it stands in the caller's bytes: a number of any size, a string with its quotes and escapes, or
 * {@code null}. It goes back byte for byte.
 *
 * <p>Borrows its body.
 *
 * @param body the bytes that it stands in
 * @param from its first byte
 * @param to behind its last byte
 * @see <a href="https://www.jsonrpc.org/specification#request_object">JSON-RPC 2.0, section 4</a>
 */
public record RpcId(Body body, int from, int to) {

    /** The id of an answer to a request whose id could not be read: JSON-RPC 2.0, section 5. */
    public static final RpcId NULL = new RpcId(Body.of("null".getBytes(StandardCharsets.US_ASCII)), 0, 4);

    /**
     * Checks the range.
     *
     * @param body see the record
     * @param from see the record
     * @param to see the record
     * @throws IndexOutOfBoundsException if the range is not within the body
     */
    public RpcId {
        Objects.checkFromToIndex(from, to, body.length());
    }

    /** {@return how many bytes it has} */
    public int length() {
        return to - from;
    }

    /**
     * Hands it out for a gathering write.
     *
     * @param target gets views of its bytes
     */
    public void gather(List<ByteBuffer> target) {
        body.gather(from, to, target);
    }

    /** {@return its bytes as text; a new text at each call} */
    @Override
    public String toString() {
        return body.text(from, to);
    }
}
