package io.ethryx.server.listener;

import io.undertow.UndertowOptions;
import io.undertow.connector.PooledByteBuffer;
import io.undertow.server.protocol.http.HttpOpenListener;
import java.nio.ByteBuffer;
import org.xnio.OptionMap;
import org.xnio.StreamConnection;

/** Puts the protocol's machinery onto a connection. Thread-safe. */
final class ConnectionStarter {

    private final ListenerSettings settings;
    private final HttpOpenListener http1;

    ConnectionStarter(ListenerSettings settings) {
        this.settings = settings;
        int head = settings.limits().maxRequestHeadBytes();
        OptionMap options = OptionMap.builder()
                .set(UndertowOptions.ENABLE_HTTP2, false)
                .set(UndertowOptions.MAX_ENTITY_SIZE, -1L)
                .set(UndertowOptions.MAX_HEADER_SIZE, 2 * head)
                .set(UndertowOptions.MAX_HEADERS, Integer.MAX_VALUE)
                .set(UndertowOptions.MAX_PARAMETERS, Integer.MAX_VALUE)
                .set(UndertowOptions.DECODE_URL, false)
                .set(UndertowOptions.ALLOW_UNESCAPED_CHARACTERS_IN_URL, true)
                .set(UndertowOptions.ALWAYS_SET_KEEP_ALIVE, false)
                .getMap();
        http1 = new HttpOpenListener(settings.pool(), options);
        http1.setRootHandler(new Http1Entry(settings.handler()));
    }

    ProtocolSniffer.Protocols on(Roster roster) {
        return new ProtocolSniffer.Protocols() {
            @Override
            public void http1(StreamConnection connection, ByteBuffer first) {
                Http1Connection guarded = new Http1Connection(connection, settings, roster);
                guarded.guard().start(first);
                roster.add(guarded);
                http1.handleEvent(guarded);
            }

            @Override
            public void http2(StreamConnection connection, PooledByteBuffer first) {
                Http2Start.begin(connection, first, settings, roster);
            }
        };
    }
}
