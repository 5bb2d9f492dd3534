package io.ethryx.server.upstream.http2;

import io.ethryx.server.upstream.connect.UpstreamTls;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import org.xnio.StreamConnection;
import org.xnio.conduits.StreamSinkConduit;
import org.xnio.conduits.StreamSourceConduit;

/**
 * The first words of a connection over HTTP/2 (RFC 9113 section 3.4): says the preface and the settings, and waits for the
 * peer to begin its own. Needs no codec, so that a peer that speaks HTTP/1.1 alone never has one loaded. Confined to the IO
 * thread of the connection.
 */
final class Http2Greeting {

    /** Of each stream. */
    static final int STREAM_WINDOW = 65_535;

    static final int MAX_HEADER_LIST = 65_536;

    private static final int ENABLE_PUSH = 2;
    private static final int INITIAL_WINDOW_SIZE = 4;
    private static final int MAX_HEADER_LIST_SIZE = 6;
    private static final byte[] PREFACE = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] SETTINGS_OF_18_BYTES = {0, 0, 18, 4, 0, 0, 0, 0, 0};

    /** Hears of the end; one of the two, once, unless the greeting is cancelled. */
    interface Ending {

        /** The peer has begun to speak HTTP/2; with what was read of it. */
        void welcomed(ByteBuffer ahead);

        void refused(String cause);
    }

    private final StreamConnection connection;
    private final StreamSourceConduit source;
    private final StreamSinkConduit sink;
    private final Ending ending;
    private final PeerPreface peer = new PeerPreface();
    private final ByteBuffer words = words();
    private final ByteBuffer heard = ByteBuffer.allocate(512);
    private boolean over;

    Http2Greeting(StreamConnection connection, Ending ending) {
        this.connection = connection;
        this.ending = ending;
        source = connection.getSourceChannel().getConduit();
        sink = connection.getSinkChannel().getConduit();
    }

    private static ByteBuffer words() {
        ByteBuffer words = ByteBuffer.allocate(length());
        words.put(PREFACE).put(SETTINGS_OF_18_BYTES);
        setting(words, ENABLE_PUSH, 0);
        setting(words, INITIAL_WINDOW_SIZE, STREAM_WINDOW);
        setting(words, MAX_HEADER_LIST_SIZE, MAX_HEADER_LIST);
        return words.flip();
    }

    private static void setting(ByteBuffer words, int id, int value) {
        words.putShort((short) id).putInt(value);
    }

    /** How many bytes are said. */
    static int length() {
        return PREFACE.length + SETTINGS_OF_18_BYTES.length + 18;
    }

    void start() {
        connection.getSourceChannel().setReadListener(channel -> hear());
        connection.getSinkChannel().setWriteListener(channel -> say());
        connection.setCloseListener(channel -> end("it closed the connection"));
        source.resumeReads();
        say();
    }

    private void say() {
        try {
            while (words.hasRemaining() && sink.write(words) > 0) {
                // goes on while the connection takes more
            }
            if (words.hasRemaining() || !sink.flush()) {
                sink.resumeWrites();
            } else {
                sink.suspendWrites();
            }
        } catch (IOException e) {
            end("it closed the connection");
        }
    }

    private void hear() {
        try {
            while (!over && heard.hasRemaining()) {
                int from = heard.position();
                int read = source.read(heard);
                if (read <= 0) {
                    if (read < 0) {
                        end("it closed the connection");
                    }
                    return;
                }
                judge(from);
            }
        } catch (IOException e) {
            end("it closed the connection");
        }
    }

    private void judge(int from) {
        for (int i = from; i < heard.position() && !over; i++) {
            peer.see(heard.get(i));
            if (peer.isSettings()) {
                end(null);
            } else if (peer.otherwise() != null) {
                end(peer.otherwise());
            }
        }
    }

    private void end(@Nullable String cause) {
        if (over) {
            return;
        }
        cancel();
        if (cause == null) {
            ending.welcomed(heard.flip());
        } else {
            // Who breaks TLS off, for want of a certificate of ours perhaps, says nothing about HTTP/2.
            ending.refused(UpstreamTls.lastWord(connection).orElse("it does not speak HTTP/2 (" + cause + ")"));
        }
    }

    /** Stops listening, without a word. Idempotent. */
    void cancel() {
        over = true;
        if (connection.isOpen()) {
            source.suspendReads();
            sink.suspendWrites();
        }
    }
}
