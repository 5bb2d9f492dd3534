import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.Executors;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;

/**
 * How long a gateway takes to load a large cluster from etcd, and to act on one change in it. Starts etcd and the gateway, and
 * answers the probes of all nodes itself: {@code java TopologyChanges.java ETHRYX FOLDER}. Ends with 1 where a bar is missed.
 */
final class TopologyChanges {

    private static final int CHAINS = 1_000;
    private static final int NODES = 10;
    private static final int CHANGES = 300;
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final String CALL = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"eth_chainId\",\"params\":[]}";

    private final HttpClient http = HttpClient.newHttpClient();
    private final List<Process> processes = new ArrayList<>();
    private final String etcd = "http://127.0.0.1:" + freePort();
    private final int rpc = freePort();
    private final int metrics = freePort();

    private TopologyChanges() throws IOException {}

    public static void main(String[] args) throws Exception {
        TopologyChanges run = new TopologyChanges();
        boolean reached;
        try {
            reached = run.measure(args[0], Path.of(args[1]));
        } finally {
            run.processes.forEach(Process::destroyForcibly);
        }
        System.exit(reached ? 0 : 1);
    }

    private boolean measure(String ethryx, Path folder) throws Exception {
        int[] ports = new int[NODES];
        for (int i = 0; i < NODES; i++) {
            ports[i] = node();
        }
        start(
                folder,
                "etcd",
                "etcd",
                "--log-level=warn",
                "--unsafe-no-fsync",
                "--data-dir=" + folder.resolve("etcd-data"),
                "--listen-client-urls=" + etcd,
                "--advertise-client-urls=" + etcd,
                "--listen-peer-urls=http://127.0.0.1:0",
                "--initial-advertise-peer-urls=http://127.0.0.1:0",
                "--initial-cluster=default=http://127.0.0.1:0");
        await("etcd", 50, () -> status(etcd + "/health") == 200);
        fill(ports);
        Path config = Files.writeString(
                folder.resolve("topology.yaml"),
                "listen: 127.0.0.1:" + rpc + "\nmetric_listen: 127.0.0.1:" + metrics + "\netcd_endpoints: ['" + etcd
                        + "']\nproxy_config: {}\n");
        long begun = System.nanoTime();
        start(folder, "gateway", ethryx, "gateway", "--config", config.toString());
        await("the topology", 100, () -> nodes("") == CHAINS * NODES);
        double loaded = since(begun);
        await("the nodes", 100, () -> nodes(" 1") == CHAINS * NODES);
        double joined = since(begun);
        long[] micros = changes();
        System.out.printf("chains\tnodes\tloaded_s\tjoined_s\tchange_p50_ms\tchange_p99_ms\tchange_max_ms%n");
        System.out.printf(
                "%d\t%d\t%.2f\t%.2f\t%.1f\t%.1f\t%.1f%n",
                CHAINS,
                CHAINS * NODES,
                loaded,
                joined,
                micros[CHANGES / 2] / 1e3,
                micros[CHANGES * 99 / 100] / 1e3,
                micros[CHANGES - 1] / 1e3);
        return loaded <= 3 && micros[CHANGES * 99 / 100] <= 50_000;
    }

    /** From before a put until a call goes by it, sorted, in microseconds. */
    private long[] changes() throws Exception {
        Random random = new Random(1);
        long[] micros = new long[CHANGES];
        for (int i = 0; i < CHANGES; i++) {
            int chain = 1 + random.nextInt(CHAINS);
            String head = "0x" + Integer.toHexString(100_000 + i);
            long begun = System.nanoTime();
            put(chain + "/lastBlockNumber", "{\"latestBlockNumber\":\"" + head + "\"}");
            await("the change", 1, () -> head(chain).equals(Optional.of(head)));
            micros[i] = (System.nanoTime() - begun) / 1_000;
            Thread.sleep(random.nextInt(100));
        }
        Arrays.sort(micros);
        return micros;
    }

    private Optional<String> head(int chain) {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + rpc + "/" + chain))
                .header("x-ethryx-explain", "1")
                .POST(HttpRequest.BodyPublishers.ofString(CALL))
                .build();
        try {
            return http.send(request, BodyHandlers.discarding()).headers().firstValue("x-ethryx-head");
        } catch (IOException | InterruptedException e) {
            return Optional.empty();
        }
    }

    /** Nodes that the page of metrics shows, with samples that end so. */
    private long nodes(String ending) {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + metrics + "/metrics"))
                .build();
        try {
            return http.send(request, BodyHandlers.ofLines())
                    .body()
                    .filter(line -> line.startsWith("ethryx_gateway_node_available{") && line.endsWith(ending))
                    .count();
        } catch (IOException | InterruptedException e) {
            return 0;
        }
    }

    private void fill(int[] ports) {
        IntStream.rangeClosed(1, CHAINS).parallel().forEach(chain -> {
            for (int i = 0; i < NODES; i++) {
                put(
                        chain + "/nodes/n" + i,
                        "{\"address\":\"127.0.0.1\",\"port\":" + ports[i] + ",\"nodeType\":" + (1 + i % 2)
                                + ",\"stateType\":1,\"weight\":100,\"source\":\"manual\"}");
            }
            put(chain + "/lastBlockNumber", "{\"latestBlockNumber\":\"0x64\"}");
        });
    }

    private void put(String key, String value) {
        String body = "{\"key\":\"" + base64(key) + "\",\"value\":\"" + base64(value) + "\"}";
        HttpRequest request = HttpRequest.newBuilder(URI.create(etcd + "/v3/kv/put"))
                .POST(HttpRequest.BodyPublishers.ofString(body))
                .build();
        try {
            if (http.send(request, BodyHandlers.discarding()).statusCode() != 200) {
                throw new IllegalStateException("etcd refused " + key);
            }
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException("etcd failed at " + key, e);
        }
    }

    private static String base64(String text) {
        return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }

    private int status(String url) {
        try {
            return http.send(HttpRequest.newBuilder(URI.create(url)).build(), BodyHandlers.discarding())
                    .statusCode();
        } catch (IOException | InterruptedException e) {
            return 0;
        }
    }

    /** A node that answers whatever it is asked with a height. */
    private static int node() throws IOException {
        byte[] answer =
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"number\":\"0x64\"}}".getBytes(StandardCharsets.UTF_8);
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 1_024);
        server.setExecutor(Executors.newFixedThreadPool(2, task -> {
            Thread thread = new Thread(task);
            thread.setDaemon(true);
            return thread;
        }));
        server.createContext("/", exchange -> {
            exchange.getRequestBody().readAllBytes();
            exchange.sendResponseHeaders(200, answer.length);
            exchange.getResponseBody().write(answer);
            exchange.close();
        });
        server.start();
        return server.getAddress().getPort();
    }

    private void start(Path folder, String name, String... command) throws IOException {
        processes.add(new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve(name + ".log").toFile())
                .start());
    }

    private static void await(String what, long pauseMillis, BooleanSupplier done) throws InterruptedException {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (!done.getAsBoolean()) {
            if (System.nanoTime() > deadline) {
                throw new IllegalStateException(what + " did not come");
            }
            Thread.sleep(pauseMillis);
        }
    }

    private static double since(long nanos) {
        return (System.nanoTime() - nanos) / 1e9;
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }
}
