package io.ethryx.server.listener.http2;

import io.ethryx.server.listener.ListenerSettings;
import io.ethryx.server.listener.connection.Roster;
import io.undertow.connector.PooledByteBuffer;
import org.xnio.StreamConnection;

/** Puts the HTTP/2 machinery onto a connection. */
public final class Http2Start {

    private static final int PREFACE_BYTES = 24;

    private Http2Start() {}

    /**
     * Begins to speak HTTP/2.
     *
     * @param connection the socket's own
     * @param first begins with the preface; taken, and given back when it has been read
     * @param settings of the listeners
     * @param roster the connections of the IO thread
     */
    public static void begin(
            StreamConnection connection, PooledByteBuffer first, ListenerSettings settings, Roster roster) {
        first.getBuffer().position(PREFACE_BYTES);
        new Http2Connection(connection, settings, roster).start(first);
    }
}
