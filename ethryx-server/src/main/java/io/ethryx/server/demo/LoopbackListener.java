package io.ethryx.server.demo;

import io.undertow.UndertowOptions;
import io.undertow.server.HttpHandler;
import io.undertow.server.protocol.http.HttpOpenListener;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.xnio.ChannelListener;
import org.xnio.ChannelListeners;
import org.xnio.IoUtils;
import org.xnio.OptionMap;
import org.xnio.Options;
import org.xnio.StreamConnection;
import org.xnio.XnioWorker;
import org.xnio.channels.AcceptingChannel;

/** A port on 127.0.0.1 that can be closed, which also ends its connections, and opened again with the same number. */
final class LoopbackListener implements AutoCloseable {

    private static final OptionMap SOCKET = OptionMap.builder()
            .set(Options.TCP_NODELAY, true)
            .set(Options.REUSE_ADDRESSES, true)
            .set(Options.BACKLOG, 256)
            .getMap();
    private static final OptionMap HTTP = OptionMap.builder()
            .set(UndertowOptions.MAX_ENTITY_SIZE, -1L)
            .set(UndertowOptions.BUFFER_PIPELINED_DATA, true)
            .set(UndertowOptions.ALWAYS_SET_KEEP_ALIVE, false)
            .getMap();

    private final XnioWorker worker;
    private final ChannelListener<StreamConnection> http;
    private final Set<StreamConnection> connections = ConcurrentHashMap.newKeySet();
    private @Nullable AcceptingChannel<StreamConnection> accepting;
    private int port;

    LoopbackListener(NodeRuntime runtime, HttpHandler handler) {
        worker = runtime.worker();
        HttpOpenListener listener = new HttpOpenListener(runtime.buffers(), HTTP);
        listener.setRootHandler(handler);
        this.http = listener;
    }

    /** Opens the port, or does nothing if it is open. */
    synchronized void open() throws IOException {
        if (accepting != null) {
            return;
        }
        InetSocketAddress address = new InetSocketAddress(InetAddress.getByAddress(new byte[] {127, 0, 0, 1}), port);
        AcceptingChannel<StreamConnection> channel = worker.createStreamConnectionServer(
                address, ChannelListeners.openListenerAdapter(this::accepted), SOCKET);
        port = channel.getLocalAddress(InetSocketAddress.class).getPort();
        channel.resumeAccepts();
        accepting = channel;
    }

    private void accepted(StreamConnection connection) {
        connections.removeIf(other -> !other.isOpen());
        connections.add(connection);
        http.handleEvent(connection);
    }

    /** The port, once it was open. */
    synchronized int port() {
        return port;
    }

    long openConnections() {
        return connections.stream().filter(StreamConnection::isOpen).count();
    }

    @Override
    public synchronized void close() {
        IoUtils.safeClose(accepting);
        accepting = null;
        connections.forEach(IoUtils::safeClose);
        connections.clear();
    }
}
