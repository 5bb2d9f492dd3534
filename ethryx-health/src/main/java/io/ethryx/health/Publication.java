package io.ethryx.health;

import java.time.Duration;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Decides when a change is shown: at once, if the last showing is a while ago; else what comes shortly after one another is
 * shown together. Heads can wait longer than news of nodes. Confined to the monitor's thread.
 */
final class Publication {

    static final Duration BETWEEN_NEWS = Duration.ofMillis(20);
    static final Duration BETWEEN_HEADS = Duration.ofMillis(250);

    private final ProbeMeans means;
    private final Runnable show;
    private long shownNanos;
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
        long due = shown ? shownNanos + pause.toNanos() : now;
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
        show.run();
        shownNanos = means.now();
    }

    void cancel() {
        Future<?> waiting = timer;
        timer = null;
        if (waiting != null) {
            waiting.cancel(false);
        }
    }
}
