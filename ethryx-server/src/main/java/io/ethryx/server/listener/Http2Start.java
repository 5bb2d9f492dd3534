package io.ethryx.server.listener;

import io.undertow.connector.PooledByteBuffer;
import org.xnio.StreamConnection;

/** Puts the HTTP/2 machinery onto a connection. */
final class Http2Start {

    private static final int PREFACE_BYTES = 24;

    private Http2Start() {}

    static void begin(StreamConnection connection, PooledByteBuffer first, ListenerSettings settings, Roster roster) {
        first.getBuffer().position(PREFACE_BYTES);
        new Http2Connection(connection, settings, roster).start(first);
    }
}
