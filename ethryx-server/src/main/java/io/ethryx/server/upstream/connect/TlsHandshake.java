package io.ethryx.server.upstream.connect;

import io.undertow.protocols.ssl.TlsClientConnections;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.xnio.IoUtils;
import org.xnio.StreamConnection;
import org.xnio.conduits.ConduitStreamSourceChannel;
import org.xnio.ssl.SslConnection;

/**
 * Secures one connection. For HTTP/1.1 that is all that is offered by ALPN; for HTTP/2 both are, and a peer that chooses the
 * other one, or none, is refused. Ends by {@link Ending}, on a task of its own.
 * Confined to the IO thread of the connection.
 */
final class TlsHandshake {

    /** Hears of the end; one of the two, once, unless the handshake is cancelled. */
    interface Ending {
        void secured(StreamConnection secured);

        void refused(String cause);
    }

    private static final String[] HTTP_1_OFFERS = {UpstreamPlace.HTTP_1};
    private static final String[] HTTP_2_OFFERS = {UpstreamPlace.HTTP_2, UpstreamPlace.HTTP_1};

    private final boolean http2;
    private final StreamConnection plain;
    private final UpstreamTls tls;
    private final RecordingEngine engine;
    private final Ending ending;
    private final SslConnection secured;
    private boolean over;
    private boolean cancelled;

    TlsHandshake(StreamConnection plain, UpstreamTls tls, UpstreamPlace place, Ending ending) {
        this.plain = plain;
        this.tls = tls;
        this.ending = ending;
        http2 = place.isHttp2();
        String[] offers = http2 ? HTTP_2_OFFERS : HTTP_1_OFFERS;
        engine = tls.engine(place.settings().host(), place.settings().port(), offers);
        secured = TlsClientConnections.over(plain, engine, tls.buffers());
    }

    void start() {
        secured.getHandshakeSetter().set(done -> end(true));
        secured.getSourceChannel().setReadListener(this::proceed);
        secured.setCloseListener(closed -> end(false));
        try {
            secured.startHandshake();
            secured.getSourceChannel().resumeReads();
        } catch (IOException e) {
            end(false);
        }
    }

    private boolean agreed() {
        return !http2 || UpstreamPlace.HTTP_2.equals(engine.getApplicationProtocol());
    }

    private void proceed(ConduitStreamSourceChannel channel) {
        try {
            if (channel.read(ByteBuffer.allocate(0)) < 0) {
                end(false);
            }
        } catch (IOException e) {
            // The engine has recorded why.
            end(false);
        }
    }

    /** Tells of it in a task of its own, by when the engine knows what went wrong. */
    private void end(boolean done) {
        if (over) {
            return;
        }
        over = true;
        plain.getIoThread().execute(() -> {
            if (cancelled) {
                return;
            }
            if (done && agreed()) {
                ending.secured(secured);
            } else {
                IoUtils.safeClose(secured);
                ending.refused(
                        done
                                ? "it does not speak HTTP/2 (TLS chose another protocol)"
                                : TlsFault.ofHandshake(engine, tls));
            }
        });
    }

    /** Gives up without a word. Idempotent. */
    void cancel() {
        over = true;
        cancelled = true;
        IoUtils.safeClose(secured);
    }
}
