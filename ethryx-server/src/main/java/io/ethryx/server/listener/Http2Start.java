package io.ethryx.server.listener;

import io.undertow.UndertowOptions;
import io.undertow.connector.PooledByteBuffer;
import io.undertow.server.protocol.http2.Http2ReceiveListener;
import org.xnio.OptionMap;
import org.xnio.StreamConnection;

/** Puts the HTTP/2 machinery onto a connection. */
final class Http2Start {

    private static final int PREFACE_BYTES = 24;
    private static final int MOST_RESETS = 1000;
    private static final int RESET_WINDOW_MILLIS = 10_000;
    private static final int MOST_BUFFERS = 128;
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
                .set(UndertowOptions.HTTP2_SETTINGS_MAX_CONCURRENT_STREAMS, Http2Connection.MOST_STREAMS)
                .set(UndertowOptions.HTTP2_SETTINGS_INITIAL_WINDOW_SIZE, Http2Connection.STREAM_WINDOW)
                .set(UndertowOptions.MAX_QUEUED_READ_BUFFERS, MOST_BUFFERS)
                .set(UndertowOptions.MAX_RST_FRAMES_PER_WINDOW, MOST_RESETS)
                .set(UndertowOptions.RST_FRAMES_TIME_WINDOW, RESET_WINDOW_MILLIS)
                .set(UndertowOptions.HTTP2_SETTINGS_ENABLE_PUSH, false)
                .getMap();
        first.getBuffer().position(PREFACE_BYTES);
        PooledByteBuffer rest = first.getBuffer().hasRemaining() ? first : null;
        if (rest == null) {
            first.close();
        }
        Http2Connection channel =
                new Http2Connection(new SoftConnection(connection, settings, roster), rest, options, settings, roster);
        channel.getReceiveSetter()
                .set(new Http2ReceiveListener(
                        new Http2Entry(channel, settings.handler()),
                        options,
                        settings.pool().getBufferSize(),
                        null));
        roster.add(channel);
        channel.greet();
        channel.resumeReceives();
    }
}
