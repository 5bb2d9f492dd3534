package io.ethryx.server.upstream.connect;

import io.ethryx.server.timer.Timeout;
import io.ethryx.server.timer.TimerWheel;
import io.ethryx.server.upstream.UpstreamFailure;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NoRouteToHostException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;
import org.xnio.IoFuture;
import org.xnio.IoUtils;
import org.xnio.OptionMap;
import org.xnio.Options;
import org.xnio.StreamConnection;
import org.xnio.XnioIoThread;
import org.xnio.nio.TcpKeepAlive;

/**
 * Makes one connection: waits for the name's addresses if none is known, then tries one after another, each with its share
 * of what is left of the connect time-out. Confined to the IO thread of its pool.
 */
public final class ConnectAttempt {

    private static final OptionMap OPTIONS = OptionMap.create(Options.TCP_NODELAY, true);

    /** Hears of the end; one of the two, once, never from inside {@link #start}. */
    public interface Purpose {
        /**
         * There is a connection.
         *
         * @param stream the purpose's own from now on
         * @param address what it goes to
         */
        void connected(StreamConnection stream, InetAddress address);

        /**
         * There is none.
         *
         * @param failure why
         */
        void connectFailed(UpstreamFailure failure);
    }

    private final IoSpot spot;
    private final Purpose purpose;
    private final UpstreamPlace place;
    private final XnioIoThread thread;
    private final AddressBook book;
    private final TimerWheel wheel;
    private final Timeout timeout = new Timeout(this::timedOut);
    private final long deadline;
    private List<InetAddress> addresses = List.of();
    private int next;
    private boolean finished;
    private UpstreamFailure failure =
            new UpstreamFailure(UpstreamFailure.Kind.CONNECT, "the host name does not resolve");

    @Nullable
    private IoFuture<StreamConnection> future;

    @Nullable
    private TlsHandshake handshake;

    /**
     * An attempt that is yet to begin.
     *
     * @param spot the IO thread, and what is known from before
     * @param place what to connect to
     * @param purpose hears of the end
     */
    public ConnectAttempt(IoSpot spot, UpstreamPlace place, Purpose purpose) {
        this.spot = spot;
        this.place = place;
        this.purpose = purpose;
        book = place.book();
        thread = spot.thread;
        wheel = spot.wheel;
        deadline = System.nanoTime() + place.settings().connectTimeout().toNanos();
    }

    /** Begins; the purpose hears of the end later, never from in here. */
    public void start() {
        addresses = ordered(book.known());
        if (!addresses.isEmpty()) {
            book.refresh();
            tryNext();
        } else if (book.whenLookedUp(this::onResolverThread)) {
            wheel.set(timeout, deadline - System.nanoTime());
        } else {
            // None was due, or it has just ended.
            addresses = ordered(book.known());
            tryNext();
        }
    }

    private void onResolverThread() {
        try {
            thread.execute(this::lookedUp);
        } catch (RejectedExecutionException e) {
            // The worker has ended, and with it everything that waits on this attempt.
        }
    }

    private void lookedUp() {
        if (!finished) {
            addresses = ordered(book.known());
            tryNext();
        }
    }

    /** The address that worked last comes first. */
    private List<InetAddress> ordered(List<InetAddress> known) {
        InetAddress good = spot.lastGood;
        if (good == null || known.indexOf(good) <= 0) {
            return known;
        }
        List<InetAddress> ordered = new ArrayList<>(known);
        ordered.remove(good);
        ordered.add(0, good);
        return ordered;
    }

    private void tryNext() {
        if (next == addresses.size()) {
            fail();
            return;
        }
        int turn = next++;
        InetAddress address = addresses.get(turn);
        wheel.set(timeout, (deadline - System.nanoTime()) / (addresses.size() - turn));
        IoFuture<StreamConnection> opening = thread.openStreamConnection(
                new InetSocketAddress(address, place.settings().port()), stream -> opened(stream, turn), OPTIONS);
        future = opening;
        opening.addNotifier(
                (result, ignored) -> {
                    if (result.getStatus() == IoFuture.Status.FAILED) {
                        IOException cause = result.getException();
                        thread.execute(() -> refused(cause, turn));
                    }
                },
                null);
    }

    private boolean isCurrent(int turn) {
        return !finished && turn == next - 1;
    }

    private void opened(StreamConnection stream, int turn) {
        if (!isCurrent(turn)) {
            IoUtils.safeClose(stream);
            return;
        }
        try {
            TcpKeepAlive.turnOn(stream);
        } catch (IOException e) {
            IoUtils.safeClose(stream);
            refused(e, turn);
            return;
        }
        UpstreamTls tls = place.tls();
        if (tls == null) {
            connected(stream, turn);
        } else {
            handshake = new TlsHandshake(stream, tls, place, new TlsHandshake.Ending() {
                @Override
                public void secured(StreamConnection secured) {
                    connected(secured, turn);
                }

                @Override
                public void refused(String cause) {
                    unsecured(cause, turn);
                }
            });
            handshake.start();
        }
    }

    private void connected(StreamConnection stream, int turn) {
        finished = true;
        timeout.clear();
        spot.lastGood = addresses.get(turn);
        purpose.connected(stream, addresses.get(turn));
    }

    private void unsecured(String cause, int turn) {
        if (isCurrent(turn)) {
            failure = new UpstreamFailure(UpstreamFailure.Kind.CONNECT, cause);
            handshake = null;
            spot.lastGood = null;
            tryNext();
        }
    }

    private void refused(IOException cause, int turn) {
        if (isCurrent(turn)) {
            failure = new UpstreamFailure(UpstreamFailure.Kind.CONNECT, phrase(cause));
            spot.lastGood = null;
            tryNext();
        }
    }

    private static String phrase(IOException cause) {
        if (cause instanceof NoRouteToHostException) {
            return "no route to the host";
        }
        return cause instanceof ConnectException ? "connection refused" : "the connection could not be made";
    }

    private void timedOut() {
        IoFuture<StreamConnection> current = future;
        TlsHandshake begun = handshake;
        failure = new UpstreamFailure(
                UpstreamFailure.Kind.CONNECT_TIMEOUT,
                current == null
                        ? "the host name was not resolved in time"
                        : begun == null ? "no connection in time" : "no TLS in time");
        spot.lastGood = null;
        if (begun != null) {
            handshake = null;
            begun.cancel();
            tryNext();
        } else if (current == null) {
            fail();
        } else {
            int turn = next;
            current.cancel();
            if (turn == next) {
                tryNext();
            }
        }
    }

    private void fail() {
        finished = true;
        timeout.clear();
        thread.execute(() -> purpose.connectFailed(failure));
    }
}
