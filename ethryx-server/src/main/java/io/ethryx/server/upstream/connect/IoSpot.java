package io.ethryx.server.upstream.connect;

import io.ethryx.server.timer.TimerWheel;
import java.net.InetAddress;
import org.jspecify.annotations.Nullable;
import org.xnio.XnioIoThread;

/** Where the connections of one pool are made: its IO thread and that thread's deadlines, and what is known from before. */
public final class IoSpot {

    final XnioIoThread thread;
    /** The thread's deadlines. */
    public final TimerWheel wheel;

    /** The address that a connection was made to last, unless one could not be made since. */
    @Nullable
    InetAddress lastGood;

    /**
     * A spot from which no connection was made yet.
     *
     * @param thread the IO thread
     * @param wheel its deadlines
     */
    public IoSpot(XnioIoThread thread, TimerWheel wheel) {
        this.thread = thread;
        this.wheel = wheel;
    }
}
