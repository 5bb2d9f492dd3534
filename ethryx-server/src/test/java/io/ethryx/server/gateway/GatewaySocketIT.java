package io.ethryx.server.gateway;

import static io.ethryx.server.testing.WebSocketHeads.handshake;
import static org.assertj.core.api.Assertions.assertThat;

import io.ethryx.server.real.RunningProcess;
import io.ethryx.server.testing.RawClient;
import io.ethryx.server.testing.WebSocketFrames;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Subscriptions of a real node (anvil) through the gateway. */
@Timeout(180)
final class GatewaySocketIT {

    private static final Duration SOON = Duration.ofMinutes(2);

    @Test
    void heads_of_a_real_chain_come_through_until_they_are_unsubscribed_from() throws Exception {
        String script =
                Path.of("src", "test", "real", "anvil.sh").toAbsolutePath().toString();
        try (RunningProcess anvil = RunningProcess.start("anvil-socket", List.of(script))) {
            int port = URI.create(anvil.awaitReady(SOON)).getPort();
            try (GatewayFixture gateway = GatewayFixture.start(
                    "31337/nodes/s: {address: 127.0.0.1, port: " + port + ", nodeType: 1, stateType: 1}")) {
                try (RawClient client = gateway.client()) {
                    client.send(handshake("/31337")).readUntil("\r\n\r\n");
                    say(
                            client,
                            "{\"jsonrpc\":\"2.0\",\"id\":\"x\",\"method\":\"eth_subscribe\",\"params\":[\"newHeads\"]}");
                    String answer = next(client);
                    assertThat(answer).contains("\"id\":\"x\"", "\"result\":\"0x");
                    String subscription = answer.substring(answer.indexOf("0x"), answer.lastIndexOf('"'));
                    for (int i = 0; i < 2; i++) {
                        assertThat(next(client)).contains("eth_subscription", subscription, "\"number\":\"0x");
                    }
                    say(client, "{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"eth_chainId\",\"params\":[]}");
                    String said = next(client);
                    while (said.contains("eth_subscription")) {
                        said = next(client);
                    }
                    assertThat(said).contains("\"id\":2", "0x7a69");
                    say(
                            client,
                            "{\"jsonrpc\":\"2.0\",\"id\":3,\"method\":\"eth_unsubscribe\",\"params\":[\"" + subscription
                                    + "\"]}");
                    said = next(client);
                    while (said.contains("eth_subscription")) {
                        said = next(client);
                    }
                    assertThat(said).contains("\"id\":3", "true");
                }
            }
        }
    }

    private static void say(RawClient client, String text) throws Exception {
        client.send(WebSocketFrames.text(text, true));
    }

    private static String next(RawClient client) throws Exception {
        return WebSocketFrames.next(client.socket().getInputStream()).text();
    }
}
