package io.ethryx.server.demo;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * The end of the process, as SIGINT or SIGTERM asks for it. A virtual machine that a signal stops would exit with
 * 128 plus the signal's number; for a demonstration, being stopped is success.
 */
final class StopSignal implements DemoProgram.Stop {

    private static final Duration CLOSING = Duration.ofSeconds(5);

    private final CountDownLatch asked = new CountDownLatch(1);
    private final CountDownLatch done = new CountDownLatch(1);
    private final Thread hook = new Thread(this::stop, "demo-stop");

    @Override
    public void arm() {
        Runtime.getRuntime().addShutdownHook(hook);
    }

    @Override
    public void await() throws InterruptedException {
        asked.await();
    }

    @Override
    public void done() {
        done.countDown();
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException shuttingDown) {
            asked.countDown();
        }
    }

    /** Runs while the virtual machine shuts down: nothing after it decides the exit code any more. */
    private void stop() {
        asked.countDown();
        boolean closed = false;
        try {
            closed = done.await(CLOSING.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        System.out.flush();
        Runtime.getRuntime().halt(closed ? 0 : 1);
    }
}
