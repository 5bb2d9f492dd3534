package io.ethryx.health;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One poll: the EL's batch, over the other HTTP too if the first fails in transport, and at the same time the CL's two
 * calls. Confined to the scheduler's thread, but for {@link #cancel}.
 */
final class PairPoll {

    /**
     * What a poll found.
     *
     * @param el the EL's readings
     * @param clSyncing the CL's first reading
     * @param clPeers the CL's second reading
     * @param transport what the poll says about HTTP/2 to the EL
     */
    record Findings(
            ElReadings el, Reading<ClSyncing> clSyncing, Reading<Quantity> clPeers, H2cVerdict.Outcome transport) {}

    private final ScheduledExecutorService scheduler;
    private final ProbeTransport transport;
    private final Duration limit;
    private final Consumer<Findings> whenDone;
    private final List<TimedProbe> probes = new ArrayList<>();
    private volatile boolean cancelled;

    private @Nullable ElReadings el;
    private H2cVerdict.@Nullable Outcome elTransport;
    private @Nullable Reading<ClSyncing> clSyncing;
    private @Nullable Reading<Quantity> clPeers;

    PairPoll(
            ScheduledExecutorService scheduler, ProbeTransport transport, Duration limit, Consumer<Findings> whenDone) {
        this.scheduler = scheduler;
        this.transport = transport;
        this.limit = limit;
        this.whenDone = whenDone;
    }

    void begin(H2cVerdict verdict) {
        TransportMode first = transport.supportsHttp2() ? verdict.firstTry() : TransportMode.HTTP_1_1;
        probe(ProbeRequest.elBatch(first), result -> elFirst(verdict, first, result));
        probe(ProbeRequest.clSyncing(), result -> {
            clSyncing = result.failure()
                    .<Reading<ClSyncing>>map(PairPoll::failed)
                    .orElseGet(() -> ClReadings.syncing(result.response().orElseThrow()));
            finish();
        });
        probe(ProbeRequest.clPeerCount(), result -> {
            clPeers = result.failure()
                    .<Reading<Quantity>>map(PairPoll::failed)
                    .orElseGet(() -> ClReadings.peers(result.response().orElseThrow()));
            finish();
        });
    }

    private void elFirst(H2cVerdict verdict, TransportMode mode, TimedProbe.Result result) {
        H2cVerdict.Attempt attempt = result.attempt();
        if (!transport.supportsHttp2()) {
            elDone(result, new H2cVerdict.Outcome(verdict, Optional.empty()));
        } else if (attempt == H2cVerdict.Attempt.ANSWERED) {
            elDone(result, verdict.after(attempt, H2cVerdict.Attempt.NOT_MADE));
        } else {
            probe(ProbeRequest.elBatch(mode.other()), second -> {
                boolean secondStands = second.attempt() == H2cVerdict.Attempt.ANSWERED
                        || mode.other() == verdict.mode()
                        || isSlowRatherThanGone(mode, attempt, second.attempt());
                elDone(secondStands ? second : result, verdict.after(attempt, second.attempt()));
            });
        }
    }

    /** It refused HTTP/2 and then took its time over HTTP/1.1: that it is slow says more. */
    private static boolean isSlowRatherThanGone(
            TransportMode first, H2cVerdict.Attempt attempt, H2cVerdict.Attempt second) {
        return first == TransportMode.HTTP_2
                && attempt == H2cVerdict.Attempt.REFUSED
                && second == H2cVerdict.Attempt.TIMED_OUT;
    }

    private void elDone(TimedProbe.Result result, H2cVerdict.Outcome outcome) {
        el = result.failure()
                .map(failure -> ElReadings.failed(failure.text()))
                .orElseGet(() -> ElReadings.of(result.response().orElseThrow()));
        elTransport = outcome;
        finish();
    }

    private void finish() {
        if (el != null && elTransport != null && clSyncing != null && clPeers != null && !cancelled) {
            whenDone.accept(new Findings(el, clSyncing, clPeers, elTransport));
        }
    }

    private static <T> Reading<T> failed(ProbeFailure failure) {
        return new Reading.Failed<>(failure.text());
    }

    private void probe(ProbeRequest request, Consumer<TimedProbe.Result> whenProbed) {
        TimedProbe probe = TimedProbe.begin(scheduler, transport, request, limit, whenProbed);
        synchronized (probes) {
            probes.add(probe);
        }
        if (cancelled) {
            probe.cancel();
        }
    }

    /** Any thread; the poll then never ends. */
    void cancel() {
        cancelled = true;
        synchronized (probes) {
            probes.forEach(TimedProbe::cancel);
        }
    }
}
