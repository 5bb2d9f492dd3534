package io.ethryx.server.budget;

import io.ethryx.core.apart.ThreadRows;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * How many bytes may be held by all who share it. Each thread has some at hand, so that threads seldom meet at what is left
 * for all; nobody is refused what lies at the hand of another. Thread-safe, lock-free.
 */
public final class ByteBudget {

    /** What a thread takes beyond its need at the most. */
    private static final long MOST_AT_HAND = 64 * 1024;

    /** How often what is at the hands of all is asked for: another thread may fetch anew in between. */
    private static final int MOST_TRIES = 8;

    /** From one thread's place to the next, in longs: two cache lines. */
    private static final int APART = 16;

    private final long most;
    private final long usuallyAtHand;
    /** What was taken from all: by those who hold it, and by threads that have it at hand. */
    private final AtomicLong taken = new AtomicLong();

    private final AtomicLongArray atHand = new AtomicLongArray((ThreadRows.count() + 1) * APART);

    /**
     * A budget.
     *
     * @param most bytes, zero or more
     */
    public ByteBudget(long most) {
        this.most = most;
        this.usuallyAtHand = Math.min(MOST_AT_HAND, most / (8L * ThreadRows.count()));
    }

    /**
     * A share of the heap that this machine may take.
     *
     * @param divisor how small a share, 1 or more: 4 is a quarter
     * @return a new budget
     */
    public static ByteBudget ofTheHeap(int divisor) {
        return new ByteBudget(Runtime.getRuntime().maxMemory() / divisor);
    }

    /**
     * Takes bytes, if they are there.
     *
     * @param bytes zero or more
     * @return whether they were taken; if so, they must be given back once
     */
    public boolean take(long bytes) {
        if (bytes <= usuallyAtHand && (takeAtHand(bytes) || fetch(bytes))) {
            return true;
        }
        boolean got = takeOfAll(bytes);
        for (int tries = 0; !got && tries < MOST_TRIES; tries++) {
            putBackWhatIsAtHand();
            got = takeOfAll(bytes);
        }
        return got;
    }

    private boolean takeAtHand(long bytes) {
        int place = placeOf(ThreadRows.mine());
        long mine = atHand.get(place);
        while (mine >= bytes) {
            if (atHand.weakCompareAndSetVolatile(place, mine, mine - bytes)) {
                return true;
            }
            mine = atHand.get(place);
        }
        return false;
    }

    /** Takes more than what is needed, for the next ones. */
    private boolean fetch(long bytes) {
        boolean fetched = takeOfAll(bytes + usuallyAtHand);
        if (fetched) {
            atHand.addAndGet(placeOf(ThreadRows.mine()), usuallyAtHand);
        }
        return fetched;
    }

    /** Who gets nothing leaves no trace, so that others are not refused what is there for them. */
    private boolean takeOfAll(long bytes) {
        long before = taken.get();
        while (bytes <= most - before) {
            if (taken.weakCompareAndSetVolatile(before, before + bytes)) {
                return true;
            }
            before = taken.get();
        }
        return false;
    }

    private void putBackWhatIsAtHand() {
        for (int row = 0; row < ThreadRows.count(); row++) {
            taken.addAndGet(-atHand.getAndSet(placeOf(row), 0));
        }
    }

    /**
     * Gives bytes back.
     *
     * @param bytes what was taken
     */
    public void give(long bytes) {
        if (bytes > usuallyAtHand) {
            taken.addAndGet(-bytes);
            return;
        }
        int place = placeOf(ThreadRows.mine());
        long mine = atHand.addAndGet(place, bytes);
        if (mine > 2 * usuallyAtHand && atHand.compareAndSet(place, mine, usuallyAtHand)) {
            taken.addAndGet(usuallyAtHand - mine);
        }
    }

    /**
     * Bytes taken now, and not given back.
     *
     * @return zero or more; while others take and give, as exact as reading one figure after the other can be
     */
    public long taken() {
        long free = 0;
        for (int row = 0; row < ThreadRows.count(); row++) {
            free += atHand.get(placeOf(row));
        }
        return Math.max(0, taken.get() - free);
    }

    private static int placeOf(int row) {
        return (row + 1) * APART;
    }
}
