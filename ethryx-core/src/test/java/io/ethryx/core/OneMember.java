package io.ethryx.core;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/** Bodies that are an object with one member. */
final class OneMember {

    /** Bodies outside the heap are read through a window of so many bytes. */
    static final int WINDOW = 8192;

    private OneMember() {}

    /** White space, and an object whose first member has this name; in an array, or in other buffers that part anywhere. */
    static Body named(int before, byte[] name, Random random) {
        byte[] bytes = new byte[before + name.length + 6];
        Arrays.fill(bytes, (byte) ' ');
        int at = before;
        bytes[at++] = '{';
        bytes[at++] = '"';
        System.arraycopy(name, 0, bytes, at, name.length);
        at += name.length;
        bytes[at++] = '"';
        bytes[at++] = ':';
        bytes[at++] = '1';
        bytes[at] = '}';
        if (random.nextInt(4) == 0) {
            return Body.of(bytes);
        }
        int cut = bytes.length - random.nextInt(Math.min(20, bytes.length));
        return Body.of(List.of(
                ByteBuffer.allocateDirect(cut).put(bytes, 0, cut).flip(),
                ByteBuffer.allocateDirect(bytes.length - cut)
                        .put(bytes, cut, bytes.length - cut)
                        .flip()));
    }
}
