package io.ethryx.server.upstream.http1;

import java.util.ArrayList;

/** The connections that wait for a call: the one given back last is taken first, so that the oldest may fall idle. */
final class IdleConnections {

    private final ArrayList<Http1Connection> stack = new ArrayList<>();

    boolean isEmpty() {
        return stack.isEmpty();
    }

    int size() {
        return stack.size();
    }

    void push(Http1Connection connection) {
        stack.add(connection);
    }

    Http1Connection pop() {
        return stack.remove(stack.size() - 1);
    }

    Http1Connection oldest() {
        return stack.get(0);
    }

    void removeOldest() {
        stack.remove(0);
    }

    boolean remove(Http1Connection connection) {
        return stack.remove(connection);
    }
}
