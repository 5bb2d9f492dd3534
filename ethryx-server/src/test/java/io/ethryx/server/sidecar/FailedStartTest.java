package io.ethryx.server.sidecar;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ethryx.server.testing.NewThreads;
import io.ethryx.server.testing.RawUpstream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A sidecar that can't be started leaves nothing behind. */
@Timeout(60)
final class FailedStartTest {

    private final NewThreads threads = new NewThreads();

    /** The port of metrics, which is bound last. */
    @Test
    void where_a_port_is_taken_no_thread_of_the_sidecar_lives_on() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                RawUpstream collector = RawUpstream.answering("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")) {
            SidecarFixture.Builder sidecar = SidecarFixture.with(1, 1)
                    .arguments(
                            "--metrics-listen",
                            "127.0.0.1:" + taken.getLocalPort(),
                            "--otel-endpoint",
                            "http://127.0.0.1:" + collector.port());
            assertThatThrownBy(sidecar::warmed)
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("cannot listen on 127.0.0.1:" + taken.getLocalPort());
            threads.awaitEnd();
        }
    }
}
