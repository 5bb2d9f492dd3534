package io.ethryx.server.listener.accept;

import io.ethryx.server.config.ListenAddress;
import io.ethryx.server.listener.ListenerEvents;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.xnio.XnioIoThread;
import org.xnio.nio.AcceptedSockets;
import org.xnio.nio.TcpKeepAlive;

/** Accepts the connections of one address on one IO thread. */
final class Acceptor {

    private static final int BACKLOG = 1024;
    private static final int BURST = 64;
    private static final Duration RETRY = Duration.ofMillis(100);

    /** Takes accepted sockets. */
    interface Accepted {

        void accepted(SocketChannel socket) throws IOException;
    }

    private final ListenAddress address;
    private final ServerSocketChannel server;
    private final XnioIoThread thread;
    private final AcceptedSockets.Watch watch;
    private final Accepted accepted;
    private final ListenerEvents events;
    private volatile boolean closed;

    private Acceptor(
            ListenAddress address,
            ServerSocketChannel server,
            XnioIoThread thread,
            Accepted accepted,
            ListenerEvents events)
            throws IOException {
        this.address = address;
        this.server = server;
        this.thread = thread;
        this.accepted = accepted;
        this.events = events;
        this.watch = AcceptedSockets.watch(thread, server, this::accept);
    }

    /** Binds; accepts nothing yet. */
    static Acceptor bind(ListenAddress address, XnioIoThread thread, Accepted accepted, ListenerEvents events)
            throws IOException {
        ServerSocketChannel server = ServerSocketChannel.open();
        try {
            server.configureBlocking(false);
            server.setOption(StandardSocketOptions.SO_REUSEADDR, true);
            InetSocketAddress socket = new InetSocketAddress(address.host(), address.port());
            if (socket.isUnresolved()) {
                throw new IOException("the host is not known");
            }
            server.bind(socket, BACKLOG);
            return new Acceptor(address, server, thread, accepted, events);
        } catch (IOException | RuntimeException e) {
            server.close();
            throw e;
        }
    }

    void start() {
        watch.resume();
    }

    InetSocketAddress boundAddress() throws IOException {
        return (InetSocketAddress) server.getLocalAddress();
    }

    private void accept() {
        for (int i = 0; i < BURST && !closed; i++) {
            SocketChannel socket;
            try {
                socket = server.accept();
            } catch (ClosedChannelException e) {
                return;
            } catch (IOException e) {
                retryLater(e);
                return;
            }
            if (socket == null) {
                return;
            }
            handOver(socket);
        }
    }

    private void retryLater(IOException cause) {
        watch.pause();
        events.acceptFailed(address, cause);
        thread.executeAfter(
                () -> {
                    if (!closed) {
                        watch.resume();
                    }
                },
                RETRY.toMillis(),
                TimeUnit.MILLISECONDS);
    }

    private void handOver(SocketChannel socket) {
        try {
            socket.configureBlocking(false);
            socket.setOption(StandardSocketOptions.TCP_NODELAY, true);
            TcpKeepAlive.turnOn(socket);
            accepted.accepted(socket);
        } catch (IOException e) {
            events.connectionFailed(e);
            closeQuietly(socket);
        }
    }

    private void closeQuietly(SocketChannel socket) {
        try {
            socket.close();
        } catch (IOException e) {
            events.connectionFailed(e);
        }
    }

    void close() {
        closed = true;
        try {
            watch.close();
        } catch (IOException e) {
            events.connectionFailed(e);
        }
    }
}
