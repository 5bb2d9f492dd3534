package io.ethryx.server.io;

import org.xnio.XnioIoThread;
import org.xnio.XnioWorker;

/** One {@link RoundEnd} for each IO thread of a worker. Thread-safe. */
public final class RoundEnds {

    private final RoundEnd[] byNumber;

    /**
     * Of a worker.
     *
     * @param worker whose IO threads they belong to
     */
    public RoundEnds(XnioWorker worker) {
        byNumber = new RoundEnd[worker.getIoThreadCount()];
        for (int i = 0; i < byNumber.length; i++) {
            XnioIoThread thread = worker.getIoThread(i);
            byNumber[thread.getNumber()] = new RoundEnd(thread);
        }
    }

    /**
     * The end of the rounds of an IO thread, to be used on that thread alone.
     *
     * @param thread an IO thread of the worker
     * @return always the same
     */
    public RoundEnd of(XnioIoThread thread) {
        return byNumber[thread.getNumber()];
    }
}
