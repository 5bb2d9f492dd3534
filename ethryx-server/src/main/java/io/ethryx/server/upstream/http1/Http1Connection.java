package io.ethryx.server.upstream.http1;

import io.ethryx.server.upstream.SwitchedConnection;
import io.ethryx.server.upstream.connect.UpstreamTls;
import io.undertow.connector.ByteBufferPool;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.xnio.IoUtils;
import org.xnio.StreamConnection;
import org.xnio.conduits.StreamSinkConduit;
import org.xnio.conduits.StreamSourceConduit;

/**
 * One connection to an upstream and the parts that its calls share, one call at a time. Read interest is armed for life:
 * it is suspended only when bytes really come that nobody wants yet.
 */
final class Http1Connection {

    private static final Logger LOG = LoggerFactory.getLogger(Http1Connection.class);

    final StreamSinkConduit sink;
    final AnswerInput input;
    final LineReader lines = new LineReader();
    final HeadParser head = new HeadParser(lines);
    final LengthDecoder lengthBody = new LengthDecoder();
    final ChunkedDecoder chunkedBody = new ChunkedDecoder(lines);
    final InetAddress address;

    /** Whether a call before this one has used the connection. */
    boolean reused;

    /** When the connection was last given back. */
    long idleSince;

    /** Sends what the call has put off. */
    final Runnable sendNow;

    private final StreamConnection stream;
    private final StreamSourceConduit source;
    private final ConnectionPool pool;
    private final Runnable readEvent = this::readReady;
    private final Runnable writeEvent = this::writeReady;
    private boolean readsSuspended;
    private boolean closing;
    private boolean writesResumed;

    @Nullable
    private Http1Call call;

    Http1Connection(StreamConnection stream, InetAddress address, ConnectionPool pool, ByteBufferPool buffers) {
        this.stream = stream;
        this.address = address;
        this.pool = pool;
        source = stream.getSourceChannel().getConduit();
        sink = stream.getSinkChannel().getConduit();
        input = new AnswerInput(source::read, buffers);
        stream.getSourceChannel().setReadListener(channel -> guard(readEvent));
        stream.getSinkChannel().setWriteListener(channel -> guard(writeEvent));
        stream.setCloseListener(channel -> closed());
        Runnable sending = this::sendPutOff;
        sendNow = () -> guard(sending);
        source.resumeReads();
    }

    /** A fault of our own ends the connection rather than hang its call. */
    private void guard(Runnable event) {
        try {
            event.run();
        } catch (RuntimeException | Error e) {
            LOG.error("A call to an upstream failed by a fault of its own", e);
            IoUtils.safeClose(stream);
        }
    }

    void serve(@Nullable Http1Call next) {
        call = next;
        if (next == null && readsSuspended) {
            wantReads();
        }
    }

    private void readReady() {
        Http1Call current = call;
        if (current == null) {
            pool.dropIdle(this);
        } else {
            current.readReady();
        }
    }

    private void writeReady() {
        Http1Call current = call;
        if (current == null) {
            suspendWrites();
        } else {
            current.writeReady();
        }
    }

    private void sendPutOff() {
        Http1Call current = call;
        if (current != null) {
            current.request.sendNow();
        }
    }

    /** The connection was closed, and not by its call or its pool: the worker ends, or a fault. */
    private void closed() {
        if (closing) {
            return;
        }
        Http1Call current = call;
        if (current == null) {
            pool.dropIdle(this);
        } else {
            current.connectionGone();
        }
    }

    void wantReads() {
        if (readsSuspended) {
            readsSuspended = false;
            source.resumeReads();
        }
    }

    void suspendReads() {
        readsSuspended = true;
        source.suspendReads();
    }

    void wantWrites() {
        if (!writesResumed) {
            writesResumed = true;
            sink.resumeWrites();
        }
    }

    void suspendWrites() {
        if (writesResumed && isFlushed()) {
            writesResumed = false;
            sink.suspendWrites();
        }
    }

    /** Sees that nothing stays in the conduit while the caller has no more to write. */
    void settle() {
        if (!writesResumed && !isFlushed()) {
            wantWrites();
        }
    }

    /** TLS keeps what the socket did not take; a socket keeps nothing. */
    private boolean isFlushed() {
        try {
            return sink.flush();
        } catch (IOException e) {
            // The next use of the connection meets the same end and tells it.
            return true;
        }
    }

    /** Whether an unused connection has neither ended nor said anything: costs one read. */
    boolean isQuiet(ByteBuffer probe) {
        try {
            return stream.isOpen() && source.read(probe.clear()) == 0;
        } catch (IOException e) {
            return false;
        }
    }

    /** Whether the end of what came may have come too early. */
    boolean isCutShort() {
        return UpstreamTls.isCutShort(stream);
    }

    /** Why it is lost: what the other side said at last, if it did. */
    String whyLost(String otherwise) {
        return UpstreamTls.lastWord(stream).orElse(otherwise);
    }

    boolean isOpen() {
        return stream.isOpen();
    }

    /** Ends this codec and leaves the socket open: whoever takes it hears its events, and of its end no one else does. */
    SwitchedConnection letGo() {
        closing = true;
        call = null;
        suspendWrites();
        stream.getSourceChannel().setReadListener(null);
        stream.getSinkChannel().setWriteListener(null);
        return new SwitchedConnection(stream, input.takeAhead());
    }

    void close() {
        closing = true;
        call = null;
        input.release();
        IoUtils.safeClose(stream);
    }
}
