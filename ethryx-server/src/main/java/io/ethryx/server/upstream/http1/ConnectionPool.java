package io.ethryx.server.upstream.http1;

import io.ethryx.server.io.BodyBuffers;
import io.ethryx.server.io.IoResources;
import io.ethryx.server.io.RoundEnd;
import io.ethryx.server.timer.Timeout;
import io.ethryx.server.timer.TimerWheel;
import io.ethryx.server.upstream.SwitchedConnection;
import io.ethryx.server.upstream.UpstreamFailure;
import io.ethryx.server.upstream.UpstreamSettings;
import io.ethryx.server.upstream.UpstreamUse;
import io.ethryx.server.upstream.connect.AddressBook;
import io.ethryx.server.upstream.connect.ConnectAttempt;
import io.ethryx.server.upstream.connect.IoSpot;
import io.ethryx.server.upstream.connect.PoolCounts;
import io.ethryx.server.upstream.connect.UpstreamPlace;
import io.ethryx.server.upstream.connect.UpstreamPool;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.xnio.StreamConnection;
import org.xnio.XnioIoThread;

/**
 * The connections of one IO thread to one upstream, and the calls that wait for one. Confined to that thread, but for
 * {@link #use}.
 */
final class ConnectionPool implements UpstreamPool, Patience.Owner {

    /** A connection that was idle for longer is asked whether it still lives before a call gets it. */
    private static final long TRUSTED_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

    private static final UpstreamFailure OVERLOADED =
            new UpstreamFailure(UpstreamFailure.Kind.OVERLOADED, "too many calls wait for a connection");
    private static final UpstreamFailure CLOSED =
            new UpstreamFailure(UpstreamFailure.Kind.CONNECT, "the upstream is being shut down");

    final XnioIoThread thread;
    final TimerWheel wheel;
    final BodyBuffers buffers;
    final RoundEnd roundEnd;
    final HeadComposer composer = new HeadComposer();

    private final IoSpot spot;
    private final UpstreamPlace place;
    private final UpstreamSettings settings;
    private final AddressBook book;
    private final IdleConnections idle = new IdleConnections();
    private final ArrayDeque<Http1Call> waiting = new ArrayDeque<>();
    private final Patience patience;
    private final Timeout sweep = new Timeout(this::sweep);
    private final ByteBuffer probe = ByteBuffer.allocate(1);
    private final PoolCounts counts = new PoolCounts();
    private int open;
    private int connecting;
    private long arrived;
    private boolean closed;

    ConnectionPool(XnioIoThread thread, IoResources resources, UpstreamPlace place) {
        this.thread = thread;
        this.place = place;
        settings = place.settings();
        book = place.book();
        wheel = resources.timers().of(thread);
        spot = new IoSpot(thread, wheel);
        buffers = resources.buffers();
        roundEnd = resources.rounds().of(thread);
        patience = new Patience(waiting, settings.waitTimeout(), wheel, this);
    }

    /** Gives the call a connection at once, or lets it wait for one, or fails it. */
    void acquire(Http1Call call) {
        if (closed) {
            call.connectFailed(CLOSED);
            return;
        }
        Http1Connection connection = call.needsFresh() ? null : takeIdle();
        if (connection != null) {
            connection.serve(call);
            call.assigned(connection);
        } else if (open + connecting >= settings.maxConnections()
                && waiting.size() - connecting >= settings.maxWaiting()) {
            call.connectFailed(OVERLOADED);
        } else {
            call.turn = ++arrived;
            waiting.add(call);
            connectForWaiting();
            patience.watch();
        }
        count();
    }

    private @Nullable Http1Connection takeIdle() {
        while (!idle.isEmpty()) {
            Http1Connection connection = idle.pop();
            boolean trusted = System.nanoTime() - connection.idleSince < TRUSTED_NANOS;
            boolean alive = trusted ? connection.isOpen() : connection.isQuiet(probe);
            if (alive && !isOutdated(connection.address)) {
                return connection;
            }
            open--;
            connection.close();
        }
        return null;
    }

    /** Sees that no call waits for want of an attempt, as far as the limit allows. */
    private void connectForWaiting() {
        while (connecting < waiting.size() && !closed) {
            if (open + connecting >= settings.maxConnections()) {
                if (idle.isEmpty()) {
                    return;
                }
                open--;
                idle.oldest().close();
                idle.removeOldest();
            }
            connecting++;
            new ConnectAttempt(spot, place, new Opening(arrived)).start();
        }
    }

