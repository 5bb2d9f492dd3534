package io.ethryx.server.listener;

import java.io.IOException;
import java.net.SocketAddress;
import org.xnio.Option;
import org.xnio.StreamConnection;

/** A connection around a socket's own: other conduits and another way to close, the same addresses and options. */
abstract class WrappedConnection extends StreamConnection {

    final StreamConnection raw;

    WrappedConnection(StreamConnection raw) {
        super(raw.getIoThread());
        this.raw = raw;
    }

    @Override
    public SocketAddress getPeerAddress() {
        return raw.getPeerAddress();
    }

    @Override
    public SocketAddress getLocalAddress() {
        return raw.getLocalAddress();
    }

    @Override
    public boolean supportsOption(Option<?> option) {
        return raw.supportsOption(option);
    }

    @Override
    public <T> T getOption(Option<T> option) throws IOException {
        return raw.getOption(option);
    }

    @Override
    public <T> T setOption(Option<T> option, T value) throws IOException {
        return raw.setOption(option, value);
    }
}
