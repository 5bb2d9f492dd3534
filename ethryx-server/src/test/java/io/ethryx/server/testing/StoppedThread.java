package io.ethryx.server.testing;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.xnio.XnioIoThread;

/** An IO thread that stands still: what comes for its sockets meanwhile is ready at once when it goes on. */
public final class StoppedThread {

    private static final int PATIENCE_SECONDS = 15;

    private final CountDownLatch stopped = new CountDownLatch(1);
    private final CountDownLatch going = new CountDownLatch(1);

    private StoppedThread() {}

    /** Stops a thread; it stands when this returns, and goes on by itself if it is forgotten. */
    public static StoppedThread stop(XnioIoThread thread) throws InterruptedException {
        StoppedThread standing = new StoppedThread();
        thread.execute(standing::stand);
        if (!standing.stopped.await(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
            throw new AssertionError("the IO thread did not come to a stand");
        }
        return standing;
    }

    private void stand() {
        stopped.countDown();
        try {
            going.await(PATIENCE_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    public void goOn() {
        going.countDown();
    }
}
