package io.ethryx.server.listener.accept;

import io.ethryx.server.listener.ListenerSettings;
import io.ethryx.server.listener.connection.Roster;
import io.ethryx.server.listener.http1.Http1Connection;
import io.ethryx.server.listener.http2.Http2Start;
import io.undertow.connector.PooledByteBuffer;
import java.nio.ByteBuffer;
import org.xnio.StreamConnection;

/** Puts the protocol's machinery onto a connection. Thread-safe. */
final class ConnectionStarter {

    private final ListenerSettings settings;

    ConnectionStarter(ListenerSettings settings) {
        this.settings = settings;
    }

    ProtocolSniffer.Protocols on(Roster roster) {
        return new ProtocolSniffer.Protocols() {
            @Override
            public void http1(StreamConnection connection, ByteBuffer first) {
                new Http1Connection(connection, settings, roster).start(first);
            }

            @Override
            public void http2(StreamConnection connection, PooledByteBuffer first) {
                Http2Start.begin(connection, first, settings, roster);
            }
        };
    }
}
