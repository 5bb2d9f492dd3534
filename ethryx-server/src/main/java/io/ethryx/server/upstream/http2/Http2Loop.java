package io.ethryx.server.upstream.http2;

import io.ethryx.server.embedded.ConnectionChannel;
import io.ethryx.server.embedded.IoThreadLoop;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.channel.ChannelHandler;
import io.undertow.connector.ByteBufferPool;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;
import org.xnio.StreamConnection;
import org.xnio.XnioIoThread;

/**
 * What the codecs of one pool run on: its IO thread, and memory for what is on its way between socket and caller. That is on
 * the heap and not pooled: most of it is short and gone by the end of the turn. Confined to the thread, but for
 * {@link #load} and {@link #heldBytes}.
 */
final class Http2Loop {

    private final XnioIoThread thread;
    private final ByteBufferPool buffers;
    private volatile @Nullable Parts parts;

    private record Parts(IoThreadLoop loop, UnpooledByteBufAllocator allocator) {}

    Http2Loop(XnioIoThread thread, ByteBufferPool buffers) {
        this.thread = thread;
        this.buffers = buffers;
    }

    boolean isLoaded() {
        return parts != null;
    }

    /** Loads the classes of the codec; takes long the first time in a process. */
    void load() {
        CodecRehearsal.run();
        parts = new Parts(new IoThreadLoop(thread), new UnpooledByteBufAllocator(false, true));
    }

    /** Lets handlers speak over a connection; to be used once loaded. */
    ConnectionChannel open(StreamConnection connection, ByteBuffer ahead, ChannelHandler... handlers) {
        Parts loaded = parts;
        if (loaded == null) {
            throw new IllegalStateException("the codec is not loaded");
        }
        ConnectionChannel channel = new ConnectionChannel(connection, buffers);
        channel.config().setAllocator(loaded.allocator());
        channel.pipeline().addLast(handlers);
        channel.start(loaded.loop(), ahead);
        return channel;
    }

    /** How many bytes are on their way. Any thread. */
    long heldBytes() {
        Parts loaded = parts;
        return loaded == null ? 0 : loaded.allocator().metric().usedHeapMemory();
    }
}
