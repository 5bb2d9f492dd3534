package io.ethryx.server.listener.http1;

import io.ethryx.server.listener.InboundLimits;
import io.ethryx.server.timer.Timeout;
import io.ethryx.server.timer.TimerWheel;

/**
 * How long an HTTP/1.1 client may take, one deadline at a time (decision S16): for a head, between two requests, and for a
 * body on average, where only the time counts during which the server waits for it.
 */
final class Deadlines {

    /** What the client is late with. */
    enum Kind {
        NONE,
        HEAD,
        IDLE,
        BODY
    }

    private final InboundLimits limits;
    private final TimerWheel wheel;
    private final Timeout timeout;
    private final Runnable late;
    private final long leastBytes;
    private Kind kind = Kind.NONE;
    private long waitedNanos;
    private long waitingSince;
    private long bodyBytes;
    private long windowBytes;

    Deadlines(InboundLimits limits, TimerWheel wheel, Runnable late) {
        this.limits = limits;
        this.wheel = wheel;
        this.late = late;
        this.timeout = new Timeout(this::passed);
        this.leastBytes = limits.bodyWindow().toMillis() * limits.minBodyBytesPerSecond() / 1000;
    }

    Kind kind() {
        return kind;
    }

    /** The head must be whole in time; goes on waiting if it is waited for already. */
    void head() {
        if (kind != Kind.HEAD) {
            kind = Kind.HEAD;
            wheel.set(timeout, limits.headTimeout());
        }
    }

    /** The next request must begin in time. */
    void idle() {
        kind = Kind.IDLE;
        wheel.set(timeout, limits.keepAliveTimeout());
    }

    /** A body begins. */
    void bodyBegins() {
        clear();
        waitedNanos = 0;
        bodyBytes = 0;
        windowBytes = 0;
    }

    /** The server waits for the body from now on. */
    void bodyWanted() {
        if (kind != Kind.BODY) {
            kind = Kind.BODY;
            waitingSince = System.nanoTime();
            wheel.set(timeout, Math.max(0, limits.bodyWindow().toNanos() - waitedNanos));
        }
    }

    /** The server does not wait for the body now. */
    void bodyUnwanted() {
        if (kind == Kind.BODY) {
            waitedNanos += System.nanoTime() - waitingSince;
            clear();
        }
    }

    /** This many bytes of the body have come so far. */
    void bodyCame(long total) {
        bodyBytes = total;
    }

    void clear() {
        kind = Kind.NONE;
        timeout.clear();
    }

    private void passed() {
        if (kind == Kind.BODY && bodyBytes - windowBytes >= leastBytes) {
            kind = Kind.NONE;
            waitedNanos = 0;
            windowBytes = bodyBytes;
            bodyWanted();
        } else {
            late.run();
        }
    }
}
