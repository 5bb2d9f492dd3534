package io.ethryx.server.listener.http2;

import java.util.ArrayDeque;
import org.xnio.XnioIoThread;

/**
 * One turn of the IO thread at a connection: what came is read and handled, and what that left to be done and written is done
 * once, at the end. A turn begins where the socket has something; one that others want, such as an upstream that answers, is
 * run as soon as the thread is free. Confined to that thread; allocates nothing.
 */
final class Turn {

    private final XnioIoThread thread;
    private final Runnable ending;
    private final ArrayDeque<Runnable> due = new ArrayDeque<>(2);
    private boolean underWay;
    private boolean wanted;
    private boolean over;

    /**
     * None is under way.
     *
     * @param ending what to do at the end of one; between {@link #begin} and {@link #end}
     */
    Turn(XnioIoThread thread, Runnable ending) {
        this.thread = thread;
        this.ending = ending;
    }

    void begin() {
        underWay = true;
    }

    /** It is over; what has become due since it was done with that is for the next. */
    void end() {
        underWay = false;
        if (!due.isEmpty()) {
            want();
        }
    }

    /** Sees that there is an end of a turn: of the one under way, or of one to come. */
    void want() {
        if (!underWay) {
            wantAnother();
        }
    }

    /** Sees that there is another turn behind the one under way. */
    void wantAnother() {
        if (!wanted && !over) {
            wanted = true;
            thread.execute(ending);
        }
    }

    /** Runs something at the end of the turn, if there is one. */
    void atEnd(Runnable action) {
        if (!over) {
            due.add(action);
            want();
        }
    }

    /** The end of a turn has come: runs what is due by now. */
    void runDue() {
        wanted = false;
        for (int left = due.size(); left > 0; left--) {
            Runnable action = due.poll();
            if (action == null) {
                return;
            }
            action.run();
        }
    }

    /** There are no more turns, and nothing is due any more. */
    void close() {
        over = true;
        due.clear();
    }
}
