package io.ethryx.server.embedded;

import io.netty.buffer.ByteBuf;
import io.netty.channel.AbstractChannel;
import io.netty.channel.ChannelConfig;
import io.netty.channel.ChannelId;
import io.netty.channel.ChannelMetadata;
import io.netty.channel.ChannelOutboundBuffer;
import io.netty.channel.ChannelPromise;
import io.netty.channel.DefaultChannelConfig;
import io.netty.channel.EventLoop;
import io.undertow.connector.ByteBufferPool;
import io.undertow.connector.PooledByteBuffer;
import java.io.IOException;
import java.io.Serial;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;
import org.xnio.IoUtils;
import org.xnio.StreamConnection;
import org.xnio.conduits.StreamSinkConduit;
import org.xnio.conduits.StreamSourceConduit;

/**
 * A Netty channel over a connection that is open already. What was read goes up the pipeline in heap buffers of its size;
 * what the pipeline writes is gathered, many small pieces into one write of the socket. Reads are armed for life: it is for
 * handlers that bound what they are sent.
 */
@SuppressWarnings("FutureReturnValueIgnored") // a write or close that fails is told by the end of the connection
public final class ConnectionChannel extends AbstractChannel {

    /** Reads before other connections of the thread get their turn. */
    private static final int READS_A_TURN = 4;

    private static final ChannelMetadata METADATA = new ChannelMetadata(false);

    private final StreamConnection connection;
    private final StreamSourceConduit source;
    private final StreamSinkConduit sink;
    private final ByteBufferPool buffers;
    private final ChannelConfig config = new DefaultChannelConfig(this);
    private final Runnable readEvent = this::readReady;
    private boolean closed;
    private boolean writesResumed;

    /**
     * A channel that is yet to be started.
     *
     * @param connection open; the channel's from now on
     * @param buffers for what is on its way between socket and pipeline
     */
    public ConnectionChannel(StreamConnection connection, ByteBufferPool buffers) {
        super(null, new ConnectionId());
        this.connection = connection;
        this.buffers = buffers;
        source = connection.getSourceChannel().getConduit();
        sink = connection.getSinkChannel().getConduit();
    }

    /**
     * Adds the handlers that the pipeline has, makes the channel active and begins to read.
     *
     * @param loop of the connection's thread, which is the current one
     * @param ahead what was read from the connection already
     */
    public void start(IoThreadLoop loop, ByteBuffer ahead) {
        loop.register(this);
        connection.getSourceChannel().setReadListener(channel -> readReady());
        connection.getSinkChannel().setWriteListener(channel -> writeReady());
        connection.setCloseListener(channel -> unsafe().close(voidPromise()));
        if (ahead.hasRemaining()) {
            deliver(ahead);
            pipeline().fireChannelReadComplete();
        }
        if (isOpen()) {
            source.resumeReads();
            eventLoop().execute(readEvent);
        }
    }

    /**
     * How much was written that the socket has not taken.
     *
     * @return bytes
     */
    public long unsentBytes() {
        ChannelOutboundBuffer waiting = unsafe().outboundBuffer();
        return waiting == null ? 0 : waiting.totalPendingWriteBytes();
    }

    private void readReady() {
        try (PooledByteBuffer pooled = buffers.allocate()) {
            ByteBuffer bytes = pooled.getBuffer();
            int turn = 0;
            boolean more = true;
            while (more && turn++ < READS_A_TURN && isOpen()) {
                more = readInto(bytes);
            }
            pipeline().fireChannelReadComplete();
            if (more && isOpen()) {
                eventLoop().execute(readEvent);
            }
        }
    }

    /** Whether there may be more. */
    private boolean readInto(ByteBuffer bytes) {
        try {
            int read = source.read(bytes.clear());
            if (read < 0) {
                unsafe().close(voidPromise());
            } else if (read > 0) {
                deliver(bytes.flip());
            }
            return read > 0 && bytes.limit() == bytes.capacity();
        } catch (IOException e) {
            pipeline().fireExceptionCaught(e);
            unsafe().close(voidPromise());
            return false;
        }
    }

