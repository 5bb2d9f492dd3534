package io.ethryx.health;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;

/**
 * The last changes of the verdict. Lock-free; each change is seen once, by whoever sees it first, and a verdict formed
 * before the last change is no change.
 */
final class TransitionLog {

    static final int KEPT = 64;

    private record Entry(ReadinessState state, long nanos, List<Transition> newestFirst) {}

    private final AtomicReference<Entry> last;

    TransitionLog(long nanos) {
        last = new AtomicReference<>(new Entry(ReadinessState.WARMING_UP, nanos, List.of()));
    }

    /**
     * Takes note of a verdict.
     *
     * @param nanos when what it rests on was read, by the ticker
     * @return the change, if it is one
     */
    Optional<Transition> observe(Readiness readiness, long nanos, Instant at) {
        while (true) {
            Entry before = entry();
            if (readiness.state() == before.state() || nanos - before.nanos() < 0) {
                return Optional.empty();
            }
            Transition transition = new Transition(at, before.state(), readiness);
            List<Transition> kept = new ArrayList<>(KEPT);
            kept.add(transition);
            kept.addAll(before.newestFirst()
                    .subList(0, Math.min(KEPT - 1, before.newestFirst().size())));
            if (last.compareAndSet(before, new Entry(readiness.state(), nanos, List.copyOf(kept)))) {
                return Optional.of(transition);
            }
        }
    }

    List<Transition> newestFirst() {
        return entry().newestFirst();
    }

    private Entry entry() {
        return Objects.requireNonNull(last.get());
    }
}
