package io.ethryx.server.proxy;

import java.util.concurrent.atomic.AtomicLong;

/** How many bytes all exchanges together may hold for a look at them. Thread-safe, lock-free. */
public final class ByteBudget {

    private final long most;
    private final AtomicLong taken = new AtomicLong();

    /**
     * A budget.
     *
     * @param most bytes, zero or more
     */
    public ByteBudget(long most) {
        this.most = most;
    }

    /**
     * A quarter of the heap that this machine may take.
     *
     * @return a new budget
     */
    public static ByteBudget ofTheHeap() {
        return new ByteBudget(Runtime.getRuntime().maxMemory() / 4);
    }

    /**
     * Takes bytes, if they are there.
     *
     * @param bytes zero or more
     * @return whether they were taken; if so, they must be given back once
     */
    public boolean take(long bytes) {
        if (taken.addAndGet(bytes) <= most) {
            return true;
        }
        taken.addAndGet(-bytes);
        return false;
    }

    /**
     * Gives bytes back.
     *
     * @param bytes what was taken
     */
    public void give(long bytes) {
        taken.addAndGet(-bytes);
    }

    /**
     * Bytes taken now.
     *
     * @return zero or more
     */
    public long taken() {
        return taken.get();
    }
}
