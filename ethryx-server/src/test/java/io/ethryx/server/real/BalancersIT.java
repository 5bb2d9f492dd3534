package io.ethryx.server.real;

import static org.assertj.core.api.Assertions.assertThat;

import io.ethryx.server.testing.Await;
import io.ethryx.server.testing.RawClient;
import io.ethryx.server.testing.RawUpstream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Load balancers that no one here wrote, which speak HTTP/2 to the sidecar over connections that their clients share. */
@Timeout(120)
final class BalancersIT {

    private static final String ETHRYX =
            Path.of(System.getProperty("ethryx.root"), "ethryx").toString();
    private static final String OK = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}";
    private static final String GET = "GET /now HTTP/1.1\r\nHost: a\r\n\r\n";
    private static final int CANCELS = 250;

    private final CountDownLatch release = new CountDownLatch(1);

    @TempDir
    private Path folder;

    private RawUpstream node;
    private RunningProcess sidecar;
    private RunningProcess balancer;
    private int sidecarPort;
    private int port;

    @BeforeEach
    void start() throws Exception {
        node = RawUpstream.start(connection -> {
            for (String request = connection.readRequest(); request != null; request = connection.readRequest()) {
                if (request.contains("/held")) {
                    release.await();
                }
                connection.send(OK);
            }
        });
        sidecarPort = freePort();
        port = freePort();
        String url = "http://127.0.0.1:" + node.port();
        sidecar = RunningProcess.start(
                "sidecar-behind-balancer",
                List.of(
                        ETHRYX,
                        "sidecar",
                        "--listen=127.0.0.1:" + sidecarPort,
                        "--el-http-url=" + url,
                        "--cl-beacon-url=" + url));
        Await.until(() -> answers(sidecarPort), () -> String.join("\n", sidecar.lines()));
    }

    @AfterEach
    void stop() throws Exception {
        release.countDown();
        for (RunningProcess process : new RunningProcess[] {balancer, sidecar}) {
            if (process != null) {
                process.close();
            }
        }
        node.close();
    }

    private void balance(String name, String... command) throws Exception {
        balancer = RunningProcess.start(name, List.of(command));
        Await.until(() -> answers(port), () -> name + " does not answer");
    }

    private void haproxy() throws Exception {
        Path configuration = Files.writeString(folder.resolve("haproxy.cfg"), """
                defaults
                  mode http
                  timeout connect 5s
                  timeout client 60s
                  timeout server 60s
                  http-reuse always
                frontend door
                  bind 127.0.0.1:%d
                  default_backend pair
                backend pair
                  server sidecar 127.0.0.1:%d proto h2
                """.formatted(port, sidecarPort));
        balance("haproxy", "haproxy", "-db", "-f", configuration.toString());
    }

    private void nghttpx() throws Exception {
        balance(
                "nghttpx",
                "nghttpx",
                "--frontend=127.0.0.1," + port + ";no-tls",
                "--backend=127.0.0.1," + sidecarPort + ";;proto=h2",
                "--workers=1",
                "--no-ocsp",
                "--conf=" + Files.createFile(folder.resolve("nghttpx.conf")));
    }

    @Test
    void clients_of_haproxy_that_give_up_do_not_harm_the_others() throws Exception {
        haproxy();
        manyGiveUpAndOthersAreServed();
    }

    @Test
    void clients_of_nghttpx_that_give_up_do_not_harm_the_others() throws Exception {
        nghttpx();
        manyGiveUpAndOthersAreServed();
    }

    /** Each client that leaves becomes a RST_STREAM of its own on a connection that all share. */
    private void manyGiveUpAndOthersAreServed() throws Exception {
        try (RawClient good = RawClient.connect(port)) {
            for (int i = 0; i < CANCELS; i++) {
                try (RawClient leaving = RawClient.connect(port)) {
                    leaving.send("GET /held HTTP/1.1\r\nHost: a\r\n\r\n");
                    assertThat(good.send(GET).readAnswer()).as("after %d", i).endsWith("{}");
                }
            }
            assertThat(good.send(GET).readAnswer()).startsWith("HTTP/1.1 200");
        }
    }

    @Test
    void a_body_passes_a_balancer_whole() throws Exception {
        haproxy();
        String body = "x".repeat(300_000);
        try (RawClient client = RawClient.connect(port)) {
            client.send("POST /up HTTP/1.1\r\nHost: a\r\nContent-Length: 300000\r\n\r\n" + body);
            assertThat(client.readAnswer()).startsWith("HTTP/1.1 200");
        }
        assertThat(node.received()).contains(body);
    }

    private static boolean answers(int port) {
        try (RawClient client = RawClient.connect(port)) {
            return client.send("GET /livez HTTP/1.1\r\nHost: a\r\n\r\n")
                    .readAnswer()
                    .endsWith("ok");
        } catch (IOException notYet) {
            return false;
        }
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }
}
