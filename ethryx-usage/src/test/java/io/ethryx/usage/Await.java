package io.ethryx.usage;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** Waits for what another thread or process will bring about, and fails when it does not. */
final class Await {

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private Await() {}

    static void until(BooleanSupplier condition, Supplier<String> otherwise) {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - deadline > 0) {
                throw new AssertionError(otherwise.get());
            }
            LockSupport.parkNanos(2_000_000);
        }
    }
}
