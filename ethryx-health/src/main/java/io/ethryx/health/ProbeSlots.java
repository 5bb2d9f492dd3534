package io.ethryx.health;

import java.util.ArrayDeque;
import java.util.Queue;

/**
 * Bounds how many probes are under way at once; who comes later waits in turn. Probes of nodes that do not serve may take
 * half of the slots at most, so that many dead nodes, each holding its slot to the time-out, never keep the living ones from
 * being probed. Confined to one thread.
 */
final class ProbeSlots {

    private final Lane serving;
    private final Lane doubtful;
    private final int most;

    /** @param most slots in all, 2 or more */
    ProbeSlots(int most) {
        this.most = most;
        serving = new Lane(most);
        doubtful = new Lane(most / 2);
    }

    private static final class Lane {

        private final int most;
        private final Queue<Slot> waiting = new ArrayDeque<>();
        private int taken;

        Lane(int most) {
            this.most = most;
        }
    }

    /** Runs the probe now or as soon as there is room, unless the slot is given back before. */
    Slot ask(boolean serves, Runnable probe) {
        Slot slot = new Slot(serves ? serving : doubtful, probe);
        slot.lane.waiting.add(slot);
        fill();
        return slot;
    }

    int taken() {
        return serving.taken + doubtful.taken;
    }

    private void fill() {
        fill(serving);
        fill(doubtful);
    }

    private void fill(Lane lane) {
        while (!lane.waiting.isEmpty() && lane.taken < lane.most && taken() < most) {
            Slot next = lane.waiting.remove();
            if (!next.over) {
                lane.taken++;
                next.held = true;
                next.probe.run();
            }
        }
    }

    /** A place among the probes under way, or in the queue for one. */
    final class Slot {

        private final Lane lane;
        private final Runnable probe;
        private boolean held;
        private boolean over;

        private Slot(Lane lane, Runnable probe) {
            this.lane = lane;
            this.probe = probe;
        }

        /** Idempotent. */
        void giveBack() {
            if (over) {
                return;
            }
            over = true;
            if (held) {
                lane.taken--;
                fill();
            }
        }
    }
}
