package io.ethryx.server.upstream;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.xnio.XnioIoThread;

/**
 * Carries events from another thread to an IO thread, in order; those that come while the IO thread is busy wake it once.
 */
final class IoMailbox {

    private static final Logger LOG = LoggerFactory.getLogger(IoMailbox.class);

    /** What is carried. */
    interface Event {

        /** Called on the IO thread. */
        void deliver();

        /** Called instead, on any thread, where the IO thread has ended. */
        default void drop() {}
    }

    private final XnioIoThread thread;
    private final Queue<Event> events = new ConcurrentLinkedQueue<>();
    private final AtomicBoolean scheduled = new AtomicBoolean();
    private final Runnable delivery = this::deliverAll;

    IoMailbox(XnioIoThread thread) {
        this.thread = thread;
    }

    void post(Event event) {
        events.add(event);
        if (scheduled.compareAndSet(false, true)) {
            try {
                thread.execute(delivery);
            } catch (RejectedExecutionException ended) {
                scheduled.set(false);
                dropAll();
            }
        }
    }

    private void deliverAll() {
        scheduled.set(false);
        @Nullable Event event;
        while ((event = events.poll()) != null) {
            try {
                event.deliver();
            } catch (RuntimeException | Error e) {
                LOG.error("A call to an upstream failed by a fault of its own", e);
            }
        }
    }

    private void dropAll() {
        @Nullable Event event;
        while ((event = events.poll()) != null) {
            event.drop();
        }
    }
}
