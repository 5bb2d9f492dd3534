package io.ethryx.server.real;

import io.ethryx.server.testing.Await;
import io.ethryx.server.testing.RawClient;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Starts real counterparts by their scripts, and the sidecar before them as an operator runs it. */
final class NodeScripts {

    private static final Path ROOT = Path.of(System.getProperty("ethryx.root"));
    private static final Duration INSTALL_AND_START = Duration.ofMinutes(8);

    private NodeScripts() {}

    /** One that was started, and the URL at which it is ready. */
    record Started(RunningProcess process, String url) implements AutoCloseable {
        int port() {
            return Integer.parseInt(url.substring(url.lastIndexOf(':') + 1));
        }

        @Override
        public void close() throws InterruptedException {
            process.close();
        }
    }

    static String script(String name) {
        return ROOT.resolve("ethryx-server/src/test/real").resolve(name).toString();
    }

    /** Starts a script of the folder {@code src/test/real} that says when it is ready. */
    static Started start(String name, String... scriptAndArguments) throws Exception {
        List<String> command = new ArrayList<>(List.of(scriptAndArguments));
        command.set(0, script(command.get(0)));
        RunningProcess process = RunningProcess.start(name, command);
        return new Started(process, process.awaitReady(INSTALL_AND_START));
    }

    /** Starts a sidecar and waits till its port answers. */
    static Started sidecar(String name, String... flags) throws Exception {
        int port;
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = free.getLocalPort();
        }
        List<String> command =
                new ArrayList<>(List.of(ROOT.resolve("ethryx").toString(), "sidecar", "--listen=127.0.0.1:" + port));
        command.addAll(List.of(flags));
        RunningProcess process = RunningProcess.start(name, command);
        Started started = new Started(process, "http://127.0.0.1:" + port);
        Await.until(() -> answer(port, "GET /livez").endsWith("ok"), () -> String.join("\n", process.lines()));
        return started;
    }

    /** What a request without a body gets, whole; empty while nobody answers. */
    static String answer(int port, String methodAndTarget) {
        try (RawClient client = RawClient.connect(port)) {
            return client.send(methodAndTarget + " HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
                    .readAll();
        } catch (IOException notYet) {
            return "";
        }
    }

    /** What a POST of JSON gets, whole. */
    static String post(int port, String target, String body) throws IOException {
        try (RawClient client = RawClient.connect(port)) {
            return client.send("POST " + target + " HTTP/1.1\r\nHost: a\r\nConnection: close\r\n"
                            + "Content-Type: application/json\r\nContent-Length: "
                            + body.length() + "\r\n\r\n" + body)
                    .readAll();
        }
    }
}
