package io.ethryx.server.listener;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import org.jspecify.annotations.Nullable;
import org.xnio.IoUtils;
import org.xnio.StreamConnection;
import org.xnio.conduits.AbstractStreamSinkConduit;
import org.xnio.conduits.AbstractStreamSourceConduit;
import org.xnio.conduits.Conduits;
import org.xnio.conduits.ReadReadyHandler;
import org.xnio.conduits.StreamSinkConduit;
import org.xnio.conduits.StreamSourceConduit;
import org.xnio.conduits.WriteReadyHandler;

/**
 * A connection that closes softly, by {@link LingeringClose}: frames that a client sends while the last ones are on their
 * way to it must not make the kernel destroy those. Confined to its IO thread.
 */
final class SoftConnection extends WrappedConnection {

    private final ListenerSettings settings;
    private final Roster roster;
    private @Nullable ReadReadyHandler reader;
    private @Nullable WriteReadyHandler writer;
    private boolean closing;

    SoftConnection(StreamConnection raw, ListenerSettings settings, Roster roster) {
        super(raw);
        this.settings = settings;
        this.roster = roster;
        setSourceConduit(new Source(raw.getSourceChannel().getConduit()));
        setSinkConduit(new Sink(raw.getSinkChannel().getConduit()));
        raw.setCloseListener(channel -> IoUtils.safeClose(this));
    }

    @Override
    protected void closeAction() {
        closing = true;
        if (raw.isOpen()) {
            LingeringClose.begin(raw, null, settings.pool(), roster.wheel());
        }
    }

    @Override
    protected void notifyReadClosed() {
        readEnded();
    }

    @Override
    protected void notifyWriteClosed() {
        WriteReadyHandler current = writer;
        if (current != null) {
            current.terminated();
        }
    }

    private void readEnded() {
        ReadReadyHandler current = reader;
        if (current != null) {
            current.terminated();
        }
    }

    private final class Source extends AbstractStreamSourceConduit<StreamSourceConduit> {

        Source(StreamSourceConduit next) {
            super(next);
        }

        @Override
        public int read(ByteBuffer dst) throws IOException {
            return closing ? -1 : next.read(dst);
        }

        @Override
        public long read(ByteBuffer[] dsts, int offset, int length) throws IOException {
            return closing ? -1 : next.read(dsts, offset, length);
        }

        @Override
        public void resumeReads() {
            if (!closing) {
                next.resumeReads();
            }
        }

        @Override
        public void suspendReads() {
            if (!closing) {
                next.suspendReads();
            }
        }

        @Override
        public void wakeupReads() {
            if (!closing) {
                next.wakeupReads();
            }
        }

        @Override
        public void terminateReads() {
            if (!closing) {
                next.suspendReads();
            }
            if (readClosed()) {
                readEnded();
            }
        }

        @Override
        public void setReadReadyHandler(ReadReadyHandler handler) {
            reader = handler;
            next.setReadReadyHandler(handler);
        }

        @Override
        public boolean isReadShutdown() {
            return SoftConnection.this.isReadShutdown();
        }
    }

    private final class Sink extends AbstractStreamSinkConduit<StreamSinkConduit> {

        Sink(StreamSinkConduit next) {
            super(next);
        }

        private void check() throws ClosedChannelException {
            if (closing || SoftConnection.this.isWriteShutdown()) {
                throw new ClosedChannelException();
            }
        }

        @Override
        public int write(ByteBuffer src) throws IOException {
            check();
            return next.write(src);
        }

        @Override
        public long write(ByteBuffer[] srcs, int offset, int length) throws IOException {
            check();
            return next.write(srcs, offset, length);
        }

        @Override
        public int writeFinal(ByteBuffer src) throws IOException {
            return Conduits.writeFinalBasic(this, src);
        }

        @Override
        public long writeFinal(ByteBuffer[] srcs, int offset, int length) throws IOException {
            return Conduits.writeFinalBasic(this, srcs, offset, length);
        }

        @Override
        public void resumeWrites() {
            if (!closing) {
                next.resumeWrites();
            }
        }

        @Override
        public void suspendWrites() {
            if (!closing) {
                next.suspendWrites();
            }
        }

        @Override
        public void terminateWrites() throws IOException {
            if (!closing && !SoftConnection.this.isWriteShutdown()) {
                next.terminateWrites();
                writeClosed();
            }
        }

        @Override
        public void setWriteReadyHandler(WriteReadyHandler handler) {
            writer = handler;
            next.setWriteReadyHandler(handler);
        }

        @Override
        public void truncateWrites() throws IOException {
            terminateWrites();
        }

        @Override
        public boolean isWriteShutdown() {
            return SoftConnection.this.isWriteShutdown();
        }
    }
}
