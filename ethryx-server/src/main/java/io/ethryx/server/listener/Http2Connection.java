package io.ethryx.server.listener;

import io.undertow.connector.PooledByteBuffer;
import io.undertow.protocols.http2.Http2Channel;
import io.undertow.protocols.http2.InboundHttp2Channel;
import org.jspecify.annotations.Nullable;
import org.xnio.IoUtils;
import org.xnio.OptionMap;
import org.xnio.StreamConnection;

/** An HTTP/2 connection among the listeners' connections. Confined to its IO thread. */
final class Http2Connection extends InboundHttp2Channel implements OpenConnection {

    Http2Connection(
            StreamConnection connection,
            @Nullable PooledByteBuffer first,
            OptionMap options,
            ListenerSettings settings,
            Roster roster) {
        super(connection, settings.pool(), first, options);
        addCloseTask(channel -> roster.remove(this));
    }

    @Override
    public void drain() {
        sendGoAway(Http2Channel.ERROR_NO_ERROR);
    }

    @Override
    public void closeNow() {
        IoUtils.safeClose(this);
    }
}
