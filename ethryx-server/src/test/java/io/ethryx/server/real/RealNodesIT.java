package io.ethryx.server.real;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The sidecar as an operator runs it, before a real execution node (anvil) and a real consensus node (Lodestar). */
@Timeout(120)
final class RealNodesIT {

    private static final Path ROOT = Path.of(System.getProperty("ethryx.root"));
    private static final HttpClient CLIENT = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(Duration.ofSeconds(5))
            .build();
    private static final int SLOT_SECONDS = 2;
    private static final Duration INSTALL_AND_START = Duration.ofMinutes(8);
    private static final Duration SOON = Duration.ofSeconds(30);

    private static RunningProcess el;
    private static RunningProcess cl;
    private static RunningProcess sidecar;
    private static String elUrl;
    private static String clUrl;
    private static String url;

    @BeforeAll
    @Timeout(600)
    static void start_both_nodes_and_the_sidecar_before_them() throws Exception {
        el = RunningProcess.start("anvil", List.of(script("anvil.sh")));
        cl = RunningProcess.start("lodestar", List.of(script("lodestar.sh")));
        elUrl = el.awaitReady(INSTALL_AND_START);
        clUrl = cl.awaitReady(INSTALL_AND_START);
        until("the consensus node has its first block", () -> headSlot() > 0);
        String genesis = text(clUrl + "/eth/v1/beacon/genesis", "genesis_time");
        int port = freePort();
        url = "http://127.0.0.1:" + port;
        sidecar = RunningProcess.start(
                "sidecar",
                List.of(
                        ROOT.resolve("ethryx").toString(),
                        "sidecar",
                        "--listen=127.0.0.1:" + port,
                        "--el-http-url=" + elUrl,
                        "--cl-beacon-url=" + clUrl,
                        "--network=custom",
                        "--cl-genesis-time=" + genesis,
                        "--cl-seconds-per-slot=" + SLOT_SECONDS,
                        "--health-poll-interval=1",
                        "--readyz-strict"));
        until("the sidecar is ready", () -> status(url + "/readyz") == 200);
    }

    @AfterAll
    static void stop_everything() throws Exception {
        for (RunningProcess process : new RunningProcess[] {sidecar, cl, el}) {
            if (process != null) {
                process.close();
            }
        }
    }

    @Test
    void livez_is_200() throws Exception {
        assertThat(status(url + "/livez")).isEqualTo(200);
    }

