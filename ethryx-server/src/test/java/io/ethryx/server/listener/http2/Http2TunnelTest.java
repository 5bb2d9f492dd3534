package io.ethryx.server.listener.http2;

import static org.assertj.core.api.Assertions.assertThat;

import io.ethryx.server.fields.FieldBlock;
import io.ethryx.server.listener.ClientAnswer;
import io.ethryx.server.listener.ClientExchange;
import io.ethryx.server.listener.ListenerRig;
import io.ethryx.server.testing.Await;
import io.ethryx.server.testing.FrameClient;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Tunnels may stand still for as long as they like (RFC 8441, decision S10). */
class Http2TunnelTest {

    private static final Duration LIMIT = Duration.ofSeconds(1);
    private static final int MAX_WINDOW = Integer.MAX_VALUE;
    private static final long MUCH = 64L << 20;

    /** Answers with more than any kernel holds for a client that does not read. */
    private static void flood(ClientExchange exchange) {
        if (exchange.protocol() != null) {
            exchange.becomeTunnel();
        }
        ClientAnswer answer = exchange.answer();
        answer.begin(200, new FieldBlock(), ClientAnswer.UNKNOWN_LENGTH);
        answer.whenWritable(() -> write(answer));
        write(answer);
    }

    private static void write(ClientAnswer answer) {
        try {
            boolean taken = true;
            while (taken && answer.bodyBytes() < MUCH) {
                taken = answer.write(ByteBuffer.allocate(16_384)) > 0;
            }
            answer.flush();
            answer.want(true);
        } catch (IOException ended) {
            answer.want(false);
        }
    }

    private static FrameClient open(ListenerRig rig, byte[] head) throws IOException {
        FrameClient client = FrameClient.connect(rig.port());
        client.setting(4, MAX_WINDOW).windowUpdate(0, MAX_WINDOW - 65_535);
        return client.frame(FrameClient.HEADERS, FrameClient.END_HEADERS, 1, head);
    }

    @Test
    void a_connection_of_nothing_but_tunnels_lives_although_its_client_reads_nothing() throws Exception {
        try (ListenerRig rig = new ListenerRig(ListenerRig.quick(LIMIT), Http2TunnelTest::flood);
                FrameClient tunnel = open(rig, FrameClient.head("CONNECT", "/", ":protocol", "websocket"));
                FrameClient call = open(rig, FrameClient.head("GET", "/"))) {
            for (int i = 1; i <= 3; i++) {
                int soFar = i;
                Await.until(() -> rig.closed.get() == soFar, () -> rig.closed + " were closed");
                if (i < 3) {
                    open(rig, FrameClient.head("GET", "/"));
                }
            }
            Await.until(() -> rig.listeners.openConnections() == 1, () -> "open: " + rig.listeners.openConnections());
            assertThat(rig.pool.most())
                    .as("what waits for all five is 64 KiB each")
                    .isLessThanOrEqualTo(5 * (1 + Http2Limits.MOST_WAITING_BYTES / rig.pool.getBufferSize()));
            long got = 0;
            while (got < 8 << 20) {
                got += tunnel.of(1).text().length();
            }
            assertThat(call.raw.socket().isClosed()).isFalse();
        }
    }
}
