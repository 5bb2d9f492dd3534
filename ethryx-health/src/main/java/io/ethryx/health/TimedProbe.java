package io.ethryx.health;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * One call under its time limit. Ends exactly once, on the scheduler's thread, whatever the transport does; unless it is
 * cancelled, then not at all.
 */
final class TimedProbe implements ProbeListener {

    /**
     * How a call ended: with a response or a failure.
     *
     * @param response the answer
     * @param failure why there is none
     * @param headSeen whether an answer had begun
     */
    record Result(Optional<ProbeResponse> response, Optional<ProbeFailure> failure, boolean headSeen) {

        H2cVerdict.Attempt attempt() {
            if (headSeen || response.isPresent()) {
                return H2cVerdict.Attempt.ANSWERED;
            }
            boolean timedOut = failure.filter(why -> why.kind() == ProbeFailure.Kind.TIMEOUT)
                    .isPresent();
            return timedOut ? H2cVerdict.Attempt.TIMED_OUT : H2cVerdict.Attempt.REFUSED;
        }
    }

    private final ScheduledExecutorService scheduler;
    private final Consumer<Result> whenDone;
    private volatile boolean headSeen;
    private volatile boolean done;
    private @Nullable Future<?> timeout;
    private volatile @Nullable ProbeCall call;

    private TimedProbe(ScheduledExecutorService scheduler, Consumer<Result> whenDone) {
        this.scheduler = scheduler;
        this.whenDone = whenDone;
    }

    static TimedProbe begin(
            ScheduledExecutorService scheduler,
            Function<ProbeListener, ProbeCall> sending,
            Duration limit,
            Consumer<Result> whenDone) {
        TimedProbe probe = new TimedProbe(scheduler, whenDone);
        probe.begin(sending, limit);
        return probe;
    }

    private void begin(Function<ProbeListener, ProbeCall> sending, Duration limit) {
        timeout = scheduler.schedule(
                () -> end(Optional.empty(), Optional.of(ProbeFailure.timeout())),
                limit.toNanos(),
                TimeUnit.NANOSECONDS);
        try {
            call = sending.apply(this);
        } catch (RuntimeException refused) {
            onFailure(ProbeFailure.transport(refused.getClass().getSimpleName()));
        }
    }

    @Override
    public void onHead() {
        headSeen = true;
    }

    @Override
    public void onResponse(ProbeResponse response) {
        onScheduler(Optional.of(response), Optional.empty());
    }

    @Override
    public void onFailure(ProbeFailure failure) {
        onScheduler(Optional.empty(), Optional.of(failure));
    }

    private void onScheduler(Optional<ProbeResponse> response, Optional<ProbeFailure> failure) {
        if (done) {
            return;
        }
        try {
            scheduler.execute(() -> end(response, failure));
        } catch (RejectedExecutionException monitorClosed) {
            done = true;
        }
    }

    private void end(Optional<ProbeResponse> response, Optional<ProbeFailure> failure) {
        if (done) {
            return;
        }
        boolean answered = headSeen;
        cancel();
        whenDone.accept(new Result(response, failure, answered));
    }

    /** Any thread. */
    void cancel() {
        done = true;
        Future<?> limit = timeout;
        if (limit != null) {
            limit.cancel(false);
        }
        ProbeCall open = call;
        if (open != null) {
            open.cancel();
        }
    }
}
