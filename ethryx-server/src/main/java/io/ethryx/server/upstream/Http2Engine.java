package io.ethryx.server.upstream;

import io.netty.buffer.ByteBufAllocator;
import io.netty.channel.EventLoop;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The one event loop that all HTTP/2 connections to upstreams run on. Its thread, a daemon, starts with the first
 * connection. Thread-safe.
 */
public final class Http2Engine implements AutoCloseable {

    private static final int LAST_TASKS_SECONDS = 1;

    private final @Nullable ByteBufAllocator given;
    private @Nullable MultiThreadIoEventLoopGroup group;
    private volatile @Nullable EventLoop loop;
    private boolean closed;

    /** An engine on the usual allocator, its thread yet to be started. */
    public Http2Engine() {
        this(null);
    }

    /**
     * An engine on an allocator of the caller's choice.
     *
     * @param allocator where the bytes between the threads are kept, or null for the usual
     */
    Http2Engine(@Nullable ByteBufAllocator allocator) {
        given = allocator;
    }

    ByteBufAllocator allocator() {
        return given == null ? ByteBufAllocator.DEFAULT : given;
    }

    /** Whether the loop has been used. */
    boolean isStarted() {
        return loop != null;
    }

    /** The loop; its thread is started if this is the first use. After {@link #close} it takes no task. */
    EventLoop loop() {
        EventLoop running = loop;
        return running == null ? start() : running;
    }

    @SuppressWarnings("FutureReturnValueIgnored") // a loop that starts after the end has nothing to end
    private synchronized EventLoop start() {
        EventLoop running = loop;
        if (running == null) {
            MultiThreadIoEventLoopGroup started = new MultiThreadIoEventLoopGroup(
                    1,
                    work -> {
                        Thread thread = new Thread(work, "ethryx-h2");
                        thread.setDaemon(true);
                        return thread;
                    },
                    NioIoHandler.newFactory());
            group = started;
            running = started.next();
            loop = running;
            if (closed) {
                started.shutdownGracefully(0, 0, TimeUnit.SECONDS);
            }
        }
        return running;
    }

    /** Ends the thread, which closes every connection; waits for it a bounded time. Idempotent. */
    @Override
    public void close() {
        MultiThreadIoEventLoopGroup running;
        synchronized (this) {
            closed = true;
            running = group;
        }
        if (running != null) {
            running.shutdownGracefully(0, LAST_TASKS_SECONDS, TimeUnit.SECONDS)
                    .awaitUninterruptibly(2 * LAST_TASKS_SECONDS, TimeUnit.SECONDS);
        }
    }
}
