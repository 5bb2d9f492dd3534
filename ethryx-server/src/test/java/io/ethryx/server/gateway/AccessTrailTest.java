package io.ethryx.server.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.ethryx.server.logging.JsonLogProbe;
import io.ethryx.server.testing.Await;
import io.ethryx.server.testing.RawClient;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
final class AccessTrailTest {

    private ScriptedNode node;
    private ScriptedNode silent;
    private GatewayFixture gateway;
    private JsonLogProbe log;

    @BeforeEach
    void start() throws IOException {
        log = JsonLogProbe.with("warn,access_log=info");
        node = ScriptedNode.named("state");
        silent = ScriptedNode.of(connection -> {
            connection.readRequest();
            connection.readToEnd();
        });
        gateway = GatewayFixture.start(node.as("1/nodes/s1", 1), silent.as("2/nodes/quiet", 1));
    }

    @AfterEach
    void stop() throws IOException {
        gateway.close();
        log.close();
        node.close();
        silent.close();
    }

    private static String call(String method) {
        return "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"" + method + "\",\"params\":[]}";
    }

    /** The line of the only request. */
    private Map<?, ?> line() {
        Await.until(() -> !log.lines().isEmpty(), () -> "no access line");
        List<Map<?, ?>> lines = log.lines();
        assertThat(lines).hasSize(1);
        assertThat(lines.get(0).get("target")).isEqualTo("access_log");
        return (Map<?, ?>) lines.get(0).get("fields");
    }

    private static Object number(Map<?, ?> line, String field) {
        return ((Number) line.get(field)).longValue();
    }

    @Test
    void a_line_tells_who_called_what_and_who_answered_and_no_secret() throws IOException {
        String body = call("eth_chainId");
        gateway.ask("/0x1?apikey=s3cret", body, "Authorization: Bearer s3cret", "client-id: shop");
        Map<?, ?> line = line();
        assertThat(line.get("method")).isEqualTo("POST");
        assertThat(line.get("path")).isEqualTo("/0x1");
        assertThat(line.get("version")).isEqualTo("HTTP/1.1");
        assertThat(line.get("chain")).isEqualTo("1");
        assertThat(line.get("rpc_method")).isEqualTo("eth_chainId");
        assertThat(line.get("upstream")).isEqualTo("s1");
        assertThat(line.get("client_id")).isEqualTo("shop");
        assertThat(number(line, "status")).isEqualTo(200L);
        assertThat(number(line, "bytes_in")).isEqualTo((long) body.length());
        assertThat(number(line, "bytes_out")).isEqualTo(41L);
        double head = ((Number) line.get("latency_ms")).doubleValue();
        double total = ((Number) line.get("total_ms")).doubleValue();
        assertThat(head).isGreaterThan(0).isLessThanOrEqualTo(total);
        assertThat((String) line.get("peer")).startsWith("127.0.0.1:");
        assertThat(log.text()).doesNotContain("s3cret").doesNotContain("params");
    }

    @Test
    void requests_that_are_answered_here_have_a_line_too() throws IOException {
        gateway.ask("/1", "no JSON");
        assertThat(number(line(), "status")).isEqualTo(200L);
        assertThat(line().containsKey("upstream")).isFalse();
    }

    @Test
    void a_batch_is_told_as_one() throws IOException {
        gateway.ask("/1", "[" + call("txpool_status") + "]");
        assertThat(line().get("rpc_method")).isEqualTo("batch");
    }

    @Test
    void an_absurdly_long_method_is_cut() throws IOException {
        gateway.ask("/1", call("m".repeat(100_000)));
        assertThat((String) line().get("rpc_method")).hasSizeLessThan(300).startsWith("mmm");
    }

    @Test
    void a_client_that_leaves_is_told_with_499() throws IOException {
        try (RawClient client = gateway.client()) {
            client.send(GatewayFixture.post("/2", call("eth_chainId")));
            Await.until(() -> silent.upstream().received().endsWith("}"), () -> "the node has not got the call");
        }
        Map<?, ?> line = line();
        assertThat(number(line, "status")).isEqualTo(499L);
        assertThat(line.get("rpc_method")).isEqualTo("eth_chainId");
    }

    @Test
    void other_methods_have_their_line() throws IOException {
        try (RawClient client = gateway.client()) {
            client.send("GET /1 HTTP/1.1\r\nHost: a\r\n\r\n");
            client.readAnswer();
        }
        assertThat(number(line(), "status")).isEqualTo(405L);
        assertThat(line().get("method")).isEqualTo("GET");
    }
}
