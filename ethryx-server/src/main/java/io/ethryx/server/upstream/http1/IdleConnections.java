package io.ethryx.server.upstream.http1;

import io.ethryx.core.apart.Apart;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The connections that wait for a call: the one given back last is taken first, so that the oldest may fall idle. */
final class IdleConnections extends Apart {

    private @Nullable Http1Connection[] stack = new @Nullable Http1Connection[16];
    private int size;

    boolean isEmpty() {
        return size == 0;
    }

    int size() {
        return size;
    }

    void push(Http1Connection connection) {
        if (size == stack.length) {
            stack = Arrays.copyOf(stack, 2 * size);
        }
        stack[size++] = connection;
    }

    Http1Connection pop() {
        Http1Connection newest = Objects.requireNonNull(stack[size - 1]);
        remove(size - 1);
        return newest;
    }

    Http1Connection oldest() {
        return Objects.requireNonNull(stack[0]);
    }

    void removeOldest() {
        remove(0);
    }

    boolean remove(Http1Connection connection) {
        for (int i = 0; i < size; i++) {
            if (connection.equals(stack[i])) {
                remove(i);
                return true;
            }
        }
        return false;
    }

    private void remove(int index) {
        size--;
        System.arraycopy(stack, index + 1, stack, index, size - index);
        stack[size] = null;
    }
}
