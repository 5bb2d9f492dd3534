package io.ethryx.server.upstream.connect;

import io.ethryx.server.upstream.UpstreamUse;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import org.xnio.XnioIoThread;
import org.xnio.XnioWorker;

/**
 * The pools of one upstream, one an IO thread, and the book of its addresses. Thread-safe.
 *
 * @param <P> what kind of pools
 */
public final class PoolPerThread<P extends UpstreamPool> {

    private final AddressBook book;
    private final List<P> byNumber;

    private PoolPerThread(AddressBook book, List<P> byNumber) {
        this.book = book;
        this.byNumber = byNumber;
    }

    /**
     * Makes a pool for each IO thread of a worker.
     *
     * @param worker whose threads
     * @param book the upstream's addresses; closed with the pools
     * @param maker makes the pool of a thread
     * @param <P> what kind of pools
     * @return the pools
     */
    public static <P extends UpstreamPool> PoolPerThread<P> of(
            XnioWorker worker, AddressBook book, Function<XnioIoThread, P> maker) {
        List<P> byNumber = new ArrayList<>(Collections.nCopies(worker.getIoThreadCount(), null));
        for (int i = 0; i < worker.getIoThreadCount(); i++) {
            XnioIoThread thread = worker.getIoThread(i);
            byNumber.set(thread.getNumber(), maker.apply(thread));
        }
        return new PoolPerThread<>(book, List.copyOf(byNumber));
    }

    /**
     * The pool of an IO thread. On the request path: costs a look into a list.
     *
     * @param thread the thread
     * @return always the same
     */
    public P of(XnioIoThread thread) {
        return byNumber.get(thread.getNumber());
    }

    /**
     * How much of the upstream is in use now.
     *
     * @return the sum over all IO threads
     */
    public UpstreamUse use() {
        UpstreamUse sum = new UpstreamUse(0, 0, 0, 0);
        for (P pool : byNumber) {
            sum = sum.plus(pool.use());
        }
        return sum;
    }

    /**
     * A figure of every pool, added up.
     *
     * @param figure tells it of one pool, to any thread
     * @return the sum over all IO threads
     */
    public long sum(ToLongFunction<P> figure) {
        return byNumber.stream().mapToLong(figure).sum();
    }

    /** Looks no name up any more, and closes each pool on its own thread. Waits for nothing. Idempotent. */
    public void close() {
        book.close();
        for (P pool : byNumber) {
            try {
                pool.thread().execute(pool::close);
            } catch (RejectedExecutionException e) {
                // The worker has ended and closed every connection of this thread.
            }
        }
    }
}
