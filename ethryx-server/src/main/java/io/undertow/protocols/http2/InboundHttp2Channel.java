package io.undertow.protocols.http2;

import io.undertow.connector.ByteBufferPool;
import io.undertow.connector.PooledByteBuffer;
import java.io.IOException;
import org.xnio.OptionMap;
import org.xnio.StreamConnection;

/** A client's HTTP/2 connection after its preface (RFC 9113), stock but for what is overridden here. */
public class InboundHttp2Channel extends Http2Channel {

    /**
     * Takes over a connection.
     *
     * @param connection whose preface has been read
     * @param pool where buffers come from
     * @param first what came behind the preface, or null
     * @param options Undertow's own
     */
    @SuppressWarnings("NullAway") // The stock constructor takes null for no bytes.
    public InboundHttp2Channel(
            StreamConnection connection, ByteBufferPool pool, PooledByteBuffer first, OptionMap options) {
        super(connection, "h2c", pool, first, false, false, false, options);
    }

    @Override
    boolean updateSettings(java.util.List<Http2Setting> settings) {
        return super.updateSettings(settings);
    }

    /**
     * Sends RST_STREAM.
     *
     * @param streamId the stream
     */
    public void resetWithInternalError(int streamId) {
        sendRstStream(streamId, ERROR_INTERNAL_ERROR);
    }

    @Override
    public void sendRstStream(int streamId, int statusCode) {
        super.sendRstStream(streamId, statusCode);
    }

    @Override
    public void sendUpdateWindowSize(int streamId, int delta) throws IOException {
        super.sendUpdateWindowSize(streamId, delta);
    }
}
