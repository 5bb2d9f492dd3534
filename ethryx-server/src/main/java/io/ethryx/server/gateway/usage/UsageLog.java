package io.ethryx.server.gateway.usage;

import io.ethryx.server.logging.Targets;
import io.ethryx.usage.Delivery;
import io.ethryx.usage.UsageListener;
import java.time.Duration;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Logs what a meter tells, trouble that lasts once a minute, and passes it on. Used by the meter's thread. */
final class UsageLog implements UsageListener {

    private static final Logger LOG = LoggerFactory.getLogger(Targets.ETHRYX);
    private static final long PAUSE_NANOS = Duration.ofMinutes(1).toNanos();

    private final UsageListener next;
    private final LongSupplier ticker;
    private final Pace failures = new Pace();
    private final Pace spoolFailures = new Pace();
    private boolean failing;

    UsageLog(UsageListener next, LongSupplier ticker) {
        this.next = next;
        this.ticker = ticker;
    }

    @Override
    public void flushed(Delivery delivery, Duration took) {
        next.flushed(delivery, took);
        String reason = delivery.reason();
        if (reason == null) {
            if (failing) {
                LOG.atInfo().addKeyValue("records", delivery.sent()).log("usage is shipped again");
            }
            failing = false;
            failures.forget();
            return;
        }
        failing = true;
        if (failures.allows(reason)) {
            LOG.atWarn()
                    .addKeyValue("error", reason)
                    .addKeyValue("sent", delivery.sent())
                    .addKeyValue("kept", delivery.kept())
                    .addKeyValue(
                            "dropped", delivery.refused() + delivery.unsent().size())
                    .log("usage not shipped");
        }
    }

    @Override
    public void overflowed() {
        next.overflowed();
    }

    @Override
    public void cutOff(int clients) {
        next.cutOff(clients);
        LOG.atError().addKeyValue("clients", clients).log("usage not shipped in time for the end");
    }

    @Override
    public void spooled(long bytes, int batches) {
        next.spooled(bytes, batches);
    }

    @Override
    public void spoolFailed(String reason) {
        next.spoolFailed(reason);
        if (spoolFailures.allows(reason)) {
            LOG.atWarn().addKeyValue("error", reason).log("usage spool can't be used");
        }
    }

    @Override
    public void torn(int lines) {
        next.torn(lines);
        LOG.atWarn().addKeyValue("lines", lines).log("unfinished usage records skipped");
    }

    /** Lets something be told when it is new, and else once a minute. */
    private final class Pace {

        private @Nullable String told;
        private long atNanos;

        boolean allows(String what) {
            long now = ticker.getAsLong();
            if (what.equals(told) && now - atNanos < PAUSE_NANOS) {
                return false;
            }
            told = what;
            atNanos = now;
            return true;
        }

        void forget() {
            told = null;
        }
    }
}
