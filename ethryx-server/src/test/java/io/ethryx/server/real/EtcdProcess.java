package io.ethryx.server.real;

import io.ethryx.server.testing.Await;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** An etcd of one member, which keeps its address and its data from one life to the next. */
public final class EtcdProcess implements AutoCloseable {

    private static final HttpClient CLIENT =
            HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(5)).build();

    private static final Pattern ID = Pattern.compile("\"ID\":\"([^\"]*)\"");
    private static final Pattern VALUE = Pattern.compile("\"value\":\"([^\"]*)\"");

    private final Path folder;
    private final String url;
    private RunningProcess process;

    private EtcdProcess(Path folder, String url) {
        this.folder = folder;
        this.url = url;
    }

    /** An etcd that has not been started, on a free port. */
    public static EtcdProcess in(Path folder) throws IOException {
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return at(free.getLocalPort(), folder);
        }
    }

    /** An etcd that has not been started. */
    public static EtcdProcess at(int port, Path folder) {
        return new EtcdProcess(folder, "http://127.0.0.1:" + port);
    }

    public String url() {
        return url;
    }

    public void start() throws IOException {
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

    public void put(String key, String value) throws Exception {
        post("kv/put", "{\"key\":\"" + base64(key) + "\",\"value\":\"" + base64(value) + "\"}");
    }

    /** Grants a lease of ten minutes. */
    public String lease() throws Exception {
        Matcher granted = ID.matcher(post("lease/grant", "{\"TTL\":600}"));
        if (!granted.find()) {
            throw new IllegalStateException("no lease was granted");
        }
        return granted.group(1);
    }

    /** Puts a key that goes with a lease. */
    public void put(String key, String value, String lease) throws Exception {
        post(
                "kv/put",
                "{\"key\":\"" + base64(key) + "\",\"value\":\"" + base64(value) + "\",\"lease\":\"" + lease + "\"}");
    }

    /** Ends a lease, and with it all its keys in one revision, as its expiry does. */
    public void revoke(String lease) throws Exception {
        post("lease/revoke", "{\"ID\":\"" + lease + "\"}");
    }

    public void delete(String key) throws Exception {
        post("kv/deleterange", "{\"key\":\"" + base64(key) + "\"}");
    }

    /** The value of a key, if it is there. */
    public Optional<String> get(String key) throws Exception {
        Matcher found = VALUE.matcher(post("kv/range", "{\"key\":\"" + base64(key) + "\"}"));
        return found.find()
                ? Optional.of(new String(Base64.getDecoder().decode(found.group(1)), StandardCharsets.UTF_8))
                : Optional.empty();
    }

    private String post(String what, String json) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create(url + "/v3/" + what))
                .timeout(Duration.ofSeconds(20))
                .POST(HttpRequest.BodyPublishers.ofString(json))
                .build();
        HttpResponse<String> answer = CLIENT.send(request, HttpResponse.BodyHandlers.ofString());
        if (answer.statusCode() != 200) {
            throw new IllegalStateException(what + ": " + answer.statusCode() + " " + answer.body());
        }
        return answer.body();
    }

    private static String base64(String text) {
        return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }

    /** Lets it hang. */
    public void freeze() throws Exception {
        process.signal("STOP");
    }

    /** Lets it go on. */
    public void thaw() throws Exception {
        process.signal("CONT");
    }

    /** Ends it as a crash does. */
    public void kill() throws Exception {
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
