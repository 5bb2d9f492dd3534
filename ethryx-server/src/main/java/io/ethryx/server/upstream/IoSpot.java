package io.ethryx.server.upstream;

import io.ethryx.server.timer.TimerWheel;
import java.net.InetAddress;
import org.jspecify.annotations.Nullable;
import org.xnio.XnioIoThread;

/** Where the connections of one pool are made: its IO thread and that thread's deadlines, and what is known from before. */
final class IoSpot {

    final XnioIoThread thread;
    final TimerWheel wheel;

    /** The address that a connection was made to last, unless one could not be made since. */
    @Nullable
    InetAddress lastGood;

    IoSpot(XnioIoThread thread, TimerWheel wheel) {
        this.thread = thread;
        this.wheel = wheel;
    }
}
