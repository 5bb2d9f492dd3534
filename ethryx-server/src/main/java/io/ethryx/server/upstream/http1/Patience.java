package io.ethryx.server.upstream.http1;

import io.ethryx.server.timer.Timeout;
import io.ethryx.server.timer.TimerWheel;
import io.ethryx.server.upstream.UpstreamFailure;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/**
 * Ends the waiting of calls for which no connection is being made, since as many as are allowed are busy. One timer for a
 * whole queue. Confined to the queue's thread.
 */
final class Patience {

    /** Whose queue it is. */
    interface Owner {

        /** How many connections are being made: for as many calls from the head of the queue on. */
        int connecting();

        /** Some calls have left the queue. */
        void left();
    }

    private static final UpstreamFailure NO_TURN =
            new UpstreamFailure(UpstreamFailure.Kind.OVERLOADED, "no connection was free in time");

    private final ArrayDeque<Http1Call> waiting;
    private final Duration limit;
    private final TimerWheel wheel;
    private final Owner owner;
    private final Timeout timeout = new Timeout(this::passed);

    /** A limit of zero is none. */
    Patience(ArrayDeque<Http1Call> waiting, Duration limit, TimerWheel wheel, Owner owner) {
        this.waiting = waiting;
        this.limit = limit;
        this.wheel = wheel;
        this.owner = owner;
    }

    /** A call has joined the end of the queue. */
    void watch() {
        if (!limit.isZero()) {
            waiting.getLast().waitsSince = System.nanoTime();
            if (!timeout.isSet() && waiting.size() > owner.connecting()) {
                wheel.set(timeout, limit);
            }
        }
    }

    private void passed() {
        List<Http1Call> late = new ArrayList<>();
        long now = System.nanoTime();
        int withConnection = owner.connecting();
        for (Iterator<Http1Call> calls = waiting.iterator(); calls.hasNext(); ) {
            Http1Call call = calls.next();
            long left = limit.toNanos() - (now - call.waitsSince);
            if (withConnection-- > 0) {
                continue;
            }
            if (left > 0) {
                wheel.set(timeout, Duration.ofNanos(left));
                break;
            }
            calls.remove();
            late.add(call);
        }
        owner.left();
        late.forEach(call -> call.connectFailed(NO_TURN));
    }

    void stop() {
        timeout.clear();
    }
}