    @Test
    void readyz_says_ready_with_the_consensus_nodes_own_slot_and_a_fresh_block() throws Exception {
        long slotBefore = headSlot();
        HttpResponse<String> answer = get(url + "/readyz");
        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.headers().firstValue("content-type")).contains("application/json");
        assertThat(answer.body()).startsWith("{\"status\":\"ready\",");
        assertThat(answer.body()).contains("\"el_syncing\":{\"ok\":true,\"detail\":\"synced\"}");
        assertThat(answer.body())
                .containsPattern("\"el_block_fresh\":\\{\"ok\":true,\"detail\":\"block \\d+, age \\d+s\"");
        long slot = number(answer.body(), "\"cl_syncing\":\\{\"ok\":true,\"detail\":\"synced \\(slot (\\d+), distance");
        assertThat(slot).isBetween(slotBefore - 3, slotBefore + 3);
    }

    @Test
    void healthz_tells_what_the_nodes_tell_of_themselves() throws Exception {
        // The nodes move on while they are asked: the sidecar may be a poll behind, never ahead.
        long blockBefore = blockNumber();
        long slotBefore = headSlot();
        String health = get(url + "/healthz").body();
        assertThat(number(health, "\"block_number\":(\\d+)")).isBetween(blockBefore - 4, blockNumber());
        assertThat(number(health, "\"head_slot\":(\\d+)")).isBetween(slotBefore - 3, headSlot());
        assertThat(number(health, "\"block_age_secs\":(\\d+)")).isBetween(0L, 10L);
        assertThat(number(health, "\"slot_age_secs\":(\\d+)")).isBetween(0L, 10L);
        assertThat(number(health, "\"snapshot_age_secs\":(\\d+)")).isBetween(0L, 5L);
        String ownPeers = text(clUrl + "/eth/v1/node/peer_count", "connected");
        assertThat(health).containsPattern("\"cl\":\\{.*\"peers\":" + ownPeers + "[,}]");
        assertThat(health).containsPattern("\"el\":\\{.*\"syncing\":false.*\"cl\":\\{.*\"syncing\":false");
        String ownOptimism = first(get(clUrl + "/eth/v1/node/syncing").body(), "\"is_optimistic\":(true|false)");
        assertThat(health).contains("\"is_optimistic\":" + ownOptimism);
    }

    @Test
    void a_method_that_the_execution_node_lacks_is_listed_and_does_not_gate_readiness() throws Exception {
        assertThat(rpc(elUrl, "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"net_peerCount\",\"params\":[]}")
                        .body())
                .contains("-32601");
        String health = get(url + "/healthz").body();
        assertThat(first(health, "\"el\":(\\{.*\\}),\"cl\":"))
                .contains("\"errors\":[\"net_peerCount: rpc error: ")
                .contains("-32601")
                .doesNotContain("\"peers\"");
        assertThat(status(url + "/readyz")).isEqualTo(200);
    }

    @Test
    void a_json_rpc_batch_gets_the_execution_nodes_own_bytes() throws Exception {
        String batch = "[{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"eth_chainId\",\"params\":[]},"
                + "{\"jsonrpc\":\"2.0\",\"id\":\"two\",\"method\":\"eth_getBlockByNumber\",\"params\":[\"0x0\",false]},"
                + "{\"jsonrpc\":\"2.0\",\"id\":3,\"method\":\"no_such_method\",\"params\":[]}]";
        HttpResponse<String> direct = rpc(elUrl, batch);
        HttpResponse<String> through = rpc(url, batch);
        assertThat(through.statusCode()).isEqualTo(direct.statusCode()).isEqualTo(200);
        assertThat(through.body())
                .isEqualTo(direct.body())
                .contains("\"id\":\"two\"")
                .contains("-32601");
        assertThat(through.headers().firstValue("content-type"))
                .isEqualTo(direct.headers().firstValue("content-type"));
    }

    @Test
    void a_sent_transaction_is_mined_once() throws Exception {
        String accounts = rpc(elUrl, call("eth_accounts", "")).body();
        List<String> addresses = new ArrayList<>();
        Matcher address = Pattern.compile("0x[0-9a-f]{40}").matcher(accounts);
        while (address.find()) {
            addresses.add(address.group());
        }
        String sender = addresses.get(0);
        String count = call("eth_getTransactionCount", "\"" + sender + "\",\"latest\"");
        long before = hex(rpc(elUrl, count).body());
        String transfer = "{\"from\":\"" + sender + "\",\"to\":\"" + addresses.get(1) + "\",\"value\":\"0x1\"}";
        String hash = first(rpc(url, call("eth_sendTransaction", transfer)).body(), "\"result\":\"(0x[0-9a-f]{64})\"");
        until(
                "the transaction is mined",
                () -> rpc(url, call("eth_getTransactionReceipt", "\"" + hash + "\""))
                        .body()
                        .contains("\"status\":\"0x1\""));
        assertThat(hex(rpc(elUrl, count).body())).isEqualTo(before + 1);
    }

    @Test
    void beacon_calls_get_the_consensus_nodes_own_bytes() throws Exception {
        for (String path : List.of("/eth/v1/beacon/genesis", "/eth/v1/config/spec", "/eth/v1/beacon/headers/genesis")) {
            HttpResponse<String> direct = get(clUrl + path);
            HttpResponse<String> through = get(url + path);
            assertThat(through.statusCode()).as(path).isEqualTo(direct.statusCode());
            assertThat(through.body()).as(path).isEqualTo(direct.body());
        }
    }

    @Test
    void a_state_as_octet_stream_arrives_unchanged() throws Exception {
        String path = "/eth/v2/debug/beacon/states/genesis";
        HttpResponse<byte[]> direct = octets(clUrl + path);
        HttpResponse<byte[]> through = octets(url + path);
        assertThat(through.statusCode()).isEqualTo(200);
        assertThat(through.headers().firstValue("content-type"))
                .isEqualTo(direct.headers().firstValue("content-type"));
        assertThat(through.body()).hasSizeGreaterThan(1_000).isEqualTo(direct.body());
    }

    @Test
    void the_consensus_nodes_own_health_answer_passes_through() throws Exception {
        assertThat(status(url + "/eth/v1/node/health")).isEqualTo(status(clUrl + "/eth/v1/node/health"));
    }

    @Test
    void events_arrive_one_by_one_while_the_stream_is_open() throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create(url + "/eth/v1/events?topics=head&topics=block"))
                .timeout(SOON)
                .header("accept", "text/event-stream")
                .build();
        HttpResponse<InputStream> answer = CLIENT.send(request, BodyHandlers.ofInputStream());
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(answer.body(), StandardCharsets.UTF_8))) {
            assertThat(answer.statusCode()).isEqualTo(200);
            assertThat(answer.headers().firstValue("content-type").orElse("")).startsWith("text/event-stream");
            long firstSlot = nextSlot(lines, "head");
            long firstArrival = System.nanoTime();
            long secondSlot = nextSlot(lines, "head");
            long between = System.nanoTime() - firstArrival;
            assertThat(secondSlot).isGreaterThan(firstSlot);
            assertThat(between)
                    .as("nanoseconds between two heads: they were not kept back and delivered together")
                    .isGreaterThan(Duration.ofMillis(500).toNanos());
            long blockSlot = nextSlot(lines, "block");
            assertThat(blockSlot).isGreaterThan(firstSlot);
            assertThat(headSlot()).isBetween(blockSlot, blockSlot + 3);
        }
    }

    @Test
    void term_ends_the_sidecar_with_0_and_every_line_it_logged_is_json() throws Exception {
        int port = freePort();
        try (RunningProcess other = RunningProcess.start(
                "second-sidecar",
                List.of(
                        ROOT.resolve("ethryx").toString(),
                        "sidecar",
                        "--listen=127.0.0.1:" + port,
                        "--el-http-url=" + elUrl,
                        "--cl-beacon-url=" + clUrl))) {
            until("the second sidecar is ready", () -> status("http://127.0.0.1:" + port + "/readyz") == 200);
            assertThat(other.terminate(Duration.ofSeconds(20))).isZero();
            assertThat(other.lines())
                    .isNotEmpty()
                    .allSatisfy(line -> assertThat(line).startsWith("{").endsWith("}"));
        }
    }

    /** Reads on to the next event of that name and tells its slot. */
    private static long nextSlot(BufferedReader lines, String event) throws IOException {
        boolean wanted = false;
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            if (line.startsWith("event:")) {
                wanted = line.substring("event:".length()).strip().equals(event);
            } else if (wanted && line.startsWith("data:")) {
                return number(line, "\"slot\":\"(\\d+)\"");
            }
        }
        throw new AssertionError("the stream ended before an event named " + event);
    }

    private static String script(String name) {
        return ROOT.resolve("ethryx-server/src/test/real").resolve(name).toString();
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    private static String call(String method, String params) {
        return "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"" + method + "\",\"params\":[" + params + "]}";
    }

    private static long blockNumber() throws Exception {
        return hex(rpc(elUrl, call("eth_blockNumber", "")).body());
    }

    private static long headSlot() throws Exception {
        return Long.parseLong(text(clUrl + "/eth/v1/node/syncing", "head_slot"));
    }

    private static long hex(String answer) {
        return Long.parseLong(first(answer, "\"result\":\"0x([0-9a-f]+)\""), 16);
    }

    private static String text(String url, String member) throws Exception {
        return first(get(url).body(), "\"" + member + "\":\"([^\"]*)\"");
    }

    private static long number(String text, String pattern) {
        return Long.parseLong(first(text, pattern));
    }

    private static String first(String text, String pattern) {
        Matcher matcher = Pattern.compile(pattern).matcher(text);
        assertThat(matcher.find()).as("%s in %s", pattern, text).isTrue();
        return matcher.group(1);
    }

    private static int status(String url) throws Exception {
        return get(url).statusCode();
    }

    private static HttpResponse<String> get(String url) throws Exception {
        return CLIENT.send(request(url).build(), BodyHandlers.ofString());
    }

    private static HttpResponse<byte[]> octets(String url) throws Exception {
        return CLIENT.send(
                request(url).header("accept", "application/octet-stream").build(), BodyHandlers.ofByteArray());
    }

    private static HttpResponse<String> rpc(String url, String body) throws Exception {
        return CLIENT.send(
                request(url)
                        .header("content-type", "application/json")
                        .POST(BodyPublishers.ofString(body))
                        .build(),
                BodyHandlers.ofString());
    }

    private static HttpRequest.Builder request(String url) {
        return HttpRequest.newBuilder(URI.create(url)).timeout(Duration.ofSeconds(20));
    }

    /** Something that becomes true by itself, or fails while it is not so yet. */
    private interface Condition {
        boolean holds() throws Exception;
    }

    private static void until(String what, Condition condition) throws Exception {
        long deadline = System.nanoTime() + SOON.toNanos();
        Exception last = null;
        while (System.nanoTime() < deadline) {
            try {
                if (condition.holds()) {
                    return;
                }
            } catch (IOException notYet) {
                last = notYet;
            }
            if (sidecar != null && !sidecar.alive()) {
                throw new AssertionError("the sidecar ended; it said: " + sidecar.said(), last);
            }
            LockSupport.parkNanos(50_000_000);
        }
        throw new AssertionError("not within " + SOON + ": " + what, last);
    }
}
