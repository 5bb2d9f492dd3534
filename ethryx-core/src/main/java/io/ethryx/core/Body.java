package io.ethryx.core;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The bytes of a body, borrowed from whoever received them: one run of positions over one or several buffers, none of
 * them copied. Calls and their parts are ranges of it.
 *
 * <p>It is worth something only as long as the buffers are lent; whoever lent them says when that ends. Positions and
 * limits of the buffers are read once and never moved. May be read by several threads at a time.
 */
public final class Body {

    /** No bytes. */
    static final Body NONE = of(new byte[0]);

    private static final ByteBuffer[] NO_PARTS = {};
    private static final int[] NO_STARTS = {};
    private static final int[] ONE_START = {0};

    private final int length;
    /** Where the bytes are in the array, if they are in one. */
    private final byte @Nullable [] array;

    private final int arrayOffset;
    /** Where the bytes are else: one part at least, and at which position of the body each begins. */
    private final ByteBuffer[] parts;

    private final int[] starts;

    private Body(byte[] array, int offset, int length) {
        this.length = length;
        this.array = array;
        this.arrayOffset = offset;
        this.parts = NO_PARTS;
        this.starts = NO_STARTS;
    }

    private Body(ByteBuffer[] parts) {
        this.parts = parts;
        this.starts = parts.length == 1 ? ONE_START : new int[parts.length];
        this.array = null;
        this.arrayOffset = 0;
        this.length = measured(parts, starts);
    }

    /** Says where each part begins, and how long they are together. */
    private static int measured(ByteBuffer[] parts, int[] starts) {
        long sum = parts[0].remaining();
        for (int i = 1; i < parts.length; i++) {
            starts[i] = (int) sum;
            sum += parts[i].remaining();
        }
        return Math.toIntExact(sum);
    }

    /**
     * A body in one array.
     *
     * @param bytes all of it; not copied
     * @return the body
     */
    public static Body of(byte[] bytes) {
        return new Body(bytes, 0, bytes.length);
    }

    /**
     * A body in one buffer.
     *
     * @param buffer from its position to its limit
     * @return the body
     */
    public static Body of(ByteBuffer buffer) {
        return buffer.hasArray()
                ? new Body(buffer.array(), buffer.arrayOffset() + buffer.position(), buffer.remaining())
                : new Body(new ByteBuffer[] {buffer});
    }

    /**
     * A body in several buffers.
     *
     * @param buffers in order, each from its position to its limit; empty ones are allowed
     * @return the body
     * @throws ArithmeticException if it is longer than an int counts
     */
    public static Body of(List<ByteBuffer> buffers) {
        return switch (buffers.size()) {
            case 0 -> NONE;
            case 1 -> of(buffers.get(0));
            default -> new Body(buffers.toArray(ByteBuffer[]::new));
        };
    }

    /** {@return how many bytes there are} */
    public int length() {
        return length;
    }

    /**
     * One byte. A plain array read where the body is in one heap buffer.
     *
     * @param index 0 to {@link #length} - 1
     * @return the byte
     * @throws IndexOutOfBoundsException if there is no such byte
     */
    public byte at(int index) {
        Objects.checkIndex(index, length);
        if (array != null) {
            return array[arrayOffset + index];
        }
        int part = partOf(index);
        return parts[part].get(parts[part].position() + index - starts[part]);
    }

    /**
     * A copy of a range.
     *
     * @param from its first byte
     * @param to behind its last byte
     * @return a new array
     * @throws IndexOutOfBoundsException if the range is not within the body
     */
    public byte[] copy(int from, int to) {
        Objects.checkFromToIndex(from, to, length);
        byte[] copy = new byte[to - from];
        copyInto(from, copy, 0, copy.length);
        return copy;
    }

    /**
     * Copies bytes into an array.
     *
     * @param from the first byte
     * @param target where they go
     * @param at where the first one goes
     * @param count how many
     * @throws IndexOutOfBoundsException if either range does not exist
     */
    public void copyInto(int from, byte[] target, int at, int count) {
        Objects.checkFromIndexSize(from, count, length);
        if (array != null) {
            System.arraycopy(array, arrayOffset + from, target, at, count);
            return;
        }
        int copied = 0;
        for (int part = partOf(from); copied < count; part++) {
            int skip = from + copied - starts[part];
            int piece = Math.min(count - copied, parts[part].remaining() - skip);
            parts[part].get(parts[part].position() + skip, target, at + copied, piece);
            copied += piece;
        }
    }

    /**
     * A range as text.
     *
     * @param from its first byte
     * @param to behind its last byte
     * @return the bytes read as UTF-8
     * @throws IndexOutOfBoundsException if the range is not within the body
     */
    public String text(int from, int to) {
        return new String(copy(from, to), StandardCharsets.UTF_8);
    }

    /**
     * Whether a range holds just these bytes.
     *
     * @param from its first byte
     * @param to behind its last byte
     * @param bytes what to compare with
     * @return false if the lengths differ
     * @throws IndexOutOfBoundsException if the range is not within the body
     */
    public boolean holds(int from, int to, byte[] bytes) {
        Objects.checkFromToIndex(from, to, length);
        if (to - from != bytes.length) {
            return false;
        }
        for (int i = 0; i < bytes.length; i++) {
            if (at(from + i) != bytes[i]) {
                return false;
            }
        }
        return true;
    }

    /**
     * Hands out a range for gathering writes: views of the same bytes, no copy.
     *
     * @param from its first byte
     * @param to behind its last byte
     * @param target gets a read-only view for each buffer that the range touches
     * @throws IndexOutOfBoundsException if the range is not within the body
     */
    public void gather(int from, int to, List<ByteBuffer> target) {
        Objects.checkFromToIndex(from, to, length);
        if (from == to) {
            return;
        }
        if (array != null) {
            target.add(ByteBuffer.wrap(array, arrayOffset + from, to - from)
                    .slice()
                    .asReadOnlyBuffer());
            return;
        }
        int at = from;
        for (int part = partOf(from); at < to; part++) {
            int skip = at - starts[part];
            int piece = Math.min(to - at, parts[part].remaining() - skip);
            if (piece > 0) {
                target.add(
                        parts[part].slice(parts[part].position() + skip, piece).asReadOnlyBuffer());
            }
            at += piece;
        }
    }

    /** The array that holds the body, or null if it is in other buffers. */
    byte @Nullable [] array() {
        return array;
    }

    /** Where in the array the body begins. */
    int arrayOffset() {
        return arrayOffset;
    }

    /** The last part that begins at or before the index. */
    private int partOf(int index) {
        int low = 0;
        int high = parts.length - 1;
        while (low < high) {
            int middle = (low + high + 1) >>> 1;
            if (starts[middle] <= index) {
                low = middle;
            } else {
                high = middle - 1;
            }
        }
        return low;
    }
}