    /** One attempt, and the last call that had come when it began. */
    private final class Opening implements ConnectAttempt.Purpose {

        private final long lastTurn;

        Opening(long lastTurn) {
            this.lastTurn = lastTurn;
        }

        @Override
        public void connected(StreamConnection stream, InetAddress address) {
            connecting--;
            open++;
            Http1Connection connection = new Http1Connection(stream, address, ConnectionPool.this, buffers);
            if (closed) {
                discard(connection);
            } else {
                handOver(connection);
            }
        }

        /** Who came later hears nothing of it: what went wrong may be mended by now, and another attempt will tell. */
        @Override
        public void connectFailed(UpstreamFailure failure) {
            connecting--;
            Http1Call call = waiting.peek();
            if (call != null && call.turn <= lastTurn) {
                waiting.remove();
                call.connectFailed(failure);
            }
            connectForWaiting();
            count();
        }
    }

    /** Takes a connection back whose call has ended. */
    void release(Http1Connection connection, boolean reusable) {
        connection.serve(null);
        if (!reusable || closed || !connection.isOpen() || isOutdated(connection.address)) {
            discard(connection);
            return;
        }
        connection.reused = true;
        handOver(connection);
    }

    /** Whether the name no longer means this address, so that the connection leads to where the upstream was. */
    private boolean isOutdated(InetAddress address) {
        return !book.known().contains(address);
    }

    private void handOver(Http1Connection connection) {
        Http1Call call = nextWaiting(connection.reused);
        if (call == null) {
            connection.idleSince = System.nanoTime();
            idle.push(connection);
            if (!sweep.isSet()) {
                wheel.set(sweep, sweepInterval());
            }
        } else {
            connection.serve(call);
            call.connected(connection);
        }
        connectForWaiting();
        count();
    }

    private @Nullable Http1Call nextWaiting(boolean reused) {
        Http1Call first = waiting.peek();
        if (first == null || !reused || !first.needsFresh()) {
            return waiting.poll();
        }
        for (Iterator<Http1Call> calls = waiting.iterator(); calls.hasNext(); ) {
            Http1Call call = calls.next();
            if (!call.needsFresh()) {
                calls.remove();
                return call;
            }
        }
        return null;
    }

    /** Closes a connection that no call uses any more. */
    void discard(Http1Connection connection) {
        open--;
        connection.close();
        connectForWaiting();
        count();
    }

    /** Hands a connection out of the pool for good: it is no HTTP connection any more. */
    SwitchedConnection letGo(Http1Connection connection) {
        open--;
        connectForWaiting();
        count();
        return connection.letGo();
    }

    /** Closes an idle connection that has ended or said something unasked; TLS may have said something of its own. */
    void dropIdle(Http1Connection connection) {
        if (!connection.isQuiet(probe) && idle.remove(connection)) {
            discard(connection);
        }
    }

    /** Forgets a call that waits no longer. */
    void forget(Http1Call call) {
        waiting.remove(call);
        count();
    }

    @Override
    public int connecting() {
        return connecting;
    }

    @Override
    public void left() {
        count();
    }

    private Duration sweepInterval() {
        Duration quarter = settings.idleTimeout().dividedBy(4);
        return quarter.compareTo(Duration.ofSeconds(5)) > 0 ? Duration.ofSeconds(5) : quarter;
    }

    private void sweep() {
        long now = System.nanoTime();
        while (!idle.isEmpty()
                && now - idle.oldest().idleSince >= settings.idleTimeout().toNanos()) {
            open--;
            idle.oldest().close();
            idle.removeOldest();
        }
        if (open > 0) {
            book.refresh();
            wheel.set(sweep, sweepInterval());
        }
        count();
    }

    @Override
    public void close() {
        closed = true;
        sweep.clear();
        patience.stop();
        while (!idle.isEmpty()) {
            open--;
            idle.pop().close();
        }
        Http1Call call = waiting.poll();
        while (call != null) {
            call.connectFailed(CLOSED);
            call = waiting.poll();
        }
        count();
    }

    private void count() {
        counts.set(open, idle.size(), connecting, waiting.size());
    }

    @Override
    public XnioIoThread thread() {
        return thread;
    }

    @Override
    public UpstreamUse use() {
        return counts.read();
    }
}
