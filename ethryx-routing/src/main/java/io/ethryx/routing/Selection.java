package io.ethryx.routing;

import io.ethryx.core.topology.Node;

/** The nodes of a pool that may be picked for a method, and who picks one of them. */
final class Selection {

    private final int[] members;
    private final Selector selector;

    /**
     * Binds the two.
     *
     * @param members indices among the pool's candidates
     * @param selector picks one by its index among the members
     */
    Selection(int[] members, Selector selector) {
        this.members = members;
        this.selector = selector;
    }

    /** The index of a candidate, or {@link Selector#NOBODY}. */
    int pick() {
        return candidate(selector.pick());
    }

    /** The index of a candidate that was not tried, or {@link Selector#NOBODY}. */
    int pickBeside(Node[] candidates, TriedNodes tried) {
        return candidate(selector.pickBeside(member -> tried.contains(candidates[members[member]])));
    }

    private int candidate(int member) {
        return member == Selector.NOBODY ? Selector.NOBODY : members[member];
    }
}
