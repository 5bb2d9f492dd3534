package io.ethryx.server.real;

import static org.assertj.core.api.Assertions.assertThat;

import io.ethryx.server.testing.Await;
import io.ethryx.server.testing.RawClient;
import io.ethryx.server.testing.RawUpstream;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The sidecar as a process: how it starts, what it logs, and how it stops. */
@Timeout(120)
final class ProcessIT {

    private static final String ETHRYX =
            Path.of(System.getProperty("ethryx.root"), "ethryx").toString();
    private static final Duration SOON = Duration.ofSeconds(30);
    private static final String OK = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}";

    private final CountDownLatch release = new CountDownLatch(1);
    private RawUpstream node;
    private RunningProcess sidecar;
    private int port;

    private void start(String... arguments) throws Exception {
        start(List.of(), arguments);
    }

    private void start(List<String> wrapper, String... arguments) throws Exception {
        node = RawUpstream.start(connection -> {
            for (String request = connection.readRequest(); request != null; request = connection.readRequest()) {
                if (request.contains("/held")) {
                    release.await();
                }
                connection.send(OK);
            }
        });
        port = freePort();
        List<String> command = new ArrayList<>(wrapper);
        command.addAll(List.of(
                ETHRYX,
                "sidecar",
                "--listen=127.0.0.1:" + port,
                "--el-http-url=http://user:secret@127.0.0.1:" + node.port() + "/0123456789abcdef0123",
                "--cl-beacon-url=http://127.0.0.1:" + node.port()));
        command.addAll(List.of(arguments));
        sidecar = RunningProcess.start("sidecar-process", command);
        Await.until(() -> lineWith("\"listening\"") != null, this::output);
    }

    @AfterEach
    void stop() throws Exception {
        release.countDown();
        if (sidecar != null) {
            sidecar.close();
        }
        if (node != null) {
            node.close();
        }
    }

    @Test
    void its_first_lines_tell_the_build_the_settings_and_the_address_and_no_secret() throws Exception {
        start();
        assertThat(lineWith("\"starting ethryx\""))
                .contains("\"level\":\"INFO\"", "\"target\":\"ethryx\"", "\"version\":\"v", "\"git\":\"", "\"cfg\":\"");
        assertThat(lineWith("\"listening\"")).contains("\"listen\":\"127.0.0.1:" + port + "\"");
        Await.until(() -> lineWith("\"upstreams connected\"") != null, this::output);
        assertThat(lineWith("\"upstreams connected\""))
                .contains("\"el_http_proto\":\"HTTP/1.1\"", "\"cl_proto\":\"HTTP/1.1\"", "\"cl_mev_relay\":\"none\"");
        Await.until(() -> lineWith("\"not ready\"") != null, this::output);
        assertThat(lineWith("\"not ready\""))
                .contains("\"level\":\"WARN\"", "\"target\":\"ethryx::health\"", "\"el_syncing\":\"eth_syncing: ");
        assertThat(output()).doesNotContain("secret").doesNotContain("0123456789abcdef0123");
    }

    @ParameterizedTest
    @ValueSource(strings = {"TERM", "INT"})
    void a_signal_drains_what_is_in_flight_and_the_process_exits_with_0(String signal) throws Exception {
        start();
        try (RawClient busy = RawClient.connect(port);
                RawClient idle = RawClient.connect(port)) {
            idle.send("GET /livez HTTP/1.1\r\nHost: a\r\n\r\n");
            idle.readAnswer();
            busy.send("GET /held HTTP/1.1\r\nHost: a\r\n\r\n");
            Await.until(() -> node.received().contains("/held"), this::output);
            sidecar.signal(signal);
            assertThat(idle.readAll()).isEmpty();
            Await.until(this::refused, () -> "the port is still open");
            release.countDown();
            assertThat(busy.readAll())
                    .startsWith("HTTP/1.1 200 OK\r\n")
                    .containsIgnoringCase("connection: close\r\n")
                    .endsWith("{}");
        }
        assertThat(sidecar.exit(SOON)).isZero();
        assertThat(lineWith("\"shutdown signal received\"")).isNotNull();
        assertThat(lineWith("\"draining connections\"")).contains("\"grace_secs\":10}");
    }

    @Test
    void during_the_delay_readyz_is_503_and_everything_else_is_served() throws Exception {
        start("--shutdown-delay=3s");
        sidecar.signal("TERM");
        Await.until(() -> lineWith("\"shutdown signal received\"") != null, this::output);
        try (RawClient client = RawClient.connect(port)) {
            client.send("GET /readyz HTTP/1.1\r\nHost: a\r\n\r\n");
            assertThat(client.readAnswer()).startsWith("HTTP/1.1 503 ").contains("shutting down");
            client.send("GET /x HTTP/1.1\r\nHost: a\r\n\r\n");
            assertThat(client.readAnswer()).startsWith("HTTP/1.1 200 OK\r\n");
        }
        assertThat(sidecar.exit(SOON)).isZero();
    }

    @Test
    void what_is_in_flight_after_the_grace_is_cut() throws Exception {
        start("--shutdown-grace=500ms");
        try (RawClient busy = RawClient.connect(port)) {
            busy.send("GET /held HTTP/1.1\r\nHost: a\r\n\r\n");
            Await.until(() -> node.received().contains("/held"), this::output);
            sidecar.signal("TERM");
            assertThat(sidecar.exit(SOON)).isZero();
        }
    }

    @Test
    void a_second_signal_ends_it_at_once() throws Exception {
        start("--shutdown-delay=1h");
        sidecar.signal("TERM");
        Await.until(() -> lineWith("\"shutdown signal received\"") != null, this::output);
        sidecar.signal("TERM");
        assertThat(sidecar.exit(SOON)).isEqualTo(143);
    }

    @Test
    void an_access_line_tells_what_was_asked_and_how_it_ended() throws Exception {
        start("--access-log");
        try (RawClient client = RawClient.connect(port)) {
            client.send(
                    "POST /eth/v1/x?token=hidden HTTP/1.1\r\nHost: a\r\nUser-Agent: u\r\nContent-Length: 3\r\n\r\nabc");
            client.readAnswer();
            client.send("GET /livez HTTP/1.1\r\nHost: a\r\n\r\n");
            client.readAnswer();
            client.send("CONNECT a:443 HTTP/1.1\r\nHost: a:443\r\n\r\n");
            client.readAnswer();
            client.send("GET /held HTTP/1.1\r\nHost: a\r\n\r\n");
            Await.until(() -> node.received().contains("/held"), this::output);
        }
        Await.until(() -> lineWith("\"status\":499") != null, this::output);
        assertThat(lineWith("\"status\":405"))
                .contains("\"method\":\"CONNECT\"", "\"path\":\"a:443\"", "\"upstream\":\"EL\"");
        assertThat(lineWith("/eth/v1/x"))
                .contains(
                        "\"target\":\"access_log\"",
                        "\"message\":\"request\"",
                        "\"version\":\"HTTP/1.1\"",
                        "\"method\":\"POST\"",
                        "\"path\":\"/eth/v1/x\"",
                        "\"upstream\":\"CL\"",
                        "\"proto\":\"HTTP\"",
                        "\"status\":200",
                        "\"latency_ms\":",
                        "\"bytes_in\":3",
                        "\"bytes_out\":2")
                .doesNotContain("hidden")
                .doesNotContain("user_agent");
        assertThat(lineWith("\"status\":499")).contains("\"path\":\"/held\"");
        assertThat(lineWith("/livez")).isNull();
    }

    @Test
    void too_many_open_files_is_warned_of_and_accepting_goes_on_by_itself() throws Exception {
        start(List.of("sh", "-c", "ulimit -n 200; exec \"$0\" \"$@\""));
        List<RawClient> clients = new ArrayList<>();
        try {
            for (int i = 0; i < 250; i++) {
                clients.add(RawClient.connect(port));
            }
            Await.until(() -> lineWith("\"accept failed\"") != null, this::output);
            assertThat(lineWith("\"accept failed\""))
                    .contains("\"level\":\"WARN\"", "\"listen\":\"127.0.0.1:" + port + "\"", "Too many open files");
            // The last of them waits to be accepted, and is, once the others leave.
            try (RawClient last = clients.remove(clients.size() - 1)) {
                last.send("GET /livez HTTP/1.1\r\nHost: a\r\n\r\n");
                closeAll(clients);
                assertThat(last.readAnswer()).endsWith("ok");
            }
        } finally {
            closeAll(clients);
        }
        assertThat(alive()).as("whoever comes now is served").isTrue();
        long warnings = sidecar.lines().stream()
                .filter(line -> line.contains("\"accept failed\""))
                .count();
        assertThat(warnings).isLessThan(500);
    }

    @Test
    void a_taken_port_is_one_sentence_and_exit_1() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            sidecar = RunningProcess.start(
                    "sidecar-taken", List.of(ETHRYX, "sidecar", "--listen=127.0.0.1:" + taken.getLocalPort()));
            assertThat(sidecar.exit(SOON)).isEqualTo(1);
            assertThat(sidecar.said())
                    .contains("cannot listen on 127.0.0.1:" + taken.getLocalPort())
                    .contains("--listen");
        }
    }

    private static void closeAll(List<RawClient> clients) throws IOException {
        for (RawClient client : clients) {
            client.close();
        }
    }

    private boolean alive() {
        try (RawClient client = RawClient.connect(port)) {
            client.send("GET /livez HTTP/1.1\r\nHost: a\r\n\r\n");
            return client.readAnswer().endsWith("ok");
        } catch (IOException notYet) {
            return false;
        }
    }

    private boolean refused() {
        try (RawClient client = RawClient.connect(port)) {
            return client.localPort() < 0;
        } catch (ConnectException expected) {
            return true;
        } catch (IOException other) {
            return false;
        }
    }

    private String lineWith(String part) {
        return sidecar.lines().stream()
                .filter(line -> line.contains(part))
                .findFirst()
                .orElse(null);
    }

    private String output() {
        return String.join("\n", sidecar.lines());
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }
}
