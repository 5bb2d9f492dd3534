package io.ethryx.server.listener;

import io.undertow.server.HttpServerExchange;
import io.undertow.util.HeaderMap;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;
import org.xnio.channels.StreamSourceChannel;

/** The body of an exchange of Undertow's. */
final class UndertowBody implements RequestBody {

    private final HttpServerExchange exchange;
    private final ClientStream stream;
    private @Nullable StreamSourceChannel channel;

    UndertowBody(HttpServerExchange exchange, ClientStream stream) {
        this.exchange = exchange;
        this.stream = stream;
    }

    /** The exchange gives its one channel away once; it has none any more once it has ended. */
    private @Nullable StreamSourceChannel channel() {
        if (channel == null) {
            channel = exchange.getRequestChannel();
        }
        return channel;
    }

    @Override
    public int read(ByteBuffer into) throws IOException {
        StreamSourceChannel source = channel();
        return source == null ? -1 : source.read(into);
    }

    @Override
    public void whenReadable(Runnable action) {
        StreamSourceChannel source = channel();
        if (source != null) {
            source.getReadSetter().set(readable -> action.run());
        }
    }

    @Override
    public void want(boolean wanted) {
        StreamSourceChannel source = wanted ? channel() : channel;
        if (source != null && wanted) {
            source.resumeReads();
        } else if (source != null) {
            source.suspendReads();
        }
    }

    @Override
    public @Nullable HeaderMap trailers() {
        return stream.requestTrailers();
    }
}
