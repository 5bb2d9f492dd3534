package io.ethryx.health;

import io.ethryx.core.topology.Node;
import io.ethryx.health.NodeStanding.Turn;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * One registered node. What its registration says holds at once, save for a new place: the old one serves on until the new
 * one passed a probe. Confined to the monitor's thread, but for {@link #report}.
 */
final class WatchedNode implements ProbedPlace.Owner {

    /** Hears of what becomes of a node. */
    interface Owner {
        void turned(WatchedNode node, Turn turn);

        void headTold(WatchedNode node);
    }

    private final ProbeMeans means;
    private final NodePlace.Name name;
    private final Owner owner;
    private volatile Node registered;
    private volatile ProbedPlace current;
    private volatile Node view;
    private volatile Map<NodeFault, Long> ejections = Map.of();
    private @Nullable ProbedPlace next;
    private boolean begun;

    /**
     * A node that is new.
     *
     * @param trusted whether it serves at once
     */
    WatchedNode(ProbeMeans means, NodePlace.Name name, Node registered, boolean trusted, Owner owner) {
        this.means = means;
        this.name = name;
        this.registered = registered;
        this.owner = owner;
        this.current = probed(registered, trusted);
        this.view = seen();
    }

    private ProbedPlace probed(Node node, boolean trusted) {
        NodeMonitorSettings.Pace pace = means.settings().pace();
        NodeStanding standing = trusted
                ? NodeStanding.trusted(pace, means.chance(), means.now())
                : NodeStanding.joining(pace, means.chance(), means.now());
        return new ProbedPlace(means, NodePlace.of(name.chain(), node), node, standing, this);
    }

    NodePlace.Name name() {
        return name;
    }

    /** The node as calls are to find it; the same object as long as nothing changes. */
    Node view() {
        return view;
    }

    /** The head that it told last, or {@link ProbedPlace#NO_HEAD}. */
    long head() {
        return current.head();
    }

    ProbedPlace current() {
        return current;
    }

    void begin() {
        begun = true;
        current.begin();
    }

    void register(Node wanted) {
        registered = wanted;
        NodePlace place = NodePlace.of(name.chain(), wanted);
        if (place.equals(current.place())) {
            stopNext();
        } else if (!current.joined()) {
            current.stop();
            current = probed(wanted, false);
            beginIfBegun(current);
        } else if (next == null || !place.equals(next.place())) {
            stopNext();
            ProbedPlace other = probed(wanted, false);
            next = other;
            beginIfBegun(other);
        }
        look();
    }

    void stop() {
        current.stop();
        stopNext();
    }

    /** Probes at once, the new place too. */
    void hurry() {
        current.hurry();
        if (next != null) {
            next.hurry();
        }
    }

    @Override
    public void probed(ProbedPlace place, Turn turn) {
        if (turn == Turn.EJECTED) {
            count(place);
        }
        if (place == next && turn == Turn.JOINED) {
            current.stop();
            current = place;
            next = null;
        }
        look();
        if (turn != Turn.NONE || !place.joined()) {
            owner.turned(this, turn);
        }
        if (place == current) {
            owner.headTold(this);
        }
    }

    /** Any thread. */
    NodeReport report(long chainHead) {
        ProbedPlace place = current;
        long head = place.head();
        boolean lagging = head != ProbedPlace.NO_HEAD
                && chainHead - head > means.settings().lagLimit().applyAsLong(name.chain());
        return new NodeReport(
                view,
                registered,
                head == ProbedPlace.NO_HEAD ? OptionalLong.empty() : OptionalLong.of(head),
                lagging,
                place.probes(),
                ejections);
    }

    /** The place that did not join yet, where it moves; else the one that it is at. */
    ProbedPlace newest() {
        return next == null ? current : next;
    }

    Node registered() {
        return registered;
    }

    private void count(ProbedPlace place) {
        Optional<NodeTrouble> trouble = place.probes().trouble();
        Map<NodeFault, Long> counts = new EnumMap<>(NodeFault.class);
        counts.putAll(ejections);
        trouble.ifPresent(why -> counts.merge(why.fault(), 1L, Long::sum));
        ejections = Map.copyOf(counts);
    }

    private void look() {
        Node seen = seen();
        if (!seen.equals(view)) {
            view = seen;
        }
    }

    private Node seen() {
        return current.place().place(registered).withProbed(current.status());
    }

    private void beginIfBegun(ProbedPlace place) {
        if (begun) {
            place.begin();
        }
    }

    private void stopNext() {
        if (next != null) {
            next.stop();
            next = null;
        }
    }
}
