package org.xnio.nio;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.StandardSocketOptions;
import java.nio.channels.SocketChannel;
import jdk.net.ExtendedSocketOptions;
import org.junit.jupiter.api.Test;
import org.xnio.OptionMap;
import org.xnio.Options;
import org.xnio.StreamConnection;
import org.xnio.Xnio;
import org.xnio.XnioWorker;

class TcpKeepAliveTest {

    @Test
    void a_silent_peer_is_probed_after_a_minute_and_given_up_after_five_probes() throws Exception {
        XnioWorker worker = Xnio.getInstance()
                .createWorker(OptionMap.create(Options.WORKER_IO_THREADS, 1, Options.THREAD_DAEMON, true));
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                StreamConnection connection = worker.getIoThread(0)
                        .openStreamConnection(server.getLocalSocketAddress(), null, OptionMap.EMPTY)
                        .get()) {
            TcpKeepAlive.turnOn(connection);
            SocketChannel channel = ((NioSocketStreamConnection) connection).getChannel();
            assertThat(channel.getOption(StandardSocketOptions.SO_KEEPALIVE)).isTrue();
            assertThat(channel.getOption(ExtendedSocketOptions.TCP_KEEPIDLE)).isEqualTo(60);
            assertThat(channel.getOption(ExtendedSocketOptions.TCP_KEEPINTERVAL))
                    .isEqualTo(10);
            assertThat(channel.getOption(ExtendedSocketOptions.TCP_KEEPCOUNT)).isEqualTo(5);
        } finally {
            worker.shutdown();
        }
    }
}
