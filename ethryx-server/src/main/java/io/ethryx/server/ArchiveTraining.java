package io.ethryx.server;

import io.ethryx.server.demo.SimulatedChain;
import io.ethryx.server.demo.SimulatedNodes;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/**
 * A short life of the sidecar before a simulated pair, for the virtual machine to note which classes a start needs: the
 * training run of the class-data-sharing archive. Run by the build, not by operators.
 */
final class ArchiveTraining {

    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final int WARM_REQUESTS = 20;

    private ArchiveTraining() {}

    /**
     * Starts, asks for a little of everything, and exits with 0; with 1 if the sidecar never answered.
     *
     * @param args none
     */
    public static void main(String[] args) throws IOException {
        SimulatedNodes nodes = SimulatedNodes.byHand(
                SimulatedChain.aged(Instant.now(), 10, Duration.ofSeconds(12), 32), InstantSource.system());
        nodes.start();
        int port = freePort();
        Thread sidecar = new Thread(
                () -> Main.main(new String[] {
                    "sidecar",
                    "--listen=127.0.0.1:" + port,
                    "--el-http-url=http://127.0.0.1:" + nodes.executionNode().httpPort(),
                    "--cl-beacon-url=http://127.0.0.1:" + nodes.consensusNode().port()
                }),
                "training");
        sidecar.setDaemon(true);
        sidecar.start();
        System.exit(exercise(port) ? 0 : 1);
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    private static boolean exercise(int port) {
        String call = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"eth_blockNumber\",\"params\":[]}";
        String post = "POST / HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: " + call.length()
                + "\r\nConnection: close\r\n\r\n" + call;
        if (!awaitAnswer(port, get("/livez"))) {
            return false;
        }
        boolean answered = true;
        for (int i = 0; i < WARM_REQUESTS; i++) {
            answered &= ask(port, post);
        }
        for (String path :
                new String[] {"/readyz", "/readyz?verbose", "/healthz", "/metrics", "/eth/v1/node/syncing"}) {
            answered &= ask(port, get(path));
        }
        // HTTP/2 by prior knowledge: the preface and an empty SETTINGS frame; the answer begins with the server's own.
        answered &= ask(port, "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\4\0\0\0\0\0");
        return answered;
    }

    private static String get(String path) {
        return "GET " + path + " HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n";
    }

    private static boolean awaitAnswer(int port, String request) {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (!ask(port, request)) {
            if (System.nanoTime() - deadline > 0) {
                return false;
            }
            Thread.onSpinWait();
        }
        return true;
    }

    /** Whether a request got the beginning of an answer. */
    private static boolean ask(int port, String request) {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.setSoTimeout((int) PATIENCE.toMillis());
            socket.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
            InputStream in = socket.getInputStream();
            return in.read(new byte[4096]) > 0;
        } catch (IOException notYet) {
            return false;
        }
    }
}
