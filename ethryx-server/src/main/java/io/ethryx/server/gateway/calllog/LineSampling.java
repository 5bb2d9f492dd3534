package io.ethryx.server.gateway.calllog;

import io.ethryx.server.gateway.settings.GatewaySettings;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/**
 * Leaves lines of one kind out when many come: of each second the first ones are written, and of the others every so many-th.
 * Thread-safe, lock-free.
 */
final class LineSampling {

    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

    private final GatewaySettings.Sampling settings;
    private final LongSupplier ticker;
    private final AtomicLong secondEnds;
    private final AtomicLong lines = new AtomicLong();

    LineSampling(GatewaySettings.Sampling settings, LongSupplier ticker) {
        this.settings = settings;
        this.ticker = ticker;
        this.secondEnds = new AtomicLong(ticker.getAsLong() + SECOND);
    }

    /** Whether one more line is written now. */
    boolean takes() {
        if (!settings.enabled()) {
            return true;
        }
        long now = ticker.getAsLong();
        long end = secondEnds.get();
        if (now - end >= 0 && secondEnds.compareAndSet(end, now + SECOND)) {
            lines.set(0);
        }
        long beyond = lines.incrementAndGet() - settings.initial();
        return beyond <= 0 || (settings.thereafter() > 0 && beyond % settings.thereafter() == 0);
    }
}
