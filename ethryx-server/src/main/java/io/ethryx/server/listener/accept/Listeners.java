package io.ethryx.server.listener.accept;

import io.ethryx.server.config.ListenAddress;
import io.ethryx.server.listener.ClientExchange;
import io.ethryx.server.listener.ListenerSettings;
import io.ethryx.server.listener.Peer;
import io.ethryx.server.listener.connection.Fault;
import io.ethryx.server.listener.connection.LingeringClose;
import io.ethryx.server.listener.connection.Roster;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.xnio.StreamConnection;
import org.xnio.XnioIoThread;
import org.xnio.nio.AcceptedSockets;

/**
 * The sockets that clients connect to: HTTP/1.1 and HTTP/2 by prior knowledge on every address (RFC 9112, RFC 9113). Every
 * request reaches the handler on its connection's IO thread, as a {@link ClientExchange}.
 *
 * <p>Thread-safe. Life: {@link #bind}, {@link #start}, {@link #drain}, {@link #close}.
 */
public final class Listeners implements AutoCloseable {

    private final ListenerSettings settings;
    private final Roster[] rosters;
    private final List<Acceptor> acceptors = new ArrayList<>();
    private final AtomicInteger open = new AtomicInteger();
    private final AtomicInteger turn = new AtomicInteger();
    private final CompletableFuture<Void> drained = new CompletableFuture<>();
    private final ConnectionStarter starter;
    private final AtomicBoolean draining = new AtomicBoolean();

    private Listeners(ListenerSettings settings) {
        this.settings = settings;
        this.starter = new ConnectionStarter(settings);
        rosters = new Roster[settings.io().worker().getIoThreadCount()];
        for (int i = 0; i < rosters.length; i++) {
            XnioIoThread thread = settings.io().worker().getIoThread(i);
            rosters[thread.getNumber()] = new Roster(
                    settings.io().timers().of(thread),
                    settings.io().rounds().of(thread),
                    draining,
                    settings.io().buffers().getBufferSize());
        }
    }

    /**
     * Binds all addresses; nothing is accepted before {@link #start}.
     *
     * @param addresses where to listen, at least one
     * @param settings what the listeners need
     * @return the bound listeners
     * @throws IOException naming the address and the cause, if one cannot be bound; none is bound then
     */
    public static Listeners bind(List<ListenAddress> addresses, ListenerSettings settings) throws IOException {
        Listeners listeners = new Listeners(settings);
        for (ListenAddress address : addresses) {
            try {
                listeners.bind(address);
            } catch (IOException | RuntimeException e) {
                listeners.stopAccepting();
                throw new IOException("cannot listen on " + address.text() + ": " + e.getMessage(), e);
            }
        }
        return listeners;
    }

    private void bind(ListenAddress address) throws IOException {
        XnioIoThread thread = settings.io().worker().getIoThread(acceptors.size() % rosters.length);
        acceptors.add(Acceptor.bind(address, thread, this::accepted, settings.events()));
    }

    /** Begins to accept. */
    public void start() {
        acceptors.forEach(Acceptor::start);
    }

    /**
     * The addresses as they were bound, in order, with real ports.
     *
     * @return one for each address that was asked for
     * @throws IOException if the listeners are closed
     */
    public List<InetSocketAddress> addresses() throws IOException {
        List<InetSocketAddress> bound = new ArrayList<>();
        for (Acceptor acceptor : acceptors) {
            bound.add(acceptor.boundAddress());
        }
        return bound;
    }

    /**
     * How many connections of clients are open.
     *
     * @return zero or more, exact
     */
    public int openConnections() {
        return open.get();
    }

    private void accepted(SocketChannel socket) throws IOException {
        int number = Math.floorMod(turn.getAndIncrement(), rosters.length);
        XnioIoThread thread = settings.io().worker().getIoThread(number);
        StreamConnection connection = AcceptedSockets.adopt(thread, socket);
        int count = open.incrementAndGet();
        Peer peer = new Peer(() -> connection.getPeerAddress(InetSocketAddress.class));
        settings.events().connectionOpened(peer);
        connection.setCloseListener(channel -> closed(peer));
        boolean tooMany = count > settings.limits().maxConnections();
        thread.execute(() -> opened(connection, tooMany));
    }

    private void opened(StreamConnection connection, boolean tooMany) {
        Roster roster = rosters[connection.getIoThread().getNumber()];
        if (tooMany) {
            settings.events().connectionRefused();
            LingeringClose.begin(
                    connection,
                    Fault.TOO_MANY_CONNECTIONS.answer(),
                    settings.io().buffers(),
                    roster.wheel());
        } else {
            new ProtocolSniffer(connection, settings, roster, starter.on(roster)).start();
        }
    }

    private void closed(Peer peer) {
        settings.events().connectionClosed(peer);
        if (open.decrementAndGet() == 0 && draining.get()) {
            drained.complete(null);
        }
    }

    /** Closes the listening sockets; connections live on. Idempotent. */
    public void stopAccepting() {
        acceptors.forEach(Acceptor::close);
    }

    /**
     * Stops accepting and lets what is in progress end: idle HTTP/1.1 connections close, busy ones close after their
     * answer; HTTP/2 connections get GOAWAY, end their streams and refuse new ones so that a client may repeat them.
     *
     * @return completed when no connection is open any more
     */
    public CompletionStage<Void> drain() {
        // Before the ports close: who sees one closed may count on every answer from then on to be its connection's
        // last.
        draining.set(true);
        stopAccepting();
        everywhere(Roster::drain);
        if (open.get() == 0) {
            drained.complete(null);
        }
        return drained.minimalCompletionStage();
    }

    private void everywhere(Consumer<Roster> action) {
        for (int i = 0; i < rosters.length; i++) {
            XnioIoThread thread = settings.io().worker().getIoThread(i);
            try {
                thread.execute(() -> action.accept(rosters[thread.getNumber()]));
            } catch (RejectedExecutionException e) {
                // The worker has ended, and every connection of this thread with it.
            }
        }
    }

    /** Stops accepting and closes every connection, whatever it is doing. Idempotent. */
    @Override
    public void close() {
        draining.set(true);
        stopAccepting();
        everywhere(Roster::closeNow);
    }
}
