package io.ethryx.server.real;

import static org.assertj.core.api.Assertions.assertThat;

import io.ethryx.server.gateway.LiveGateway;
import io.ethryx.server.gateway.settings.GatewayFile;
import io.ethryx.server.testing.Await;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.Timeout;

/**
 * The gateway before two real nodes as they come (anvil): a State node that keeps the state of its last blocks only, and an
 * Archive node that keeps all. An account's balance tells which of them has answered. The head is the nodes' own.
 */
@Timeout(120)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
final class GatewayNodesIT {

    private static final Path ROOT = Path.of(System.getProperty("ethryx.root"));
    private static final Duration INSTALL_AND_START = Duration.ofMinutes(8);
    private static final String ACCOUNT = "0x00000000000000000000000000000000000000aa";
    private static final String STATE = "\"result\":\"0x57a7e\"";
    private static final String ARCHIVE = "\"result\":\"0xa2c417e\"";
    private static final HttpClient CLIENT =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    private static RunningProcess stateNode;
    private static RunningProcess archiveNode;
    private static String stateUrl;
    private static String archiveUrl;
    private static LiveGateway gateway;
    private static String url;

    @BeforeAll
    @Timeout(600)
    static void start_both_nodes_and_the_gateway_before_them() throws Exception {
        stateNode = anvil("gateway-state", "--prune-history", "70");
        archiveNode = anvil("gateway-archive");
        stateUrl = stateNode.awaitReady(INSTALL_AND_START);
        archiveUrl = archiveNode.awaitReady(INSTALL_AND_START);
        ask(stateUrl, "anvil_setBalance", "[\"" + ACCOUNT + "\",\"0x57a7e\"]");
        ask(archiveUrl, "anvil_setBalance", "[\"" + ACCOUNT + "\",\"0xa2c417e\"]");
        mine(200);
        String text = """
                listen: 127.0.0.1:0
                metric_listen: 127.0.0.1:0
                proxy_config: {node_health_check_interval: 1}
                routing: {chains: {31337: {probe: eth_blockNumber, upstream_path: /}}}
                discovery:
                  static:
                    31337/nodes/s1: {address: 127.0.0.1, port: %d, nodeType: 1, stateType: 1}
                    31337/nodes/a1: {address: 127.0.0.1, port: %d, nodeType: 2, stateType: 1}
                """.formatted(
                        URI.create(stateUrl).getPort(), URI.create(archiveUrl).getPort());
        gateway = LiveGateway.bind(GatewayFile.parse("it.yaml", text).settings().orElseThrow());
        assertThat(gateway.start()).isEmpty();
        url = "http://127.0.0.1:" + gateway.addresses().get(0).getPort() + "/0x7a69";
        untilTheHeadIs("0xc8");
    }

    /** Blocks come when they are asked for. */
    private static RunningProcess anvil(String name, String... flags) throws IOException {
        String script = ROOT.resolve("ethryx-server/src/test/real/anvil.sh").toString();
        return RunningProcess.start(
                name, List.of("sh", "-c", "BLOCK_TIME= exec \"$0\" 0 " + String.join(" ", flags), script));
    }

    private static void mine(int blocks) throws Exception {
        for (String node : List.of(stateUrl, archiveUrl)) {
            ask(node, "anvil_mine", "[\"0x" + Integer.toHexString(blocks) + "\"]");
        }
    }

    /** A block just within the window goes to the State node only once the head is known. */
    private static void untilTheHeadIs(String head) {
        Await.until(
                () -> balance(within(head)).contains(STATE)
                        && balance(behind(head)).contains(ARCHIVE),
                () -> "the gateway does not know of head " + head);
    }

    private static String within(String head) {
        return "0x" + Long.toHexString(Long.decode(head) - 64);
    }

    private static String behind(String head) {
        return "0x" + Long.toHexString(Long.decode(head) - 65);
    }

