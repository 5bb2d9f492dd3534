package io.ethryx.server.listener;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Bytes that are put one by one; reused from request to request, and shrunk when one was unusually long. */
final class GrowingBytes {

    private static final int KEPT = 1024;

    byte[] array;
    int length;

    GrowingBytes(int capacity) {
        array = new byte[capacity];
    }

    void put(byte c) {
        if (length == array.length) {
            array = Arrays.copyOf(array, length * 2);
        }
        array[length++] = c;
    }

    void clear() {
        length = 0;
        if (array.length > KEPT) {
            array = new byte[KEPT];
        }
    }

    String text(int from, int to) {
        return new String(array, from, to - from, StandardCharsets.ISO_8859_1);
    }
}
