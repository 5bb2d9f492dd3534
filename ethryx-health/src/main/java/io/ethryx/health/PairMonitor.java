package io.ethryx.health;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Polls a pair and answers for it: reference sections 5 and 6, decisions S4 to S7 and S11.
 *
 * <p>The first poll begins with {@link #start()}; each next one an interval after the end of the one before, so that there
 * is never more than one. A poll ends after at most twice the time limit of a call, whatever the upstreams do; where it also asks whether
 * the two fit together, after at most three times.
 *
 * <p>All methods may be called from any thread. None but {@link #close()} waits for anything, and none makes a probe:
 * answers come from the last poll, with ages computed anew.
 */
public final class PairMonitor implements AutoCloseable {

    /** What a poll leaves behind, read as one. */
    private record Polled(PairSnapshot snapshot, long endedNanos, Damping damping) {}

    private static final String HTTP_1_1 = "http/1.1";

    private final HealthSettings settings;
    private final ProbeTransport transport;
    private final PairListener listener;
    private final TimeSource time;
    private final TransitionLog transitions;
    private final CompletableFuture<Void> warm = new CompletableFuture<>();
    private final AtomicBoolean started = new AtomicBoolean();
    private final AtomicBoolean http11Required = new AtomicBoolean();
    private final PollLoop loop;

    private volatile Optional<Polled> polled = Optional.empty();
    private volatile H2cVerdict verdict = H2cVerdict.INITIAL;
    private volatile boolean shuttingDown;

    PairMonitor(PairMonitorBuilder parts) {
        settings = parts.settings;
        transport = parts.transport;
        listener = parts.listener;
        time = parts.time;
        loop = new PollLoop(settings.pollInterval(), parts.scheduler, new Polls());
        transitions = new TransitionLog(time.nanoTicker().getAsLong());
    }

    /**
     * Begins to put a monitor together.
     *
     * @param settings how to poll and judge
     * @param transport how to reach the pair
     * @return a builder with defaults for all else
     */
    public static PairMonitorBuilder builder(HealthSettings settings, ProbeTransport transport) {
        return new PairMonitorBuilder(settings, transport);
    }

    /**
     * Starts to poll, at once.
     *
     * @throws IllegalStateException if it was started or closed before
     */
    public void start() {
        if (loop.isClosed() || !started.compareAndSet(false, true)) {
            throw new IllegalStateException("a monitor starts once, before it is closed");
        }
        loop.start(settings.timeout().multipliedBy(2), () -> warm.complete(null));
    }

    /** Makes polls, and takes what they find. */
    private final class Polls implements PollLoop.Polls {

        @Override
        public Poll next(ScheduledExecutorService worker, Runnable ended) {
            long begunNanos = time.nanoTicker().getAsLong();
            if (http11Required.getAndSet(false)) {
                verdict = verdict.doubt();
            }
            ProbeSet probes = new ProbeSet(worker, transport, settings.timeout());
            Consumer<Findings> whenDone = findings -> {
                try {
                    publish(findings, begunNanos);
                } finally {
                    ended.run();
                }
            };
            return trusted() ? new TrustedPoll(probes, whenDone) : new PairPoll(probes, settings.scope(), whenDone);
        }

        @Override
        public H2cVerdict verdict() {
            return verdict;
        }
    }

    private boolean trusted() {
        return settings.scope() == HealthSettings.Scope.TRUSTED;
    }

    private void publish(Findings findings, long begunNanos) {
        Optional<Polled> before = polled;
        verdict = findings.transport().verdict();
        long endedNanos = time.nanoTicker().getAsLong();
        Instant now = time.wall().instant();
        PairSnapshot snapshot = snapshot(findings, before.map(Polled::snapshot), now, endedNanos - begunNanos);
        ReadinessInput input =
                new ReadinessInput(ReadinessInput.Phase.RUNNING, Optional.of(snapshot), Duration.ZERO, now);
        boolean good = ReadinessRules.checks(input, settings).stream().allMatch(ReadinessCheck::ok);
        Damping damping = before.map(Polled::damping).orElse(Damping.INITIAL).after(good, settings.thresholds());
        polled = Optional.of(new Polled(snapshot, endedNanos, damping));
        findings.transport().change().ifPresent(change -> tell(() -> listener.onTransportSwitch(change)));
        Readiness readiness = readiness();
        tell(() -> listener.onPoll(snapshot, readiness));
        warm.complete(null);
    }

    private PairSnapshot snapshot(Findings findings, Optional<PairSnapshot> before, Instant now, long tookNanos) {
        ElReadings el = findings.el();
        Optional<Instant> elSuccess =
                success(findings.el().syncing(), before.map(PairSnapshot::el).flatMap(ElSnapshot::lastSuccess), now);
        Optional<Instant> clSuccess =
                success(findings.clSyncing(), before.map(PairSnapshot::cl).flatMap(ClSnapshot::lastSuccess), now);
        return new PairSnapshot(
                before.map(PairSnapshot::poll).orElse(0L) + 1,
                now,
                Duration.ofNanos(tookNanos),
                new ElSnapshot(elTransport(), el.syncing(), el.peers(), el.latestBlock(), elSuccess),
                new ClSnapshot(HTTP_1_1, findings.clSyncing(), findings.clPeers(), clSuccess),
                findings.fit());
    }

    /** When a node was last heard; a trusted one never was. */
    private Optional<Instant> success(Reading<?> syncing, Optional<Instant> before, Instant now) {
        return syncing.known().isPresent() && !trusted() ? Optional.of(now) : before;
    }

    private String elTransport() {
        if (elMode() == TransportMode.HTTP_1_1) {
            return HTTP_1_1;
        }
        return transport.secureEl() ? "h2" : "h2c";
    }

    /**
     * How to speak to the EL.
     *
     * @return always HTTP/1.1 for a transport that cannot do HTTP/2
     */
    public TransportMode elMode() {
        return transport.supportsHttp2() ? verdict.mode() : TransportMode.HTTP_1_1;
    }

    /** Takes note that the EL has reset a request with HTTP_1_1_REQUIRED; the next poll looks into it. */
    public void http11Required() {
        http11Required.set(true);
    }

    /**
     * The last poll.
     *
     * @return nothing before the first one has ended
     */
    public Optional<PairSnapshot> snapshot() {
        return polled.map(Polled::snapshot);
    }

    /**
     * How long ago the last poll ended, by a clock that never steps.
     *
     * @return nothing before the first one has ended
     */
    public Optional<Duration> snapshotAge() {
        long nanos = time.nanoTicker().getAsLong();
        return polled.map(last -> age(last, nanos));
    }

    private static Duration age(Polled last, long nanos) {
        return Duration.ofNanos(Math.max(0, nanos - last.endedNanos()));
    }

    /**
     * When the first poll has ended, or two call limits after the start if that is earlier, or the monitor is closed:
     * what waited for it need not wait longer.
     *
     * @return completes on the monitor's thread or the closing one, never exceptionally; callers move to their own thread
     */
    public CompletionStage<Void> warm() {
        return warm.minimalCompletionStage();
    }

    /**
     * The verdict of this instant.
     *
     * @return the verdict, computed anew
     */
    public Readiness readiness() {
        long nanos = time.nanoTicker().getAsLong();
        Instant now = time.wall().instant();
        ReadinessInput input = input(nanos, now);
        Damping damping = polled.map(Polled::damping).orElse(Damping.INITIAL);
        Readiness readiness = ReadinessRules.judge(input, damping, settings);
        transitions.observe(readiness, nanos, now).ifPresent(change -> tell(() -> listener.onTransition(change)));
        return readiness;
    }

    private ReadinessInput input(long nanos, Instant now) {
        Optional<Polled> last = polled;
        ReadinessInput.Phase phase = last.isPresent() ? ReadinessInput.Phase.RUNNING : ReadinessInput.Phase.WARMING_UP;
        return new ReadinessInput(
                shuttingDown ? ReadinessInput.Phase.SHUTTING_DOWN : phase,
                last.map(Polled::snapshot),
                last.map(polledLast -> age(polledLast, nanos)).orElse(Duration.ZERO),
                now);
    }

    /**
     * The last 64 changes of the verdict.
     *
     * @return newest first
     */
    public List<Transition> timeline() {
        return transitions.newestFirst();
    }

    /**
     * The answer to {@code /readyz}.
     *
     * @return status 200 or 503
     */
    public HealthDocument readyz() {
        return HealthDocuments.readyz(readiness());
    }

    /**
     * The answer to {@code /readyz?verbose}: with the timeline.
     *
     * @return status 200 or 503
     */
    public HealthDocument verboseReadyz() {
        return HealthDocuments.verboseReadyz(readiness(), timeline());
    }

    /**
     * The answer to {@code /healthz}.
     *
     * @return status 200
     */
    public HealthDocument healthz() {
        long nanos = time.nanoTicker().getAsLong();
        return polled.map(last -> HealthDocuments.healthz(
                        last.snapshot(),
                        age(last, nanos),
                        settings.slots(),
                        time.wall().instant()))
                .orElseGet(() -> HealthDocuments.unpolled(elTransport()));
    }

    /**
     * The status of {@code /eth/v1/node/health}, where it is answered in the CL's stead (decision S3).
     *
     * @param rawQuery the request's query without its question mark, or null
     * @return 200, 503, 206 or what {@code syncing_status} says instead, 400 where that is no status
     */
    public int nodeHealth(@Nullable String rawQuery) {
        ReadinessInput input = input(time.nanoTicker().getAsLong(), time.wall().instant());
        return NodeHealthRule.status(readiness(), input.current(settings), rawQuery);
    }

    /** Makes {@code /readyz} 503 from now on, while polling goes on. Idempotent. */
    public void shuttingDown() {
        shuttingDown = true;
        readiness();
    }

    /** Stops polling and waits for the monitor's own thread, a second at most. The last snapshot stays. Idempotent. */
    @Override
    public void close() {
        shuttingDown();
        loop.close();
        warm.complete(null);
    }

    private static void tell(Runnable event) {
        try {
            event.run();
        } catch (RuntimeException thrown) {
            Thread thread = Thread.currentThread();
            thread.getUncaughtExceptionHandler().uncaughtException(thread, thrown);
        }
    }
}
