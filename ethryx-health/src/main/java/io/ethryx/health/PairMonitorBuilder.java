package io.ethryx.health;

import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ScheduledExecutorService;

/** Puts a {@link PairMonitor} together. Not thread-safe. */
public final class PairMonitorBuilder {

    final HealthSettings settings;
    final ProbeTransport transport;
    PairListener listener = new PairListener() {};
    TimeSource time = TimeSource.system();
    Optional<ScheduledExecutorService> scheduler = Optional.empty();

    PairMonitorBuilder(HealthSettings settings, ProbeTransport transport) {
        this.settings = Objects.requireNonNull(settings, "settings");
        this.transport = Objects.requireNonNull(transport, "transport");
    }

    /**
     * Who hears what happens; nobody by default.
     *
     * @param listener the listener
     * @return this
     */
    public PairMonitorBuilder listener(PairListener listener) {
        this.listener = Objects.requireNonNull(listener, "listener");
        return this;
    }

    /**
     * What the time is; the machine's by default.
     *
     * @param time the time
     * @return this
     */
    public PairMonitorBuilder time(TimeSource time) {
        this.time = Objects.requireNonNull(time, "time");
        return this;
    }

    /**
     * On which thread to work; by default an own daemon thread named {@code ethryx-health}.
     *
     * @param scheduler runs one task at a time; stays the caller's, the monitor does not shut it down
     * @return this
     */
    public PairMonitorBuilder scheduler(ScheduledExecutorService scheduler) {
        this.scheduler = Optional.of(scheduler);
        return this;
    }

    /**
     * Makes the monitor. Nothing runs before {@link PairMonitor#start()}.
     *
     * @return a new monitor
     */
    public PairMonitor build() {
        return new PairMonitor(this);
    }
}
