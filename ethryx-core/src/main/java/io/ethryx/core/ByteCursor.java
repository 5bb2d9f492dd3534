package io.ethryx.core;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Goes over the bytes of a body. An array it reads in place, other buffers through a window that it fills piece by piece, so
 * that it does not matter where one buffer ends and the next begins. Used by one thread, for body after body.
 */
final class ByteCursor {

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

    /** A byte that was passed. */
    byte at(int position) {
        int index = position - base;
        return index >= 0 && index < limit ? bytes[index] : body.at(position);
    }

    /** Goes on to the next byte that means something within a string: a quote, a backslash, a control, or beyond ASCII. */
    void skipText() {
        do {
            int at = next;
            while (at < limit) {
                int end = Math.min(limit, at + STRIDE);
                at = meaningfulWithin(at, end);
                if (at < end) {
                    next = at;
                    return;
                }
                at = behindLongText(at);
            }
            next = at;
        } while (refill());
    }

    /** Where the first such byte is in a range, or the end of the range. */
    private int meaningfulWithin(int from, int end) {
        int at = from;
        while (at + Long.BYTES <= end) {
            long marks = meaningful((long) EIGHT_BYTES.get(bytes, at));
            if (marks != 0) {
                return at + (Long.numberOfTrailingZeros(marks) >>> 3);
            }
            at += Long.BYTES;
        }
        while (at < end && isText(bytes[at])) {
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
        long quotes = below(eight ^ (ONES * '"'), 1);
        long backslashes = below(eight ^ (ONES * '\\'), 1);
        long found = quotes | backslashes | below(eight, 0x20) | eight;
        return found & HIGH_BITS;
    }

    /** The high bit of each byte that is below a bound is set, up to and with the first; later ones may be wrong. */
    private static long below(long eight, int bound) {
        return (eight - ONES * bound) & ~eight;
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
