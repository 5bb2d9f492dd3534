package io.ethryx.server.listener.http2;

import io.ethryx.server.listener.InboundLimits;
import io.ethryx.server.timer.Timeout;
import io.ethryx.server.timer.TimerWheel;
import java.util.function.Consumer;

/**
 * How long an HTTP/2 client may take (decision S16): for what it owes, which is its settings and the rest of a frame or a head
 * that has begun; between two requests; and to read on where something waits for it. Confined to the connection's IO thread.
 */
final class Deadlines {

    /** What the client is late with. */
    enum Kind {
        OWED,
        IDLE,
        UNREAD
    }

    private final InboundLimits limits;
    private final TimerWheel wheel;
    private final Timeout owed;
    private final Timeout idle;
    private final Timeout unread;

    Deadlines(InboundLimits limits, TimerWheel wheel, Consumer<Kind> late) {
        this.limits = limits;
        this.wheel = wheel;
        this.owed = new Timeout(() -> late.accept(Kind.OWED));
        this.idle = new Timeout(() -> late.accept(Kind.IDLE));
        this.unread = new Timeout(() -> late.accept(Kind.UNREAD));
    }

    /** The client owes something; goes on waiting if it is waited for already. */
    void owes() {
        if (!owed.isSet()) {
            wheel.set(owed, limits.headTimeout());
        }
    }

    void owesNothing() {
        owed.clear();
    }

    /** The next request must begin in time. */
    void idle() {
        wheel.set(idle, limits.keepAliveTimeout());
    }

    void busy() {
        idle.clear();
    }

    /** Something waits to be read by the client, which has just read on, or has not. */
    void unread(boolean progress) {
        if (progress || !unread.isSet()) {
            wheel.set(unread, limits.http2BodyIdleTimeout());
        }
    }

    void allRead() {
        unread.clear();
    }

    void clear() {
        owed.clear();
        idle.clear();
        unread.clear();
    }
}
