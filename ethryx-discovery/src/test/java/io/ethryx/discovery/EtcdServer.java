package io.ethryx.discovery;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.HttpURLConnection;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** A real etcd process on loopback, with data in a folder of the test's, on ports that it keeps over restarts. */
final class EtcdServer implements AutoCloseable {

    private static final int TRIES = 3;

    private final Path folder;
    private final List<String> options;
    private final String scheme;
    private int clientPort;
    private int healthPort;
    private Process process;

    private EtcdServer(Path folder, String scheme, List<String> options) {
        this.folder = folder;
        this.scheme = scheme;
        this.options = options;
    }

    /** Starts a cluster of one member. */
    static EtcdServer alone(Path folder, String... options) throws Exception {
        return of(folder, "http", options).ready();
    }

    /** Starts a cluster of one member whose client listener speaks TLS, as the options say. */
    static EtcdServer withTls(Path folder, String... options) throws Exception {
        return of(folder, "https", options).ready();
    }

    /** Starts a cluster of as many members; whoever else is quick enough to take a port has it all begin anew. */
    static List<EtcdServer> cluster(Path folder, int size) throws Exception {
        for (int attempt = 1; ; attempt++) {
            List<EtcdServer> members = members(folder.resolve("attempt-" + attempt), size);
            try {
                for (EtcdServer member : members) {
                    member.awaitHealth();
                }
                return members;
            } catch (EtcdEnded ended) {
                members.forEach(EtcdServer::close);
                if (attempt == TRIES) {
                    throw ended;
                }
            }
        }
    }

    private static List<EtcdServer> members(Path folder, int size) throws Exception {
        List<String> peers = new ArrayList<>();
        for (int i = 0; i < size; i++) {
            peers.add("http://127.0.0.1:" + freePort());
        }
        List<String> named = new ArrayList<>();
        for (int i = 0; i < size; i++) {
            named.add("m" + i + "=" + peers.get(i));
        }
        List<EtcdServer> members = new ArrayList<>();
        for (int i = 0; i < size; i++) {
            EtcdServer member = new EtcdServer(
                    folder.resolve("m" + i),
                    "http",
                    List.of(
                            "--name=m" + i,
                            "--listen-peer-urls=" + peers.get(i),
                            "--initial-advertise-peer-urls=" + peers.get(i),
                            "--initial-cluster=" + String.join(",", named)));
            member.launch();
            members.add(member);
        }
        return members;
    }

    private static EtcdServer of(Path folder, String scheme, String... options) {
        List<String> all = new ArrayList<>(List.of(
                "--name=one",
                "--listen-peer-urls=http://127.0.0.1:0",
                "--initial-advertise-peer-urls=http://127.0.0.1:0",
                "--initial-cluster=one=http://127.0.0.1:0"));
        all.addAll(Arrays.asList(options));
        return new EtcdServer(folder, scheme, all);
    }

    private EtcdServer ready() throws Exception {
        for (int attempt = 1; ; attempt++) {
            launch();
            try {
                awaitHealth();
                return this;
            } catch (EtcdEnded ended) {
                if (attempt == TRIES) {
                    throw ended;
                }
                clientPort = 0;
            }
        }
    }

    private void launch() throws IOException {
        Files.createDirectories(folder);
        if (clientPort == 0) {
            clientPort = freePort();
            healthPort = freePort();
        }
        List<String> command = new ArrayList<>(List.of(
                "etcd",
                "--logger=zap",
                "--log-level=warn",
                "--unsafe-no-fsync",
                "--heartbeat-interval=100",
                "--election-timeout=500",
                "--data-dir=" + folder.resolve("data"),
                "--listen-client-urls=" + endpoint(),
                "--advertise-client-urls=" + endpoint(),
                "--listen-metrics-urls=http://127.0.0.1:" + healthPort));
        command.addAll(options);
        process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(log().toFile()))
                .start();
    }

    private Path log() {
        return folder.resolve("etcd.log");
    }

    private void awaitHealth() {
        Await.until(this::healthyOrEnded, () -> "etcd is not ready: " + logged());
        if (!process.isAlive()) {
            throw new EtcdEnded(logged());
        }
    }

    private boolean healthyOrEnded() {
        if (!process.isAlive()) {
            return true;
        }
        try {
            HttpURLConnection health = (HttpURLConnection) URI.create("http://127.0.0.1:" + healthPort + "/health")
                    .toURL()
                    .openConnection();
            health.setConnectTimeout(2_000);
            health.setReadTimeout(2_000);
            return health.getResponseCode() == 200;
        } catch (IOException notYet) {
            return false;
        }
    }

    private String logged() {
        try {
            return Files.readString(log());
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    /** How clients reach it. */
    String endpoint() {
        return scheme + "://127.0.0.1:" + clientPort;
    }

    /** Ends it at once, as a crash does. */
    void kill() throws InterruptedException {
        process.destroyForcibly();
        process.waitFor();
    }

    /** Ends it in order. */
    void stop() throws InterruptedException {
        process.destroy();
        if (!process.waitFor(10, TimeUnit.SECONDS)) {
            kill();
        }
    }

    /** Starts it again on its data. */
    void restart() throws Exception {
        launch();
        awaitHealth();
    }

    /** Starts it again on the same port with no data at all. */
    void restartEmpty() throws Exception {
        deleteFolder(folder.resolve("data"));
        restart();
    }

    /** Starts a member on this one's data at another address, where nobody else finds it. */
    EtcdServer elsewhere() throws Exception {
        EtcdServer other = new EtcdServer(folder, scheme, options);
        return other.ready();
    }

    /** Lets it hang. */
    void freeze() throws Exception {
        signal("STOP");
    }

    /** Lets it go on. */
    void thaw() throws Exception {
        signal("CONT");
    }

    private void signal(String name) throws Exception {
        int code = new ProcessBuilder("sh", "-c", "kill -" + name + " " + process.pid())
                .start()
                .waitFor();
        if (code != 0) {
            throw new AssertionError("could not send " + name);
        }
    }

    @Override
    public void close() {
        process.destroyForcibly();
        try {
            process.waitFor();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    private static void deleteFolder(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }

    /** The process ended before it was ready. */
    static final class EtcdEnded extends RuntimeException {

        private static final long serialVersionUID = 1L;

        EtcdEnded(String log) {
            super("etcd ended: " + log);
        }
    }
}
