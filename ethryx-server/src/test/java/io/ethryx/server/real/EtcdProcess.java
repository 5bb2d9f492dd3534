package io.ethryx.server.real;

import io.ethryx.server.testing.Await;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.List;

/** An etcd of one member, which keeps its address and its data from one life to the next. */
final class EtcdProcess implements AutoCloseable {

    private static final HttpClient CLIENT =
            HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(5)).build();

    private final Path folder;
    private final String url;
    private RunningProcess process;

    private EtcdProcess(Path folder, String url) {
        this.folder = folder;
        this.url = url;
    }

    /** An etcd that has not been started. */
    static EtcdProcess at(int port, Path folder) {
        return new EtcdProcess(folder, "http://127.0.0.1:" + port);
    }

    String url() {
        return url;
    }

    void start() throws IOException {
        process = RunningProcess.start(
                "etcd",
                List.of(
                        "etcd",
                        "--name=one",
                        "--logger=zap",
                        "--log-level=warn",
                        "--unsafe-no-fsync",
                        "--heartbeat-interval=100",
                        "--election-timeout=500",
                        "--listen-peer-urls=http://127.0.0.1:0",
                        "--initial-advertise-peer-urls=http://127.0.0.1:0",
                        "--initial-cluster=one=http://127.0.0.1:0",
                        "--listen-client-urls=" + url,
                        "--advertise-client-urls=" + url,
                        "--data-dir=" + folder));
        Await.until(this::healthy, () -> "etcd does not answer at " + url);
    }

    private boolean healthy() {
        HttpRequest request = HttpRequest.newBuilder(URI.create(url + "/health"))
                .timeout(Duration.ofSeconds(2))
                .build();
        try {
            return CLIENT.send(request, HttpResponse.BodyHandlers.discarding()).statusCode() == 200;
        } catch (IOException notYet) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    void put(String key, String value) throws Exception {
        post("put", "{\"key\":\"" + base64(key) + "\",\"value\":\"" + base64(value) + "\"}");
    }

    void delete(String key) throws Exception {
        post("deleterange", "{\"key\":\"" + base64(key) + "\"}");
    }

    private void post(String what, String json) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create(url + "/v3/kv/" + what))
                .timeout(Duration.ofSeconds(20))
                .POST(HttpRequest.BodyPublishers.ofString(json))
                .build();
        HttpResponse<String> answer = CLIENT.send(request, HttpResponse.BodyHandlers.ofString());
        if (answer.statusCode() != 200) {
            throw new IllegalStateException(what + ": " + answer.statusCode() + " " + answer.body());
        }
    }

    private static String base64(String text) {
        return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }

    /** Ends it as a crash does. */
    void kill() throws Exception {
        process.signal("KILL");
        process.exit(Duration.ofSeconds(20));
    }

    @Override
    public void close() throws Exception {
        if (process != null && process.alive()) {
            kill();
        }
    }
}
