package io.ethryx.server.real;

import io.ethryx.server.testing.Await;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** An etcd of three members, which are killed one at a time and come back on their ports and data. */
public final class EtcdTrio implements AutoCloseable {

    private static final int SIZE = 3;
    private static final HttpClient CLIENT =
            HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(5)).build();

    private final List<List<String>> commands = new ArrayList<>();
    private final List<String> urls = new ArrayList<>();
    private final RunningProcess[] members = new RunningProcess[SIZE];

    private EtcdTrio() {}

    /** Starts all three. */
    public static EtcdTrio in(Path folder) throws Exception {
        EtcdTrio trio = new EtcdTrio();
        List<Integer> ports = freePorts(2 * SIZE);
        List<String> peers = new ArrayList<>();
        for (int i = 0; i < SIZE; i++) {
            peers.add("m" + i + "=http://127.0.0.1:" + ports.get(i));
            trio.urls.add("http://127.0.0.1:" + ports.get(SIZE + i));
        }
        for (int i = 0; i < SIZE; i++) {
            trio.commands.add(command(i, peers, trio.urls.get(i), folder.resolve("m" + i)));
            trio.start(i);
        }
        trio.awaitLeader();
        return trio;
    }

    private static List<String> command(int member, List<String> peers, String url, Path data) {
        String peer = peers.get(member).substring(peers.get(member).indexOf('=') + 1);
        return List.of(
                "etcd",
                "--name=m" + member,
                "--logger=zap",
                "--log-level=warn",
                "--unsafe-no-fsync",
                "--heartbeat-interval=100",
                "--election-timeout=1000",
                "--listen-peer-urls=" + peer,
                "--initial-advertise-peer-urls=" + peer,
                "--initial-cluster=" + String.join(",", peers),
                "--listen-client-urls=" + url,
                "--advertise-client-urls=" + url,
                "--data-dir=" + data);
    }

    private static List<Integer> freePorts(int count) throws IOException {
        List<ServerSocket> sockets = new ArrayList<>();
        List<Integer> ports = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            sockets.add(new ServerSocket(0, 1, InetAddress.getLoopbackAddress()));
            ports.add(sockets.get(i).getLocalPort());
        }
        for (ServerSocket socket : sockets) {
            socket.close();
        }
        return ports;
    }

    public List<String> urls() {
        return List.copyOf(urls);
    }

    private void start(int member) throws IOException {
        members[member] = RunningProcess.start("etcd-" + member, commands.get(member));
    }

    /** Ends a member as a crash does. */
    public void kill(int member) throws Exception {
        members[member].signal("KILL");
        members[member].exit(Duration.ofSeconds(20));
    }

    /** Brings a member back, and waits until it follows again. */
    public void restart(int member) throws Exception {
        start(member);
        Await.until(() -> follows(member), () -> "member " + member + " does not follow");
    }

    private boolean follows(int member) {
        String led = field(post(member, "maintenance/status", "{}").orElse(""), "leader");
        return !led.isEmpty() && !led.equals("0");
    }

    /** The number of the member that leads. */
    public int leader() {
        for (int i = 0; i < SIZE; i++) {
            Optional<String> status = post(i, "maintenance/status", "{}");
            if (status.isPresent() && field(status.get(), "member_id").equals(field(status.get(), "leader"))) {
                return i;
            }
        }
        return -1;
    }

    /** Has another member lead. */
    public void moveLeader() {
        int from = leader();
        String target =
                field(post((from + 1) % SIZE, "maintenance/status", "{}").orElse(""), "member_id");
        if (post(from, "maintenance/transfer-leadership", "{\"targetID\":\"" + target + "\"}")
                .isEmpty()) {
            throw new IllegalStateException("the lead was not moved from " + from + " to " + target);
        }
        Await.until(() -> leader() >= 0 && leader() != from, () -> "still led by " + from);
    }

    private void awaitLeader() {
        Await.until(() -> leader() >= 0, () -> "no leader");
    }

    private static String field(String json, String name) {
        Matcher found = Pattern.compile("\"" + name + "\":\"([^\"]*)\"").matcher(json);
        return found.find() ? found.group(1) : "";
    }

    private Optional<String> post(int member, String what, String json) {
        HttpRequest request = HttpRequest.newBuilder(URI.create(urls.get(member) + "/v3/" + what))
                .timeout(Duration.ofSeconds(5))
                .POST(HttpRequest.BodyPublishers.ofString(json))
                .build();
        try {
            HttpResponse<String> answer = CLIENT.send(request, HttpResponse.BodyHandlers.ofString());
            return answer.statusCode() == 200 ? Optional.of(answer.body()) : Optional.empty();
        } catch (IOException gone) {
            return Optional.empty();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        }
    }

    @Override
    public void close() throws Exception {
        for (int i = 0; i < SIZE; i++) {
            if (members[i].alive()) {
                kill(i);
            }
        }
    }
}
