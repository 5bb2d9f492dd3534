package org.xnio.nio;

import java.io.IOException;
import java.net.SocketOption;
import java.net.StandardSocketOptions;
import java.nio.channels.SocketChannel;
import jdk.net.ExtendedSocketOptions;
import org.xnio.StreamConnection;

/**
 * Sets the pace of TCP keep-alive on a connection of XNIO, which has options for less than the platform (decision S26).
 * It stands in XNIO's package because the channel of a connection is visible nowhere else. Thread-safe, without state.
 */
public final class TcpKeepAlive {

    private static final int IDLE_SECONDS = 60;
    private static final int INTERVAL_SECONDS = 10;
    private static final int PROBES = 5;

    private TcpKeepAlive() {}

    /**
     * Turns keep-alive on: a first probe after 60 s of silence, then one every 10 s, and the connection fails after the
     * fifth without an answer. Where the platform can't set the pace, keep-alive runs at the system's own. Four system
     * calls.
     *
     * @param connection a TCP connection; any other is left as it is
     * @throws IOException if the connection is closed
     */
    public static void turnOn(StreamConnection connection) throws IOException {
        if (connection instanceof NioSocketStreamConnection socket) {
            turnOn(socket.getChannel());
        }
    }

    /**
     * As above.
     *
     * @param channel a TCP connection
     * @throws IOException if it is closed
     */
    public static void turnOn(SocketChannel channel) throws IOException {
        channel.setOption(StandardSocketOptions.SO_KEEPALIVE, true);
        set(channel, ExtendedSocketOptions.TCP_KEEPIDLE, IDLE_SECONDS);
        set(channel, ExtendedSocketOptions.TCP_KEEPINTERVAL, INTERVAL_SECONDS);
        set(channel, ExtendedSocketOptions.TCP_KEEPCOUNT, PROBES);
    }

    private static void set(SocketChannel channel, SocketOption<Integer> option, int value) throws IOException {
        if (channel.supportedOptions().contains(option)) {
            channel.setOption(option, value);
        }
    }
}
