package io.ethryx.server.embedded;

import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelPromise;
import io.netty.channel.DefaultChannelPromise;
import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.netty.util.concurrent.AbstractEventExecutor;
import io.netty.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.xnio.XnioIoThread;

/**
 * An IO thread as Netty sees it. Tasks run on it in order, after what runs now; there is no scheduling, since deadlines are
 * the wheel's. It ends with its thread and can't be shut down from here.
 */
public final class IoThreadLoop extends AbstractEventExecutor implements EventLoop {

    private final XnioIoThread thread;

    /**
     * A view of a thread.
     *
     * @param thread what channels registered here run on
     */
    public IoThreadLoop(XnioIoThread thread) {
        this.thread = thread;
    }

    /** A task that comes once the thread has ended is let go: nobody is left whom it could matter to. */
    @Override
    public void execute(Runnable task) {
        try {
            thread.execute(task);
        } catch (RejectedExecutionException e) {
            // The thread has ended, and every channel on it.
        }
    }

    @Override
    public boolean inEventLoop(Thread asked) {
        return asked == thread;
    }

    @Override
    public @Nullable EventLoopGroup parent() {
        return null;
    }

    @Override
    public EventLoop next() {
        return this;
    }

    @Override
    public ChannelFuture register(Channel channel) {
        return register(new DefaultChannelPromise(channel, this));
    }

    @Override
    public ChannelFuture register(ChannelPromise promise) {
        promise.channel().unsafe().register(this, promise);
        return promise;
    }

    @Override
    @Deprecated
    public ChannelFuture register(Channel channel, ChannelPromise promise) {
        channel.unsafe().register(this, promise);
        return promise;
    }

    @Override
    public boolean isShuttingDown() {
        return false;
    }

    @Override
    public boolean isShutdown() {
        return false;
    }

    @Override
    public boolean isTerminated() {
        return false;
    }

    @Override
    public boolean awaitTermination(long timeout, TimeUnit unit) {
        return false;
    }

    @Override
    public Future<?> terminationFuture() {
        throw endsWithItsThread();
    }

    @Override
    public Future<?> shutdownGracefully(long quietPeriod, long timeout, TimeUnit unit) {
        throw endsWithItsThread();
    }

    @Override
    @Deprecated
    public void shutdown() {
        throw endsWithItsThread();
    }

    private static UnsupportedOperationException endsWithItsThread() {
        return new UnsupportedOperationException("the loop ends with its IO thread");
    }
}
