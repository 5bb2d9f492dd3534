package io.ethryx.health;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.Consumer;
import java.util.function.Function;

/** The calls of one poll, each under the time limit, all to be given up at once. Confined to the scheduler's thread, but for {@link #cancel}. */
final class ProbeSet {

    private final ScheduledExecutorService scheduler;
    private final ProbeTransport transport;
    private final Duration limit;
    private final List<TimedProbe> probes = new ArrayList<>();
    private volatile boolean cancelled;

    ProbeSet(ScheduledExecutorService scheduler, ProbeTransport transport, Duration limit) {
        this.scheduler = scheduler;
        this.transport = transport;
        this.limit = limit;
    }

    boolean supportsHttp2() {
        return transport.supportsHttp2();
    }

    void ask(ProbeRequest request, Consumer<TimedProbe.Result> whenProbed) {
        if (cancelled) {
            return;
        }
        TimedProbe probe =
                TimedProbe.begin(scheduler, listener -> transport.call(request, listener), limit, whenProbed);
        synchronized (probes) {
            probes.add(probe);
        }
        if (cancelled) {
            probe.cancel();
        }
    }

    /** As above, with what the answer says. */
    <T> void ask(ProbeRequest request, Function<ProbeResponse, Reading<T>> reader, Consumer<Reading<T>> whenRead) {
        ask(request, result -> whenRead.accept(reading(result, reader)));
    }

    static <T> Reading<T> reading(TimedProbe.Result result, Function<ProbeResponse, Reading<T>> reader) {
        return result.failure()
                .<Reading<T>>map(failure -> new Reading.Failed<>(failure.text()))
                .orElseGet(() -> reader.apply(result.response().orElseThrow()));
    }

    boolean cancelled() {
        return cancelled;
    }

    /** Any thread; what was asked is then never answered. */
    void cancel() {
        cancelled = true;
        synchronized (probes) {
            probes.forEach(TimedProbe::cancel);
        }
    }
}
