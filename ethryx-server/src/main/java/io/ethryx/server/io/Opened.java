package io.ethryx.server.io;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.Consumer;

/**
 * The parts of a program that are open so far, while the rest is being opened: unless that comes to its end, they are closed
 * again, the last one first. For one thread.
 */
public final class Opened implements AutoCloseable {

    private final Deque<Runnable> endings = new ArrayDeque<>();

    /** Nothing is open. */
    public Opened() {}

    /**
     * One more is open.
     *
     * @param part the part
     * @param ending closes it
     * @param <T> what it is
     * @return the part
     */
    public <T> T with(T part, Consumer<? super T> ending) {
        endings.push(() -> ending.accept(part));
        return part;
    }

    /** All is open: the parts are their owner's from now on. */
    public void keep() {
        endings.clear();
    }

    /** Closes what was not kept. Idempotent. */
    @Override
    public void close() {
        while (!endings.isEmpty()) {
            endings.pop().run();
        }
    }
}