    @AfterAll
    static void stop_everything() throws Exception {
        if (gateway != null) {
            gateway.close();
        }
        for (RunningProcess process : new RunningProcess[] {stateNode, archiveNode}) {
            if (process != null) {
                process.close();
            }
        }
    }

    private static String balance(String block) {
        return ask(url, "eth_getBalance", "[\"" + ACCOUNT + "\",\"" + block + "\"]");
    }

    private static String ask(String to, String method, String params) {
        return post(to, "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"" + method + "\",\"params\":" + params + "}");
    }

    private static String post(String to, String body) {
        try {
            HttpRequest request = HttpRequest.newBuilder(URI.create(to))
                    .timeout(Duration.ofSeconds(30))
                    .header("content-type", "application/json")
                    .POST(BodyPublishers.ofString(body))
                    .build();
            return CLIENT.send(request, BodyHandlers.ofString()).body();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    @Test
    @Order(1)
    void the_head_is_asked_of_the_state_node_and_history_of_the_archive_node() {
        assertThat(balance("latest")).contains(STATE);
        assertThat(balance("pending")).contains(STATE);
        assertThat(balance("0xc8")).contains(STATE);
        assertThat(balance("0x1")).contains(ARCHIVE);
        assertThat(ask(url, "eth_getBalance", "[\"" + ACCOUNT + "\",{\"blockNumber\":\"0x1\"}]"))
                .contains(ARCHIVE);
        assertThat(ask(url, "eth_call", "[{\"to\":\"" + ACCOUNT + "\"},\"0x2\"]"))
                .contains("\"result\":\"0x\"");
        assertThat(ask(stateUrl, "eth_getBalance", "[\"" + ACCOUNT + "\",\"0x1\"]"))
                .as("what the State node would have said")
                .contains("\"error\"");
    }

    @Test
    @Order(2)
    void a_batch_over_both_comes_back_as_one() {
        String call = "{\"jsonrpc\":\"2.0\",\"id\":ID,\"method\":\"eth_getBalance\",\"params\":[\"" + ACCOUNT
                + "\",\"BLOCK\"]}";
        String batch = "[" + call.replace("ID", "1").replace("BLOCK", "0x1") + ","
                + call.replace("ID", "\"two\"").replace("BLOCK", "latest") + ",7]";
        assertThat(post(url, batch))
                .isEqualTo(
                        "[{\"jsonrpc\":\"2.0\",\"id\":1," + ARCHIVE + "},{\"jsonrpc\":\"2.0\",\"id\":\"two\"," + STATE
                                + "},{\"jsonrpc\":\"2.0\",\"error\":{\"code\":-32600,\"message\":\"invalid request\","
                                + "\"data\":\"a call is an object\"},\"id\":null}]");
    }

    @Test
    @Order(3)
    void a_filter_is_polled_on_the_node_that_made_it() {
        String made = ask(url, "eth_newBlockFilter", "[]");
        String id = made.replaceAll(".*\"result\":(\"0x[0-9a-f]+\").*", "$1");
        assertThat(id).startsWith("\"0x");
        for (int i = 0; i < 10; i++) {
            assertThat(ask(url, "eth_getFilterChanges", "[" + id + "]")).contains("\"result\":[");
        }
        assertThat(ask(url, "eth_uninstallFilter", "[" + id + "]")).contains("\"result\":true");
    }

    @Test
    @Order(4)
    void when_the_head_moves_on_what_was_recent_is_history() throws Exception {
        assertThat(balance("0xc8")).contains(STATE);
        mine(65);
        untilTheHeadIs("0x109");
        assertThat(balance("0xc8")).contains(ARCHIVE);
        assertThat(balance("latest")).contains(STATE);
    }

    @Test
    @Order(5)
    void without_its_state_node_every_read_is_answered_by_the_archive_node() throws Exception {
        stateNode.close();
        for (int i = 0; i < 20; i++) {
            assertThat(balance("latest")).contains(ARCHIVE);
        }
    }
}
