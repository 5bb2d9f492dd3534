package io.ethryx.core;

import io.ethryx.core.apart.Apart;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * Goes over the bytes of a body. An array it reads in place, other buffers through a window that it fills piece by piece, so
 * that it does not matter where one buffer ends and the next begins. Used by one thread, for body after body.
 */
final class ByteCursor extends Apart {

    /** What stands behind the last byte. */
    static final int END = -1;

    private static final int WINDOW = 8192;
    private static final VarHandle EIGHT_BYTES =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final int STRIDE = 4 * Long.BYTES;
    private static final long ONES = 0x0101010101010101L;
    private static final long HIGH_BITS = ONES << 7;

    private final byte[] window = new byte[WINDOW];

    private Body body = Body.NONE;
    private byte[] bytes = window;
    private int next;
    private int limit;
    /** The position in the body of the first of the bytes; below 0 where the body begins further on in its array. */
    private int base;

    /** Goes to the first byte of a body. */
    void begin(Body text) {
        body = text;
        byte[] array = text.array();
        bytes = array == null ? window : array;
        next = array == null ? 0 : text.arrayOffset();
        limit = array == null ? 0 : next + text.length();
        base = -next;
    }

    /** The position of the byte that comes next. */
    int position() {
        return base + next;
    }

    /** The next byte, 0 to 255, or {@link #END}, which comes again and again. */
    int next() {
        return next < limit || refill() ? bytes[next++] & 0xff : END;
    }

    /** As {@link #next}, without going on. */
    int peek() {
        return next < limit || refill() ? bytes[next] & 0xff : END;
    }

    /** Goes on behind the byte that {@link #peek} told. */
    void skip() {
        next++;
    }

    /** The next eight bytes as one number, the first lowest, without going on; 0 where fewer are at hand. */
    long peekEight() {
        return next <= limit - Long.BYTES ? (long) EIGHT_BYTES.get(bytes, next) : 0;
    }

    /** Goes on behind some of the bytes that {@link #peekEight} told. */
    void skip(int count) {
        next += count;
    }

    /** A byte that was passed. */
    byte at(int position) {
        int index = position - base;
        return index >= 0 && index < limit ? bytes[index] : body.at(position);
    }

    /** Some bytes that were passed, 1 to 8, as one number: the first is lowest, and zeros stand above the last. */
    long word(int position, int count) {
        int index = position - base;
        if (index >= 0 && index + Long.BYTES <= limit) {
            return (long) EIGHT_BYTES.get(bytes, index) & (-1L >>> (Long.SIZE - Byte.SIZE * count));
        }
        long word = 0;
        for (int i = count - 1; i >= 0; i--) {
            word = (word << Byte.SIZE) | (at(position + i) & 0xff);
        }
        return word;
    }

    /** Whether the bytes that were passed from a position on are just these. */
    boolean holds(int position, byte[] key) {
        int index = position - base;
        if (index >= 0 && index + key.length <= limit) {
            return Arrays.equals(bytes, index, index + key.length, key, 0, key.length);
        }
        return body.holds(position, position + key.length, key);
    }

    /**
     * The next byte that means something within a string, consumed: a quote, a backslash, a control, or one beyond ASCII; or
     * {@link #END}.
     */
    int behindText() {
        int at = textEnd(next);
        while (at == limit) {
            next = at;
            if (!refill()) {
                return END;
            }
            at = textEnd(next);
        }
        next = at + 1;
        return bytes[at] & 0xff;
    }

    /** Where the first such byte is that is at hand, or the limit. */
    private int textEnd(int from) {
        byte[] in = bytes;
        int last = limit - Long.BYTES;
        int at = from;
        while (at <= last) {
            int end = at + Math.min(last - at, STRIDE - Long.BYTES);
            while (at <= end) {
                long marks = meaningful((long) EIGHT_BYTES.get(in, at));
                if (marks != 0) {
                    return at + (Long.numberOfTrailingZeros(marks) >>> 3);
                }
                at += Long.BYTES;
            }
            at = behindLongText(at);
        }
        while (at < limit && isText(in[at])) {
            at++;
        }
        return at;
    }

    /** Goes over strides in which no byte can mean anything; stops at one in which some byte may. */
    private int behindLongText(int from) {
        byte[] in = bytes;
        int last = limit - STRIDE;
        int at = from;
        while (at <= last) {
            long marks = doubtful((long) EIGHT_BYTES.get(in, at))
                    | doubtful((long) EIGHT_BYTES.get(in, at + Long.BYTES))
                    | doubtful((long) EIGHT_BYTES.get(in, at + 2 * Long.BYTES))
                    | doubtful((long) EIGHT_BYTES.get(in, at + 3 * Long.BYTES));
            if ((marks & HIGH_BITS) != 0) {
                return at;
            }
            at += STRIDE;
        }
        return at;
    }

    /** The high bit of some byte is set where one of them means something, and where one is a blank or an exclamation mark. */
    private static long doubtful(long eight) {
        return eight | (eight - ONES * ('"' + 1)) | ((eight ^ (ONES * '\\')) - ONES);
    }

    private static boolean isText(byte b) {
        return b >= 0x20 && b != '"' && b != '\\';
    }

    /** The high bit of each such byte is set, up to and with the first; later ones may be wrong. */
    private static long meaningful(long eight) {
        long quotes = (eight ^ (ONES * '"')) - ONES;
        long backslashes = (eight ^ (ONES * '\\')) - ONES;
        long controls = eight - ONES * ' ';
        return (eight | quotes | backslashes | controls) & HIGH_BITS;
    }

    private boolean refill() {
        int filled = base + limit;
        int more = Math.min(WINDOW, body.length() - filled);
        if (more <= 0) {
            return false;
        }
        body.copyInto(filled, window, 0, more);
        base = filled;
        next = 0;
        limit = more;
        return true;
    }
}
