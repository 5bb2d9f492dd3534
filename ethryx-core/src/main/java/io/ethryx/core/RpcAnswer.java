package io.ethryx.core;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One answer where it stands in the bytes. Borrows its body.
 *
 * @param body the bytes that it stands in
 * @param from its first byte
 * @param to behind its last byte
 * @param id the id that it carries, or null if it has none
 * @param error the error that it is, or null if it is none
 * @see <a href="https://www.jsonrpc.org/specification#response_object">JSON-RPC 2.0, section 5</a>
 */
public record RpcAnswer(
        Body body,
        int from,
        int to,
        @Nullable RpcId id,
        @Nullable AnswerError error) {

    /**
     * Checks the range.
     *
     * @param body see the record
     * @param from see the record
     * @param to see the record
     * @param id see the record
     * @param error see the record
     * @throws IndexOutOfBoundsException if the range is not within the body
     */
    public RpcAnswer {
        Objects.checkFromToIndex(from, to, body.length());
    }

    /**
     * An answer of our own.
     *
     * @param error what it says
     * @param id the id that it carries
     * @return the answer, in bytes of its own
     */
    public static RpcAnswer of(RpcError error, RpcId id) {
        byte[] bytes = error.toBody(id);
        return new RpcAnswer(Body.of(bytes), 0, bytes.length, id, AnswerError.of(error));
    }

    /**
     * The same answer for another call: all bytes as they are, but the id.
     *
     * @param other the other call's id
     * @return the answer, in bytes of its own
     */
    public RpcAnswer readdressed(RpcId other) {
        if (id == null) {
            return of(ErrorCatalogue.MISSING_ANSWER, other);
        }
        int before = id.from() - from;
        byte[] bytes = new byte[length() - id.length() + other.length()];
        body.copyInto(from, bytes, 0, before);
        other.body().copyInto(other.from(), bytes, before, other.length());
        body.copyInto(id.to(), bytes, before + other.length(), to - id.to());
        Body own = Body.of(bytes);
        return new RpcAnswer(own, 0, bytes.length, new RpcId(own, before, before + other.length()), error);
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
