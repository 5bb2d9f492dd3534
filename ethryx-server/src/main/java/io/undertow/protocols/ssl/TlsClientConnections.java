package io.undertow.protocols.ssl;

import io.undertow.connector.ByteBufferPool;
import javax.net.ssl.SSLEngine;
import org.xnio.StreamConnection;
import org.xnio.ssl.SslConnection;

/** Makes connections on engines of the caller's own making, which Undertow's public face does not. */
public final class TlsClientConnections {

    private TlsClientConnections() {}

    /**
     * Lays TLS over a connection; the handshake is yet to be started.
     *
     * @param plain the connection, unused
     * @param engine the engine, in client mode
     * @param buffers of 17 KiB or more each
     * @return the secured connection, on the same IO thread
     */
    public static SslConnection over(StreamConnection plain, SSLEngine engine, ByteBufferPool buffers) {
        return new UndertowSslConnection(plain, engine, buffers, plain.getWorker());
    }

    /**
     * The engine of a connection.
     *
     * @param secured a connection that was made here
     * @return as it was given
     */
    public static SSLEngine engine(SslConnection secured) {
        return ((UndertowSslConnection) secured).getSSLEngine();
    }
}