    private void deliver(ByteBuffer bytes) {
        ByteBuf copy = config.getAllocator().heapBuffer(bytes.remaining());
        copy.writeBytes(bytes);
        pipeline().fireChannelRead(copy);
    }

    private void writeReady() {
        ((SocketUnsafe) unsafe()).flushAgain();
        if (unsentBytes() == 0) {
            settle();
        }
    }

    @Override
    protected void doWrite(ChannelOutboundBuffer pieces) throws IOException {
        try (PooledByteBuffer pooled = buffers.allocate()) {
            ByteBuffer gathered = pooled.getBuffer();
            while (!pieces.isEmpty()) {
                gather(pieces, gathered.clear());
                int n = gathered.flip().hasRemaining() ? sink.write(gathered) : 0;
                pieces.removeBytes(n);
                if (gathered.hasRemaining()) {
                    resumeWrites();
                    return;
                }
            }
        }
        settle();
    }

    private static void gather(ChannelOutboundBuffer pieces, ByteBuffer into) throws IOException {
        try {
            pieces.forEachFlushedMessage(piece -> {
                ByteBuf bytes = (ByteBuf) piece;
                int n = Math.min(bytes.readableBytes(), into.remaining());
                into.limit(into.position() + n);
                bytes.getBytes(bytes.readerIndex(), into);
                into.limit(into.capacity());
                return into.hasRemaining();
            });
        } catch (IOException | RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new IOException(e);
        }
    }

    /** TLS keeps what the socket did not take; a socket keeps nothing. */
    private void settle() {
        try {
            if (!sink.flush()) {
                resumeWrites();
            } else if (writesResumed) {
                writesResumed = false;
                sink.suspendWrites();
            }
        } catch (IOException e) {
            pipeline().fireExceptionCaught(e);
            unsafe().close(voidPromise());
        }
    }

    private void resumeWrites() {
        if (!writesResumed) {
            writesResumed = true;
            sink.resumeWrites();
        }
    }

    @Override
    protected AbstractUnsafe newUnsafe() {
        return new SocketUnsafe();
    }

    private final class SocketUnsafe extends AbstractUnsafe {

        @Override
        public void connect(SocketAddress remote, @Nullable SocketAddress local, ChannelPromise promise) {
            promise.setFailure(new UnsupportedOperationException("the connection is made already"));
        }

        void flushAgain() {
            flush0();
        }
    }

    @Override
    protected void doClose() {
        closed = true;
        IoUtils.safeClose(connection);
    }

    @Override
    public boolean isOpen() {
        return !closed;
    }

    @Override
    public boolean isActive() {
        return !closed;
    }

    @Override
    protected boolean isCompatible(EventLoop loop) {
        return loop instanceof IoThreadLoop;
    }

    @Override
    protected @Nullable SocketAddress localAddress0() {
        return connection.getLocalAddress();
    }

    @Override
    protected @Nullable SocketAddress remoteAddress0() {
        return connection.getPeerAddress();
    }

    @Override
    protected void doBind(SocketAddress local) {
        throw new UnsupportedOperationException("the connection is made already");
    }

    @Override
    protected void doDisconnect() {
        doClose();
    }

    @Override
    protected void doBeginRead() {
        // armed from start() on
    }

    @Override
    public ChannelConfig config() {
        return config;
    }

    @Override
    public ChannelMetadata metadata() {
        return METADATA;
    }

    /** Netty's own names a channel by the machine, which takes long to find out. */
    private static final class ConnectionId implements ChannelId {

        @Serial
        private static final long serialVersionUID = 1;

        @Override
        public String asShortText() {
            return Integer.toHexString(System.identityHashCode(this));
        }

        @Override
        public String asLongText() {
            return asShortText();
        }

        @Override
        public int compareTo(ChannelId other) {
            return asLongText().compareTo(other.asLongText());
        }
    }
}
