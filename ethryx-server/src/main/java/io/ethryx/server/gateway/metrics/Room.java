package io.ethryx.server.gateway.metrics;

import java.util.concurrent.atomic.AtomicInteger;

/** Room for a number of things that stay. Thread-safe, lock-free. */
final class Room {

    private final AtomicInteger left;

    Room(int most) {
        left = new AtomicInteger(most);
    }

    /** Whether there was room for one more; then it is taken for good. */
    boolean take() {
        return left.get() > 0 && left.getAndDecrement() > 0;
    }
}
