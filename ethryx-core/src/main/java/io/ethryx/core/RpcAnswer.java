package io.ethryx.core;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
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

    private static final byte[] MEMBER = "\"id\":".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] NOTHING = {};

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
     * The same answer for another call: all bytes as they are, but the id; one without an id gets it as its first member.
     *
     * @param other the other call's id
     * @return the answer, in bytes of its own
     */
    public RpcAnswer readdressed(RpcId other) {
        return id == null ? with(from + 1, from + 1, MEMBER, other, 1) : with(id.from(), id.to(), NOTHING, other, 0);
    }

    /** An id in the place of some bytes, between what stands before it there and, if anything does behind it, a comma. */
    private RpcAnswer with(int gapFrom, int gapTo, byte[] before, RpcId other, int commas) {
        int head = gapFrom - from;
        int idFrom = head + before.length;
        int idTo = idFrom + other.length();
        byte[] bytes = new byte[idTo + commas + to - gapTo];
        body.copyInto(from, bytes, 0, head);
        System.arraycopy(before, 0, bytes, head, before.length);
        other.body().copyInto(other.from(), bytes, idFrom, other.length());
        Arrays.fill(bytes, idTo, idTo + commas, (byte) ',');
        body.copyInto(gapTo, bytes, idTo + commas, to - gapTo);
        Body own = Body.of(bytes);
        return new RpcAnswer(own, 0, bytes.length, new RpcId(own, idFrom, idTo), error);
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
