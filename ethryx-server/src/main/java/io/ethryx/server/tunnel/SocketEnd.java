package io.ethryx.server.tunnel;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.xnio.IoUtils;
import org.xnio.Options;
import org.xnio.StreamConnection;
import org.xnio.conduits.StreamSinkConduit;
import org.xnio.conduits.StreamSourceConduit;
import org.xnio.ssl.SslConnection;

/**
 * A side that is a connection of its own. Its read interest is armed for life and suspended only when bytes really come that
 * nobody wants yet, so that a message costs one read, one write and no change to the selector.
 */
public final class SocketEnd implements TunnelEnd {

    private static final Logger LOG = LoggerFactory.getLogger(SocketEnd.class);

    private final StreamConnection stream;
    private final StreamSourceConduit source;
    private final StreamSinkConduit sink;
    private final boolean secured;
    private @Nullable ByteBuffer early;
    private Runnable readable = () -> {};
    private Runnable writable = () -> {};
    private boolean readsWanted;
    private boolean readsResumed;
    private boolean writesResumed;
    private boolean ending;

    /**
     * The side of a connection.
     *
     * @param stream whose listeners are nobody's
     * @param early what was read of it already
     */
    public SocketEnd(StreamConnection stream, ByteBuffer early) {
        this.stream = stream;
        this.early = early.hasRemaining() ? early : null;
        source = stream.getSourceChannel().getConduit();
        sink = stream.getSinkChannel().getConduit();
        secured = stream instanceof SslConnection;
    }

    @Override
    public void listen(Runnable whenReadable, Runnable whenWritable) {
        readable = whenReadable;
        writable = whenWritable;
        stream.getSourceChannel().setReadListener(channel -> guard(this::readReady));
        stream.getSinkChannel().setWriteListener(channel -> guard(writable));
    }

    /** A fault of our own ends the connection rather than hang its tunnel. */
    private void guard(Runnable event) {
        try {
            event.run();
        } catch (RuntimeException | Error e) {
            LOG.error("A tunnel failed by a fault of its own", e);
            abort();
        }
    }

    private void readReady() {
        if (readsWanted) {
            readable.run();
        } else {
            readsResumed = false;
            source.suspendReads();
        }
    }

    @Override
    public int read(ByteBuffer into) throws IOException {
        ByteBuffer first = early;
        if (first == null) {
            return secured ? readAll(into) : source.read(into);
        }
        int n = Math.min(first.remaining(), into.remaining());
        into.put(into.position(), first, first.position(), n);
        into.position(into.position() + n);
        first.position(first.position() + n);
        if (!first.hasRemaining()) {
            early = null;
        }
        return n;
    }

    /** One read of TLS gives one record. */
    private int readAll(ByteBuffer into) throws IOException {
        int read = source.read(into);
        for (int more = read; more > 0 && into.hasRemaining(); ) {
            more = source.read(into);
            read += Math.max(0, more);
        }
        return read;
    }

    @Override
    public int write(ByteBuffer bytes) throws IOException {
        return sink.write(bytes);
    }

    @Override
    public boolean flush() throws IOException {
        return sink.flush();
    }

    @Override
    public void wantRead(boolean wanted) {
        readsWanted = wanted;
        if (wanted && !readsResumed) {
            readsResumed = true;
            source.resumeReads();
        }
    }

    @Override
    public void wantWrite(boolean wanted) {
        if (wanted != writesResumed) {
            writesResumed = wanted;
            if (wanted) {
                sink.resumeWrites();
            } else {
                sink.suspendWrites();
            }
        }
    }

    @Override
    public void endWrites() throws IOException {
        if (!ending) {
            ending = true;
            sink.terminateWrites();
        }
    }

    @Override
    public void abort() {
        try {
            stream.setOption(Options.CLOSE_ABORT, true);
        } catch (IOException e) {
            LOG.debug("A connection can't be broken off and is closed instead", e);
        }
        close();
    }

    @Override
    public void close() {
        early = null;
        IoUtils.safeClose(stream);
    }
}
