package io.ethryx.health;

import java.time.Duration;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Decides when a change is shown: at once, if the last showing is a while ago; else what comes shortly after one another is
 * shown together. Heads can wait longer than news of nodes. Showing takes a quarter of the thread's time at most, as long as
 * that delays nothing by more than heads wait. Confined to the monitor's thread.
 */
final class Publication {

    static final Duration BETWEEN_NEWS = Duration.ofMillis(20);
    static final Duration BETWEEN_HEADS = Duration.ofMillis(250);

    private final ProbeMeans means;
    private final Runnable show;
    private long shownNanos;
    private long tookNanos;
    private boolean shown;
    private @Nullable Future<?> timer;
    private long dueNanos;

    Publication(ProbeMeans means, Runnable show) {
        this.means = means;
        this.show = show;
    }

    /** A node, or what is registered, changed. */
    void news() {
        within(BETWEEN_NEWS);
    }

    /** A head may have changed. */
    void head() {
        within(BETWEEN_HEADS);
    }

    private void within(Duration pause) {
        long now = means.now();
        long rest = Math.min(3 * tookNanos, BETWEEN_HEADS.toNanos());
        long due = shown ? shownNanos + Math.max(pause.toNanos(), rest) : now;
        if (due - now <= 0) {
            run();
        } else if (timer == null || due - dueNanos < 0) {
            cancel();
            dueNanos = due;
            timer = means.worker().schedule(this::run, due - now, TimeUnit.NANOSECONDS);
        }
    }

    private void run() {
        cancel();
        shown = true;
        long begun = means.now();
        show.run();
        shownNanos = means.now();
        tookNanos = shownNanos - begun;
    }

    void cancel() {
        Future<?> waiting = timer;
        timer = null;
        if (waiting != null) {
            waiting.cancel(false);
        }
    }
}
