package io.ethryx.server.gateway;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ethryx.server.gateway.settings.GatewayFile;
import io.ethryx.server.gateway.settings.GatewaySettings;
import io.ethryx.server.testing.NewThreads;
import io.ethryx.server.testing.RawUpstream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A gateway that can't be bound leaves nothing behind. */
@Timeout(60)
final class FailedBindTest {

    private final NewThreads threads = new NewThreads();

    private static GatewaySettings settings(int port, int collector) {
        return GatewayFile.parse(
                        "test.yaml",
                        String.join(
                                "\n",
                                "listen: 127.0.0.1:" + port,
                                "metric_listen: 127.0.0.1:0",
                                "proxy_config: {observability: {trace: {enable: true, otlp_endpoint: \"http://127.0.0.1:"
                                        + collector + "\"}}}"))
                .settings()
                .orElseThrow();
    }

    @Test
    void where_a_port_is_taken_no_thread_of_the_gateway_lives_on() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                RawUpstream collector = RawUpstream.answering("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")) {
            GatewaySettings settings = settings(taken.getLocalPort(), collector.port());
            assertThatThrownBy(() -> LiveGateway.bind(settings))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("cannot listen on 127.0.0.1:" + taken.getLocalPort());
            threads.awaitEnd();
        }
    }
}
