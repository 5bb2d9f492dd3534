package io.ethryx.server.upstream.http2;

import io.ethryx.server.timer.Timeout;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * How long one connection over HTTP/2 lives. It takes streams until the peer gives it up, its address is no longer the
 * upstream's, or it is idle for too long; then it drains. A peer that is silent while streams are open is asked whether it
 * lives; one that sends more frames than there is a reason for is cut off.
 */
final class Http2Vitals {

    private static final long LONGEST_TICK = TimeUnit.SECONDS.toNanos(5);

    /** Bytes that a peer does not read although it goes on sending: it lets our answers to its frames pile up. */
    private static final int MOST_UNREAD = 1_024 * 1_024;

    private final Http2Pool pool;
    private final Http2Link link;
    private final Http2Timing timing;
    private final long idleNanos;
    private final Timeout tick = new Timeout(this::tick);
    private final Timeout grace = new Timeout(this::graceIsOver);
    private final FrameBudget budget = new FrameBudget(System.nanoTime());

    private @Nullable String end;
    private boolean draining;
    private boolean closing;
    private boolean pinging;
    private long lastRead = System.nanoTime();
    private long idleSince = System.nanoTime();
    private long pingSent;

    Http2Vitals(Http2Pool pool, Http2Link link) {
        this.pool = pool;
        this.link = link;
        timing = pool.place().timing();
        idleNanos = pool.place().settings().idleTimeout().toNanos();
    }

    /** Streams may come from now on. */
    void start() {
        idleSince = System.nanoTime();
        setTick();
    }

    private void setTick() {
        long span = Math.min(idleNanos, timing.pingAfter().toNanos());
        pool.spot().wheel.set(tick, Math.min(LONGEST_TICK, span / 4));
    }

    void stop() {
        closing = true;
        tick.clear();
        grace.clear();
    }

    boolean isDraining() {
        return draining;
    }

    boolean isClosing() {
        return closing;
    }

    /** Bytes have come. */
    void touched() {
        lastRead = System.nanoTime();
        pinging = false;
    }

    /** A frame has come that brings no body; false where it is one too many. */
    boolean mayReceive() {
        return budget.take(lastRead, link.framesSent()) && link.unsentBytes() <= MOST_UNREAD;
    }

    /** The connection ends, or has; only the first cause counts. */
    void lost(String cause) {
        if (end == null) {
            end = cause;
        }
        drain();
    }

    /** Why the connection ended. */
    String end() {
        String cause = end;
        return cause == null ? "the connection was lost" : cause;
    }

    /** Takes no more streams, and closes when the last one has ended. Idempotent. */
    void drain() {
        if (!draining) {
            draining = true;
            pool.drains();
        }
    }

    /** The peer has given the connection up: with an error, streams get some time and no more. */
    void givenUp(boolean withError) {
        drain();
        if (withError) {
            pool.spot().wheel.set(grace, timing.goAwayGrace());
        }
        pool.thread.execute(this::closeIfDone);
    }

    private void graceIsOver() {
        if (!closing) {
            lost("it gave the connection up");
            closing = true;
            link.close();
        }
    }

    void streamClosed() {
        idleSince = System.nanoTime();
        closeIfDone();
    }

    /** Closes a connection that drains and has no streams. */
    void closeIfDone() {
        if (draining && !closing && !link.isBusy()) {
            closing = true;
            link.leave();
        }
    }

    private void tick() {
        long now = System.nanoTime();
        boolean active = link.isBusy();
        setTick();
        if ((!active && now - idleSince >= idleNanos) || !pool.isCurrent(link.address)) {
            drain();
            closeIfDone();
        } else if (active && pinging && now - pingSent >= timing.pingTimeout().toNanos()) {
            lost("the connection is dead");
            closing = true;
            link.close();
        } else if (active && !pinging && now - lastRead >= timing.pingAfter().toNanos()) {
            pinging = true;
            pingSent = now;
            link.ping(now);
        }
    }
}
