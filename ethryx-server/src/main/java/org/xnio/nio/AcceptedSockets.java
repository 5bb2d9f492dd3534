package org.xnio.nio;

import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.SelectionKey;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import org.xnio.StreamConnection;
import org.xnio.XnioIoThread;

/**
 * What XNIO's own accepting channel does not allow: to see a failed accept, to set any socket option, and to choose the IO
 * thread of a connection. Stateless.
 */
public final class AcceptedSockets {

    private AcceptedSockets() {}

    /**
     * Makes a connection of a socket.
     *
     * @param thread the IO thread that it will live on
     * @param socket in non-blocking mode
     * @return the connection, its reads suspended
     * @throws IOException if the socket is closed
     */
    public static StreamConnection adopt(XnioIoThread thread, SocketChannel socket) throws IOException {
        WorkerThread worker = (WorkerThread) thread;
        return new NioSocketStreamConnection(worker, worker.registerChannel(socket), () -> {});
    }

    /**
     * Calls back on an IO thread whenever a connection waits to be accepted.
     *
     * @param thread the IO thread
     * @param server bound, in non-blocking mode
     * @param ready runs again and again while a connection waits and the watch is not paused
     * @return the watch, paused; closing it closes the server's socket
     * @throws IOException if the socket is closed
     */
    public static Watch watch(XnioIoThread thread, ServerSocketChannel server, Runnable ready) throws IOException {
        WorkerThread worker = (WorkerThread) thread;
        Handle handle = new Handle(worker, worker.registerChannel(server), ready);
        handle.getSelectionKey().attach(handle);
        return handle;
    }

    /** A watched server socket. Thread-safe. */
    public interface Watch extends Closeable {

        /** Begins to call back, or goes on. */
        void resume();

        /** Stops calling back. */
        void pause();
    }

    private static final class Handle extends NioHandle implements Watch {

        private final Runnable ready;

        Handle(WorkerThread thread, SelectionKey key, Runnable ready) {
            super(thread, key);
            this.ready = ready;
        }

        @Override
        void handleReady(int ops) {
            ready.run();
        }

        @Override
        void forceTermination() {
            cancelKey(false);
        }

        @Override
        void terminated() {}

        @Override
        public void resume() {
            resume(SelectionKey.OP_ACCEPT);
        }

        @Override
        public void pause() {
            suspend(SelectionKey.OP_ACCEPT);
        }

        @Override
        public void close() throws IOException {
            cancelKey(false);
            getSelectionKey().channel().close();
        }
    }
}
