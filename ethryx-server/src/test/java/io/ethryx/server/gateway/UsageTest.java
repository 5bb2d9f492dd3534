package io.ethryx.server.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.ethryx.server.testing.RawClient;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Decisions G5, G18, G41: each request is metered once, whatever becomes of it, and nothing waits for where usage goes. */
@Timeout(120)
final class UsageTest {

    private static final String CALL = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"eth_chainId\",\"params\":[]}";
    private static final Pattern RECORD = Pattern.compile(
            "\\{\"id\":\"[0-9a-f-]{36}\",\"client_id\":\"([^\"]*)\",\"service\":\"leafage\",\"resource_type\":\"read\","
                    + "\"usage\":(\\d+),\"timestamp\":\\d{13}\\}");

    @TempDir
    private Path folder;

    private Path file;

    @BeforeEach
    void name() {
        file = folder.resolve("usage.jsonl");
    }

    private GatewayFixture gateway(ScriptedNode node) throws IOException {
        return GatewayFixture.start(
                node.as("1/nodes/s1", 1),
                "---",
                "usage: {sink: file, file: " + file + ", report_interval: 1h}",
                "proxy_config: {processor: {method_denied: [eth_denied]}}");
    }

    /** Milliseconds by client, of all records. */
    private Map<String, Long> usage() throws IOException {
        return Files.readAllLines(file).stream()
                .map(line -> {
                    Matcher record = RECORD.matcher(line);
                    assertThat(record.matches()).as(line).isTrue();
                    return record;
                })
                .collect(Collectors.toMap(
                        record -> record.group(1), record -> Long.valueOf(record.group(2)), Long::sum));
    }

    @Test
    void every_request_for_a_chain_by_its_number_is_metered_whatever_becomes_of_it() throws Exception {
        try (ScriptedNode node = ScriptedNode.named("s1");
                GatewayFixture gateway = gateway(node)) {
            gateway.ask("/1", CALL, "client-id: called");
            gateway.ask("/0x1-version-id", CALL);
            gateway.ask("/1", "[" + CALL + "," + CALL.replace("1,", "2,") + "]", "client-id: batch");
            gateway.ask("/1", "not json", "client-id: not json");
            gateway.ask("/1", "[1]", "client-id: garbage");
            gateway.ask("/1", CALL.replace("eth_chainId", "eth_denied"), "client-id: denied");
            gateway.ask("/56", CALL, "client-id: no node");
            gateway.ask("/ethereum", CALL, "client-id: no number");
            gateway.ask("/1", "[]", "client-id: nothing asked");
            gateway.ask("/1", " [ ] ", "client-id: nothing asked");
            try (RawClient client = gateway.client()) {
                client.send("GET /1 HTTP/1.1\r\nHost: a\r\nclient-id: get\r\n\r\n");
                client.readAnswer();
            }
        }
        assertThat(usage().keySet())
                .containsExactlyInAnyOrder(
                        "called", "unknown", "batch", "not json", "garbage", "denied", "no node", "get");
    }

    @Test
    void it_is_the_time_on_the_wall() throws Exception {
        long least = TimeUnit.MILLISECONDS.toNanos(30);
        try (ScriptedNode node = ScriptedNode.answering(body -> {
                    long until = System.nanoTime() + least;
                    while (System.nanoTime() - until < 0) {
                        LockSupport.parkNanos(until - System.nanoTime());
                    }
                    return "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":\"0x1\"}";
                });
                GatewayFixture gateway = gateway(node)) {
            gateway.ask("/1", CALL, "client-id: a");
            gateway.ask("/1", CALL, "client-id:  a ");
        }
        assertThat(usage()).containsOnlyKeys("a");
        assertThat(usage().get("a")).isGreaterThanOrEqualTo(60);
    }

    @Test
    void a_client_that_leaves_is_metered_too() throws Exception {
        try (ScriptedNode node = ScriptedNode.named("s1");
                GatewayFixture gateway = gateway(node)) {
            try (RawClient client = gateway.client()) {
                client.send("POST /1 HTTP/1.1\r\nHost: a\r\nclient-id: left\r\nExpect: 100-continue\r\n"
                        + "Content-Length: 100\r\n\r\n");
                assertThat(client.readUntil("\r\n\r\n")).contains("100 Continue");
            }
            gateway.awaitBaseline();
        }
        assertThat(usage()).containsOnlyKeys("left");
    }

    @Test
    void the_metrics_tell_how_it_goes() throws Exception {
        try (ScriptedNode node = ScriptedNode.named("s1");
                GatewayFixture gateway = GatewayFixture.start(
                        node.as("1/nodes/s1", 1),
                        "---",
                        "usage: {sink: file, file: " + file + ", report_interval: 100ms}")) {
            gateway.ask("/1", CALL, "client-id: a");
            gateway.awaitSum(1, "jrpcx_usage_records_total", "status", "sent");
            gateway.awaitSum(1, "jrpcx_usage_flush_total", "status", "success");
            gateway.awaitSum(0, "jrpcx_usage_records_total", "status", "dropped");
            gateway.awaitSum(0, "jrpcx_usage_aggregation_keys");
        }
        assertThat(usage()).containsOnlyKeys("a");
    }

    @Test
    void without_a_sink_there_is_nothing_of_it() throws Exception {
        try (ScriptedNode node = ScriptedNode.named("s1");
                GatewayFixture gateway = GatewayFixture.start(node.as("1/nodes/s1", 1))) {
            gateway.ask("/1", CALL, "client-id: a");
            assertThat(gateway.metrics().samples().toString()).doesNotContain("usage");
        }
        assertThat(file).doesNotExist();
    }

    @Test
    void a_broker_that_accepts_and_says_nothing_delays_neither_start_nor_calls_and_the_end_is_bounded()
            throws Exception {
        try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
                ScriptedNode node = ScriptedNode.named("s1")) {
            long end;
            try (GatewayFixture gateway = GatewayFixture.start(
                    node.as("1/nodes/s1", 1),
                    "---",
                    "usage: {kafka_brokers: ['127.0.0.1:" + silent.getLocalPort() + "'], report_interval: 100ms}")) {
                assertThat(gateway.ask("/1", CALL, "client-id: a")).contains("\"s1\"");
                gateway.awaitSum(1, "jrpcx_usage_flush_total", "status", "failed");
                gateway.awaitSum(1, "jrpcx_usage_records_total", "status", "dropped");
                assertThat(gateway.ask("/1", CALL, "client-id: a")).contains("\"s1\"");
                gateway.awaitBaseline();
                end = System.nanoTime();
            }
            assertThat(Duration.ofNanos(System.nanoTime() - end))
                    .as("ten seconds, and room for a slow machine")
                    .isLessThan(Duration.ofSeconds(25));
        }
    }
}
