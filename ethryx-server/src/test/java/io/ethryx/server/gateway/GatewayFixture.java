package io.ethryx.server.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.ethryx.discovery.Fault;
import io.ethryx.discovery.StaticSource;
import io.ethryx.discovery.TopologyListener;
import io.ethryx.server.gateway.settings.GatewayFile;
import io.ethryx.server.gateway.settings.GatewaySettings;
import io.ethryx.server.gateway.topology.WrittenTopology;
import io.ethryx.server.io.IoRuntime;
import io.ethryx.server.testing.Await;
import io.ethryx.server.testing.CountingBuffers;
import io.ethryx.server.testing.ParsedPage;
import io.ethryx.server.testing.RawClient;
import io.ethryx.server.yaml.YamlFault;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** A gateway on a free port, by the text of a configuration. */
final class GatewayFixture implements AutoCloseable {

    private final CountingBuffers buffers = new CountingBuffers(IoRuntime.BUFFER_BYTES);
    private final ConnectionLog clients = new ConnectionLog();
    private final GatewaySettings settings;
    private final Gateway gateway;

    private GatewayFixture(GatewaySettings settings) throws IOException {
        this.settings = settings;
        gateway = Gateway.bind(settings, clients, buffers);
    }

    /** Follows the topology of its settings, and serves clients. Nobody probes the nodes, so that they see calls alone. */
    void serve() {
        tell(gateway.overlay());
        gateway.open();
    }

    /** Registers the topology of its settings, and serves clients, as the program does: nodes are probed. */
    void serveProbing() {
        tell(gateway.overlay());
        gateway.startProbing();
        gateway.open();
    }

    private void tell(TopologyListener listener) {
        StaticSource source = new StaticSource(listener);
        assertThat(source.replace(
                        WrittenTopology.of("test", settings.discovery().source())
                                .entries()))
                .extracting(Fault::rule)
                .isEmpty();
    }

    /** As {@link #start}, but nodes are probed. */
    static GatewayFixture startProbing(String... lines) throws IOException {
        GatewayFixture bound = bind(lines);
        bound.serveProbing();
        return bound;
    }

    /** Lines of the topology, and behind a line {@code ---} lines of the file's top. */
    static GatewayFixture start(String... lines) throws IOException {
        GatewayFixture bound = bind(lines);
        bound.serve();
        return bound;
    }

    /** The same, before it has its topology: only metrics and probes are served. */
    static GatewayFixture bind(String... lines) throws IOException {
        List<String> yaml = new ArrayList<>(
                List.of("listen: 127.0.0.1:0", "metric_listen: 127.0.0.1:0", "discovery:", "  static:"));
        boolean top = false;
        for (String line : lines) {
            if (line.equals("---")) {
                top = true;
            } else {
                yaml.add(top ? line : "    " + line);
            }
        }
        GatewayFile file = GatewayFile.parse("test.yaml", String.join("\n", yaml));
        assertThat(file.faults()).extracting(YamlFault::sentence).isEmpty();
        return new GatewayFixture(file.settings().orElseThrow());
    }

    /** The buffers that clients and nodes are served with. */
    CountingBuffers buffers() {
        return buffers;
    }

    Gateway gateway() {
        return gateway;
    }

    int port() throws IOException {
        return gateway.addresses().get(0).getPort();
    }

    RawClient client() throws IOException {
        return RawClient.connect(port());
    }

    /** The raw request of a POST. */
    static String post(String path, String body, String... fields) {
        StringBuilder head = new StringBuilder("POST " + path + " HTTP/1.1\r\nHost: rpc.example\r\n");
        for (String field : fields) {
            head.append(field).append("\r\n");
        }
        return head.append("Content-Type: application/json\r\nContent-Length: ")
                .append(body.getBytes(StandardCharsets.UTF_8).length)
                .append("\r\n\r\n")
                .append(body)
                .toString();
    }

    /** The raw answer to one POST on a connection of its own. */
    String ask(String path, String body, String... fields) throws IOException {
        try (RawClient client = client()) {
            client.send(post(path, body, fields));
            return client.readAnswer();
        }
    }

    /** The raw answer to one POST of a caller on this machine, who calls it by its loopback name. */
    static String asLocal(GatewayFixture gateway, String path, String body, String... fields) throws IOException {
        try (RawClient client = gateway.client()) {
            client.send(post(path, body, fields).replace("Host: rpc.example", "Host: 127.0.0.1"));
            return client.readAnswer();
        }
    }

    /** The raw answer of the listener of metrics and probes. */
    String probe(String method, String path, String... fields) throws IOException {
        try (RawClient client = RawClient.connect(gateway.probesAddress().getPort())) {
            StringBuilder head = new StringBuilder(method + " " + path + " HTTP/1.1\r\nHost: a\r\n");
            for (String field : fields) {
                head.append(field).append("\r\n");
            }
            client.send(head.append("\r\n").toString());
            return method.equals("HEAD") ? client.readUntil("\r\n\r\n") : client.readAnswer();
        }
    }

    /** The metrics as they stand now. */
    ParsedPage metrics() {
        try {
            String answer = probe("GET", "/metrics");
            return new ParsedPage(answer.substring(answer.indexOf("\r\n\r\n") + 4));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Waits for samples to sum up to a value: a call is counted when its exchange has ended, perhaps after its answer. */
    void awaitSum(double value, String name, String... labels) {
        Await.until(
                () -> metrics().sum(name, labels) == value,
                () -> name + List.of(labels) + " is not " + value + " but "
                        + metrics().samples());
    }

    void awaitBaseline() {
        Await.until(() -> clients.open() == 0, () -> clients.open() + " client connections are still open");
        Await.until(() -> buffers.out() == 0, () -> buffers.out() + " buffers are still out");
    }

    @Override
    public void close() {
        awaitBaseline();
        gateway.close();
    }
}
