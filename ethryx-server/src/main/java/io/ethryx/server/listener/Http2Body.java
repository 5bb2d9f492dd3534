package io.ethryx.server.listener;

import io.ethryx.server.fields.FieldBlock;
import io.undertow.server.HttpServerExchange;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;
import org.xnio.channels.StreamSourceChannel;

/** The body of a request over HTTP/2. */
final class Http2Body implements RequestBody {

    private final HttpServerExchange exchange;
    private final Http2Stream stream;
    private @Nullable StreamSourceChannel channel;

    Http2Body(HttpServerExchange exchange, Http2Stream stream) {
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
    public @Nullable FieldBlock trailers() {
        return stream.requestTrailers();
    }
}
