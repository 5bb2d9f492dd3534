package io.ethryx.discovery;

import java.time.Duration;
import java.util.Comparator;
import java.util.PriorityQueue;

/** A loop whose time moves when a test says so. */
final class HandDrivenLoop implements Loop {

    private record Step(long due, long number, Runnable work) {}

    private final PriorityQueue<Step> steps =
            new PriorityQueue<>(Comparator.comparingLong(Step::due).thenComparing(Step::number));
    private long nanos;
    private long number;

    @Override
    public void execute(Runnable step) {
        steps.add(new Step(nanos, number++, step));
    }

    @Override
    public Runnable after(Duration wait, Runnable work) {
        Step step = new Step(nanos + wait.toNanos(), number++, work);
        steps.add(step);
        return () -> steps.remove(step);
    }

    /** Does what is due now. */
    void runDue() {
        advance(Duration.ZERO);
    }

    /** Does one step that is due now, if there is one. */
    boolean runOne() {
        if (steps.isEmpty() || steps.peek().due() > nanos) {
            return false;
        }
        steps.poll().work().run();
        return true;
    }

    /** Lets time pass, and does what becomes due meanwhile. */
    void advance(Duration by) {
        long until = nanos + by.toNanos();
        while (!steps.isEmpty() && steps.peek().due() <= until) {
            Step step = steps.poll();
            nanos = Math.max(nanos, step.due());
            step.work().run();
        }
        nanos = until;
    }
}
