package io.ethryx.server.listener;

import io.undertow.UndertowOptions;
import io.undertow.connector.PooledByteBuffer;
import io.undertow.server.protocol.http2.Http2ReceiveListener;
import org.xnio.OptionMap;
import org.xnio.StreamConnection;

/** Puts the HTTP/2 machinery onto a connection. */
final class Http2Start {

    private static final int PREFACE_BYTES = 24;
    private static final int MOST_STREAMS = 100;
    private static final int MOST_HEADER_BYTES = 16 * 1024;

    private Http2Start() {}

    static void begin(StreamConnection connection, PooledByteBuffer first, ListenerSettings settings, Roster roster) {
        OptionMap options = OptionMap.builder()
                .set(UndertowOptions.MAX_ENTITY_SIZE, -1L)
                .set(UndertowOptions.MAX_HEADERS, 1000)
                .set(UndertowOptions.MAX_PARAMETERS, Integer.MAX_VALUE)
                .set(UndertowOptions.DECODE_URL, false)
                .set(UndertowOptions.ALLOW_UNESCAPED_CHARACTERS_IN_URL, true)
                .set(UndertowOptions.MAX_HEADER_SIZE, MOST_HEADER_BYTES)
                .set(UndertowOptions.HTTP2_SETTINGS_MAX_CONCURRENT_STREAMS, MOST_STREAMS)
                .set(UndertowOptions.HTTP2_SETTINGS_ENABLE_PUSH, false)
                .getMap();
        first.getBuffer().position(PREFACE_BYTES);
        PooledByteBuffer rest = first.getBuffer().hasRemaining() ? first : null;
        if (rest == null) {
            first.close();
        }
        Http2Connection channel = new Http2Connection(connection, rest, options, settings, roster);
        channel.getReceiveSetter()
                .set(new Http2ReceiveListener(
                        new Http2Entry(channel, settings.handler()),
                        options,
                        settings.pool().getBufferSize(),
                        null));
        roster.add(channel);
        channel.resumeReceives();
    }
}
