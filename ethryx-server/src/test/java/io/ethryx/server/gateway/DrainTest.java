package io.ethryx.server.gateway;

import static io.ethryx.server.gateway.ThreePools.call;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ethryx.server.testing.Await;
import io.ethryx.server.testing.FrameClient;
import io.ethryx.server.testing.RawClient;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** How a gateway takes its leave: what is in flight ends well, and nothing new begins. */
@Timeout(60)
final class DrainTest {

    private static final String CALL = call("eth_chainId", "[]");

    private final CountDownLatch mayAnswer = new CountDownLatch(1);
    private ThreePools pools;

    @BeforeEach
    void start() throws IOException {
        pools = ThreePools.of(body -> {
            try {
                mayAnswer.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            return ThreePools.echo(body);
        });
    }

    @AfterEach
    void stop() throws IOException {
        mayAnswer.countDown();
        pools.close();
    }

    @Test
    void calls_and_batches_in_flight_are_answered_and_their_connections_closed() throws Exception {
        List<RawClient> clients = new ArrayList<>();
        for (String body : List.of(CALL, "[" + CALL + "," + call("2", "eth_getBalance", "[\"0x0\",\"0x1\"]") + "]")) {
            RawClient client = pools.gateway.client();
            client.send(GatewayFixture.post("/1", body));
            pools.state.upstream().nextRequest();
            clients.add(client);
        }
        CompletionStage<Void> drained = pools.gateway.gateway().drain();
        assertThat(drained.toCompletableFuture()).isNotDone();
        mayAnswer.countDown();
        for (RawClient client : clients) {
            assertThat(client.readAll())
                    .startsWith("HTTP/1.1 200 ")
                    .containsIgnoringCase("\r\nconnection: close\r\n")
                    .contains("\"result\":\"state\"");
            client.close();
        }
        drained.toCompletableFuture().join();
    }

    @Test
    void an_idle_connection_is_closed_and_a_new_one_refused() throws Exception {
        mayAnswer.countDown();
        try (RawClient idle = pools.gateway.client()) {
            idle.send(GatewayFixture.post("/1", CALL)).readAnswer();
            int port = pools.gateway.port();
            pools.gateway.gateway().drain().toCompletableFuture().join();
            assertThat(idle.read()).isNegative();
            assertThatThrownBy(() -> {
                        try (RawClient late = RawClient.connect(port)) {
                            late.send(GatewayFixture.post("/1", CALL)).readAnswer();
                        }
                    })
                    .isInstanceOf(IOException.class);
        }
    }

    @Test
    void streams_in_flight_are_answered_behind_a_goodbye() throws Exception {
        try (FrameClient client = FrameClient.connect(pools.gateway.port())) {
            for (int stream = 1; stream < 20; stream += 2) {
                client.post(stream, "/1", "content-type", "application/json")
                        .data(stream, call(Integer.toString(stream), "eth_chainId", "[]"), true);
            }
            Await.until(
                    () -> pools.state.upstream().waitingRequests() == 10, () -> "not all calls have reached the node");
            CompletionStage<Void> drained = pools.gateway.gateway().drain();
            FrameClient.Frame goodbye = client.next(FrameClient.GOAWAY);
            assertThat(goodbye.code()).isZero();
            mayAnswer.countDown();
            int answered = 0;
            for (FrameClient.Frame frame = client.next(); frame != null; frame = client.next()) {
                answered += frame.type() == FrameClient.DATA && frame.ends() ? 1 : 0;
                if (frame.type() == FrameClient.PING && frame.flags() == 0) {
                    client.frame(FrameClient.PING, 1, 0, frame.payload());
                }
            }
            assertThat(answered).isEqualTo(10);
            drained.toCompletableFuture().join();
        }
    }

    @Test
    void probes_are_served_on_and_say_that_it_is_not_ready() throws Exception {
        mayAnswer.countDown();
        assertThat(pools.gateway.probe("GET", "/readyz")).startsWith("HTTP/1.1 200 ");
        pools.gateway.gateway().notReady();
        assertThat(pools.gateway.probe("GET", "/readyz")).startsWith("HTTP/1.1 503 ");
        assertThat(pools.ask(CALL)).contains("\"result\":\"state\"");
        pools.gateway.gateway().drain().toCompletableFuture().join();
        assertThat(pools.gateway.probe("GET", "/livez")).startsWith("HTTP/1.1 200 ");
        assertThat(pools.gateway.probe("GET", "/readyz")).startsWith("HTTP/1.1 503 ");
    }
}
