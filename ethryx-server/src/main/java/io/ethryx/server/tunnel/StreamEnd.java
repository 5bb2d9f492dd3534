package io.ethryx.server.tunnel;

import io.ethryx.server.listener.ClientExchange;
import java.io.IOException;
import java.nio.ByteBuffer;

/** A side that is one stream of a client's HTTP/2 connection: the body of its request, and of its answer. */
public final class StreamEnd implements TunnelEnd {

    private final ClientExchange client;

    /**
     * The side of a stream.
     *
     * @param client an extended CONNECT that has become a tunnel
     */
    public StreamEnd(ClientExchange client) {
        this.client = client;
    }

    @Override
    public void listen(Runnable readable, Runnable writable) {
        client.body().whenReadable(readable);
        client.answer().whenWritable(writable);
    }

    /** One read gives what is left of one frame. */
    @Override
    public int read(ByteBuffer into) throws IOException {
        int read = client.body().read(into);
        for (int more = read; more > 0 && into.hasRemaining(); ) {
            more = client.body().read(into);
            read += Math.max(0, more);
        }
        return read;
    }

    @Override
    public int write(ByteBuffer bytes) throws IOException {
        return client.answer().write(bytes);
    }

    @Override
    public boolean flush() throws IOException {
        return client.answer().flush();
    }

    @Override
    public void wantRead(boolean wanted) {
        client.body().want(wanted);
    }

    @Override
    public void wantWrite(boolean wanted) {
        client.answer().want(wanted);
    }

    @Override
    public void endWrites() throws IOException {
        client.answer().end();
    }

    @Override
    public void abort() {
        client.abort();
    }

    @Override
    public void close() {
        client.endTunnel();
    }
}
