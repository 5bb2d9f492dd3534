package io.ethryx.server.listener.accept;

import io.ethryx.server.listener.ListenerSettings;
import io.ethryx.server.listener.connection.Fault;
import io.ethryx.server.listener.connection.LingeringClose;
import io.ethryx.server.listener.connection.OpenConnection;
import io.ethryx.server.listener.connection.RawAnswers;
import io.ethryx.server.listener.connection.Roster;
import io.ethryx.server.timer.Timeout;
import io.undertow.connector.PooledByteBuffer;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;
import org.xnio.IoUtils;
import org.xnio.StreamConnection;

/**
 * Makes out the protocol of a new connection from its first bytes, in any pieces: the whole preface of RFC 9113 section 3.4
 * means HTTP/2, the first byte that differs from it means HTTP/1.1.
 */
final class ProtocolSniffer implements OpenConnection {

    private static final byte[] PREFACE = RawAnswers.bytes("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n");

    /** What to do with a connection whose protocol is known. */
    interface Protocols {

        /** Serves HTTP/1.1; the bytes are borrowed for the call. */
        void http1(StreamConnection connection, ByteBuffer first);

        /** Serves HTTP/2; takes the buffer, which begins with the preface. */
        void http2(StreamConnection connection, PooledByteBuffer first);
    }

    private final StreamConnection connection;
    private final ListenerSettings settings;
    private final Roster roster;
    private final Protocols protocols;
    private final Timeout timeout = new Timeout(this::late);
    private @Nullable PooledByteBuffer pooled;

    ProtocolSniffer(StreamConnection connection, ListenerSettings settings, Roster roster, Protocols protocols) {
        this.connection = connection;
        this.settings = settings;
        this.roster = roster;
        this.protocols = protocols;
    }

    void start() {
        roster.wheel().set(timeout, settings.limits().headTimeout());
        connection.getSourceChannel().setReadListener(channel -> read());
        connection.setCloseListener(channel -> forget());
        roster.add(this);
        if (connection.isOpen()) {
            connection.getSourceChannel().resumeReads();
            read();
        }
    }

    private void read() {
        PooledByteBuffer current = pooled == null ? settings.io().buffers().allocate() : pooled;
        pooled = current;
        ByteBuffer bytes = current.getBuffer();
        try {
            int read = connection.getSourceChannel().read(bytes);
            if (read < 0) {
                IoUtils.safeClose(connection);
            } else if (bytes.position() == 0) {
                pooled = null;
                current.close();
            } else {
                decide(current, bytes);
            }
        } catch (IOException e) {
            IoUtils.safeClose(connection);
        }
    }

    private void decide(PooledByteBuffer current, ByteBuffer bytes) {
        int length = Math.min(bytes.position(), PREFACE.length);
        for (int i = 0; i < length; i++) {
            if (bytes.get(i) != PREFACE[i]) {
                handOver();
                protocols.http1(connection, bytes.flip());
                current.close();
                return;
            }
        }
        if (length == PREFACE.length) {
            handOver();
            bytes.flip();
            protocols.http2(connection, current);
        }
    }

    private void handOver() {
        pooled = null;
        timeout.clear();
        roster.remove(this);
        connection.getSourceChannel().suspendReads();
    }

    private void forget() {
        timeout.clear();
        roster.remove(this);
        PooledByteBuffer current = pooled;
        pooled = null;
        if (current != null) {
            current.close();
        }
    }

    private void late() {
        if (pooled == null) {
            IoUtils.safeClose(connection);
        } else {
            forget();
            LingeringClose.begin(
                    connection, Fault.TOO_SLOW.answer(), settings.io().buffers(), roster.wheel());
        }
    }

    @Override
    public void drain() {
        IoUtils.safeClose(connection);
    }

    @Override
    public void closeNow() {
        IoUtils.safeClose(connection);
    }
}
