package io.ethryx.server.testing;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** Waits for what another thread will bring about, and fails when it does not. */
public final class Await {

    private static final Duration PATIENCE = Duration.ofSeconds(15);

    private Await() {}

    public static void until(BooleanSupplier condition, Supplier<String> otherwise) {
        until(PATIENCE, condition, otherwise);
    }

    /** The same for what may take longer. */
    public static void until(Duration patience, BooleanSupplier condition, Supplier<String> otherwise) {
        long deadline = System.nanoTime() + patience.toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - deadline > 0) {
                throw new AssertionError(otherwise.get());
            }
            LockSupport.parkNanos(1_000_000);
        }
    }
}
