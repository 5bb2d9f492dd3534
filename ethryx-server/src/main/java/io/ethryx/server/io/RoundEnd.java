package io.ethryx.server.io;

import io.ethryx.core.apart.Apart;
import java.util.Objects;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What an IO thread puts off to the end of a round, which is when every socket that was ready has been served. What is sent
 * then leaves close together: whoever receives it is woken once for many messages, and does not take the core from this
 * thread in the midst of its work. A round that puts off much does part of it earlier, so that nobody waits long. Confined to
 * the thread.
 */
public final class RoundEnd extends Apart {

    private static final Logger LOG = LoggerFactory.getLogger(RoundEnd.class);

    /** How much waits at the most: a fraction of a millisecond's work. */
    static final int MOST = 32;

    private final Executor thread;
    private final Runnable turn = this::turn;
    private final @Nullable Runnable[] waiting = new @Nullable Runnable[MOST];
    private int first;
    private int size;
    private boolean expected;

    /**
     * Nothing waits yet.
     *
     * @param thread runs what it is given on the IO thread once the sockets at hand have been served
     */
    public RoundEnd(Executor thread) {
        this.thread = thread;
    }

    /**
     * Runs something at the end of this round, or at once together with what waits if that is much. On the request path: takes
     * a lock once a round.
     *
     * @param work may add more, which runs behind it; what it throws is logged
     */
    public void add(Runnable work) {
        waiting[(first + size++) % MOST] = work;
        if (!expected) {
            expect();
        } else if (size == MOST) {
            run();
        }
    }

    private void expect() {
        try {
            thread.execute(turn);
            expected = true;
        } catch (RejectedExecutionException e) {
            // The thread ends: there is no later.
            turn();
        }
    }

    private void turn() {
        expected = false;
        run();
    }

    private void run() {
        for (int left = size; left > 0 && size > 0; left--) {
            attempt(next());
        }
    }

    private Runnable next() {
        Runnable next = Objects.requireNonNull(waiting[first]);
        waiting[first] = null;
        first = (first + 1) % MOST;
        size--;
        return next;
    }

    /** A fault in the work for one must not keep that for others waiting. */
    private static void attempt(Runnable work) {
        try {
            work.run();
        } catch (RuntimeException | Error e) {
            LOG.error("What was put off to the end of a round failed by a fault of its own", e);
        }
    }
}
