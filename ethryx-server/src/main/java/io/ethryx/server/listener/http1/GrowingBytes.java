package io.ethryx.server.listener.http1;

import java.util.Arrays;

/** Bytes that come in pieces; reused from request to request, and shrunk when one was unusually long. */
final class GrowingBytes {

    private static final int KEPT = 1024;

    byte[] array;
    int length;

    GrowingBytes(int capacity) {
        array = new byte[capacity];
    }

    void put(byte[] bytes, int from, int to) {
        int more = to - from;
        if (array.length - length < more) {
            array = Arrays.copyOf(array, Math.max(length + more, length * 2));
        }
        System.arraycopy(bytes, from, array, length, more);
        length += more;
    }

    void clear() {
        length = 0;
        if (array.length > KEPT) {
            array = new byte[KEPT];
        }
    }
}
