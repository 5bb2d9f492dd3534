package io.ethryx.health;

import io.ethryx.core.topology.Node;
import io.ethryx.core.topology.NodeStatus;
import io.ethryx.health.NodeReport.Probes;
import io.ethryx.health.NodeStanding.Turn;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * One place of a node under probes: one after another, until it is stopped. A probe that was stopped has no effect any more,
 * so that a later node of the same name never gets an earlier one's result. Confined to the monitor's thread, but for what it
 * tells of its probes.
 */
final class ProbedPlace {

    static final long NO_HEAD = -1;

    /** Hears of each probe that ended, and of clients' calls that ejected the node. */
    interface Owner {
        void probed(ProbedPlace place, Turn turn);
    }

    private final ProbeMeans means;
    private final NodePlace place;
    private final Node asked;
    private final NodeStanding standing;
    private final Owner owner;
    private volatile Probes probes = Probes.NONE;
    private volatile long head = NO_HEAD;
    private boolean begun;
    private boolean stopped;
    private ProbeSlots.@Nullable Slot slot;
    private @Nullable TimedProbe probe;
    private @Nullable Future<?> next;
    private long askedNanos;

    ProbedPlace(ProbeMeans means, NodePlace place, Node asked, NodeStanding standing, Owner owner) {
        this.means = means;
        this.place = place;
        this.asked = asked;
        this.standing = standing;
        this.owner = owner;
    }

    NodePlace place() {
        return place;
    }

    NodeStatus status() {
        return standing.status();
    }

    boolean joined() {
        return standing.joined();
    }

    /** Any thread. */
    Probes probes() {
        return probes;
    }

    /** Any thread: the head that it told last, or {@link #NO_HEAD}. */
    long head() {
        return head;
    }

    Duration waited() {
        return Duration.ofNanos(Math.max(0, means.now() - standing.beganNanos()));
    }

    void begin() {
        if (!begun && !stopped) {
            begun = true;
            ask();
        }
    }

    /** Probes at once, if no probe is under way or waits for its turn. */
    void hurry() {
        if (begun && !stopped && slot == null) {
            cancelNext();
            ask();
        }
    }

    void stop() {
        stopped = true;
        endProbe();
        cancelNext();
    }

    /** Calls of clients failed one after another. */
    void failedLive(String detail) {
        if (stopped || status() != NodeStatus.READY) {
            return;
        }
        endProbe();
        cancelNext();
        fail(NodeFault.LIVE_CALLS, detail);
        askIn(standing.shortPauseNanos());
    }

    private void ask() {
        NodeProbe call = means.settings().choice().of(place.name().chain(), asked.pool());
        slot = means.slots().ask(status() == NodeStatus.READY, () -> send(call));
    }

    private void askIn(long nanos) {
        next = means.worker()
                .schedule(
                        () -> {
                            next = null;
                            if (!stopped) {
                                ask();
                            }
                        },
                        nanos,
                        TimeUnit.NANOSECONDS);
    }

    private void send(NodeProbe call) {
        askedNanos = means.now();
        probe = TimedProbe.begin(
                means.worker(),
                listener -> means.transport().call(place.name().chain(), asked, call.body(), listener),
                means.settings().pace().timeout(),
                result -> ended(call, result));
    }

    private void ended(NodeProbe call, TimedProbe.Result result) {
        if (stopped) {
            return;
        }
        endProbe();
        NodeAnswer answer = call.read(result);
        if (answer.fault() == null) {
            pass(answer);
        } else {
            fail(answer.fault(), answer.detail());
        }
        if (!stopped) {
            askIn(standing.pauseNanos());
        }
    }

    private void pass(NodeAnswer answer) {
        Duration took = Duration.ofNanos(means.now() - askedNanos);
        Turn turn = standing.passed();
        head = answer.head().orElse(NO_HEAD);
        probes = new Probes(0, Optional.empty(), Optional.of(wall()), Optional.of(took));
        owner.probed(this, turn);
    }

    private void fail(NodeFault fault, String detail) {
        Turn turn = standing.failed(fault, means.now());
        Probes before = probes;
        probes = new Probes(
                standing.failures(),
                Optional.of(new NodeTrouble(fault, detail, wall())),
                before.passedAt(),
                before.took());
        owner.probed(this, turn);
    }

    private Instant wall() {
        return means.time().wall().instant();
    }

    private void endProbe() {
        TimedProbe current = probe;
        probe = null;
        if (current != null) {
            current.cancel();
        }
        ProbeSlots.Slot taken = slot;
        slot = null;
        if (taken != null) {
            taken.giveBack();
        }
    }

    private void cancelNext() {
        Future<?> waiting = next;
        next = null;
        if (waiting != null) {
            waiting.cancel(false);
        }
    }
}
