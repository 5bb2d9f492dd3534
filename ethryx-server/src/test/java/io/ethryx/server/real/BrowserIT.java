package io.ethryx.server.real;

import static org.assertj.core.api.Assertions.assertThat;

import io.ethryx.server.testing.Await;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The live pages in a real browser: with and without script, on a phone, by keyboard, light and dark. */
@Timeout(300)
final class BrowserIT {

    private static final String ETHRYX =
            Path.of(System.getProperty("ethryx.root"), "ethryx").toString();

    @Test
    void the_live_pages_show_refresh_and_explain_in_a_browser() throws Exception {
        Path shots = Files.createDirectories(Path.of("target", "real", "pages"));
        try (RunningProcess demo = RunningProcess.start("demo-pages", List.of(ETHRYX, "demo", "--port", "0"))) {
            String rpc = told(demo, "ready gateway ");
            int port = freePort();
            NodeScripts.Started sidecar = NodeScripts.sidecar(
                    "sidecar-pages",
                    "--metrics-listen=127.0.0.1:" + port,
                    "--el-http-url=" + told(demo, "simulated EL "),
                    "--cl-beacon-url=" + told(demo, "simulated CL "),
                    "--health-poll-interval=500ms");
            try (sidecar;
                    RunningProcess browser = RunningProcess.start(
                            "browser",
                            List.of(
                                    NodeScripts.script("browser.sh"),
                                    "pages",
                                    rpc.substring(0, rpc.lastIndexOf('/')),
                                    "http://127.0.0.1:" + port,
                                    rpc,
                                    shots.toString()))) {
                int exit = browser.exit(Duration.ofMinutes(4));
                assertThat(browser.lines()).as("%s", browser.said()).containsExactly("passed 6");
                assertThat(exit).isZero();
            }
        }
        assertThat(shots.resolve("gateway.png")).isNotEmptyFile();
    }

    /** The URL behind the first words of a line. */
    private static String told(RunningProcess process, String words) {
        Await.until(
                () -> process.lines().stream().anyMatch(line -> line.startsWith(words)),
                () -> String.join("\n", process.lines()));
        String line = process.lines().stream()
                .filter(each -> each.startsWith(words))
                .findFirst()
                .orElseThrow();
        int end = line.indexOf(' ', words.length());
        return line.substring(words.length(), end < 0 ? line.length() : end);
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }
}
