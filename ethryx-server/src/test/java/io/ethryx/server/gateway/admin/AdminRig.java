package io.ethryx.server.gateway.admin;

import static org.assertj.core.api.Assertions.assertThat;

import io.ethryx.core.topology.ChainId;
import io.ethryx.server.gateway.LiveGateway;
import io.ethryx.server.gateway.settings.GatewayFile;
import io.ethryx.server.testing.Await;
import io.ethryx.server.testing.RawClient;
import io.ethryx.server.testing.RawUpstream;
import io.ethryx.server.yaml.YamlFault;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A gateway whose admin API is called, and a node that answers whatever it is asked. */
final class AdminRig implements AutoCloseable {

    private static final HttpClient CLIENT =
            HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(10)).build();

    private final LiveGateway gateway;
    private final RawUpstream node;

    private final RouteTable table;
    private final OpenApiDocument document;

    private AdminRig(LiveGateway gateway, RawUpstream node) throws IOException {
        this.gateway = gateway;
        this.node = node;
        this.table = new RouteTable(AdminRoutes.all());
        this.document = OpenApiDocument.packaged();
    }

    /** An answer, and the JSON in it. */
    record Reply(int status, Object json) {

        /** A member of an object in it, null if it is not there. */
        Object at(String... path) {
            Object value = json;
            for (String name : path) {
                value = value instanceof Map<?, ?> object ? object.get(name) : null;
            }
            return value;
        }

        Reply is(int expected, String expectedJson) throws IOException {
            assertThat(json).isEqualTo(parsed(expectedJson));
            assertThat(status).isEqualTo(expected);
            return this;
        }

        /** Whether it refuses with a text that clients know. */
        Reply refuses(int expected, String error) {
            assertThat(at("error")).isEqualTo(error);
            assertThat(status).isEqualTo(expected);
            return this;
        }
    }

    static Object parsed(String json) throws IOException {
        return AdminJson.parse(json.getBytes(StandardCharsets.UTF_8));
    }

    /** Lines of a configuration, listening on free ports. */
    static AdminRig start(String... lines) throws IOException {
        List<String> yaml = new ArrayList<>(List.of("listen: 127.0.0.1:0", "metric_listen: 127.0.0.1:0"));
        yaml.addAll(List.of(lines));
        GatewayFile file = GatewayFile.parse("test.yaml", String.join("\n", yaml));
        assertThat(file.faults()).extracting(YamlFault::sentence).isEmpty();
        LiveGateway gateway = LiveGateway.bind(file.settings().orElseThrow());
        assertThat(gateway.start()).isEmpty();
        return new AdminRig(gateway, node("0x10"));
    }

    /** A node that answers whatever it is asked with one result. */
    static RawUpstream node(String result) throws IOException {
        return RawUpstream.start(connection -> {
            String answer = "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":\"" + result + "\"}";
            while (connection.readRequest() != null) {
                connection.send("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: "
                        + answer.length() + "\r\n\r\n" + answer);
            }
        });
    }

    /** Every call that there is. */
    List<Route> routes() {
        return table.routes();
    }

    int nodePort() {
        return node.port();
    }

    /** A node's value, at the address of the one that answers. */
    String nodeJson(int nodeType, String source) {
        return "{\"stateType\":1,\"address\":\"127.0.0.1\",\"port\":" + nodePort() + ",\"nodeType\":" + nodeType
                + ",\"weight\":100,\"source\":\"" + source + "\"}";
    }

    /** The port of admin calls. */
    int port() throws IOException {
        InetSocketAddress calls = gateway.addresses().get(0);
        return gateway.adminAddress().orElse(calls).getPort();
    }

    /** The port of JSON-RPC. */
    int callPort() throws IOException {
        return gateway.addresses().get(0).getPort();
    }

    Reply get(String path) throws Exception {
        return send("GET", path, "");
    }

    Reply delete(String path) throws Exception {
        return send("DELETE", path, "");
    }

    Reply post(String path, String body) throws Exception {
        return send("POST", path, body);
    }

    /** An answer that is as the OpenAPI document says. */
    Reply send(String method, String path, String body) throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port() + path))
                .timeout(Duration.ofSeconds(40))
                .method(method, HttpRequest.BodyPublishers.ofString(body));
        if (!body.isEmpty()) {
            request.header("Content-Type", "application/json");
        }
        HttpResponse<String> answer = CLIENT.send(request.build(), HttpResponse.BodyHandlers.ofString());
        assertThat(answer.headers().firstValue("content-type")).hasValue("application/json; charset=utf-8");
        Object json = parsed(answer.body());
        RouteTable.Found found = table.find(method, path);
        assertThat(document.faults(found.route(), answer.statusCode(), json)).isEmpty();
        return new Reply(answer.statusCode(), json);
    }

    /** The body of the answer to a JSON-RPC call. */
    String call(String chain, String method) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + callPort() + "/" + chain))
                .timeout(Duration.ofSeconds(40))
                .POST(HttpRequest.BodyPublishers.ofString(
                        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"" + method + "\",\"params\":[]}"))
                .build();
        return CLIENT.send(request, HttpResponse.BodyHandlers.ofString()).body();
    }

    /** The status line of the answer to a request whose head is given line by line. */
    String raw(String... head) throws IOException {
        String answer = rawHead(head);
        return answer.substring(0, answer.indexOf("\r\n") + 2);
    }

    /** The head of the answer to a request of these lines. */
    String rawHead(String... head) throws IOException {
        try (RawClient client = RawClient.connect(port())) {
            client.send(String.join("\r\n", head) + "\r\n\r\n");
            return client.readUntil("\r\n\r\n");
        }
    }

    /** Asks again until an answer is as it is wanted: the watch brings changes when it can. */
    void awaitGet(String path, String json) throws Exception {
        Object wanted = parsed(json);
        Await.until(
                () -> {
                    try {
                        return get(path).json().equals(wanted);
                    } catch (Exception failed) {
                        throw new AssertionError(failed);
                    }
                },
                () -> {
                    try {
                        return path + " is " + get(path).json() + ", awaited " + wanted;
                    } catch (Exception failed) {
                        return path + " fails: " + failed;
                    }
                });
    }

    /** Waits until a chain has such nodes, in the order of their keys. */
    void awaitNodes(String chain, String... keys) throws Exception {
        assertThat(ChainId.parse(chain)).isPresent();
        Await.until(() -> nodes(chain).equals(List.of(keys)), () -> "nodes of " + chain + " are " + nodes(chain));
    }

    private List<String> nodes(String chain) {
        try {
            Reply reply = get("/" + chain + "/getAllNodes");
            List<String> keys = new ArrayList<>();
            for (String pool : List.of("archive_nodes", "native_nodes", "state_nodes")) {
                for (Object item : (List<?>) reply.at(pool)) {
                    keys.add(String.valueOf(((Map<?, ?>) item).get("key")));
                }
            }
            return keys.stream().sorted().toList();
        } catch (Exception failed) {
            throw new AssertionError(failed);
        }
    }

    @Override
    public void close() throws IOException {
        gateway.close();
        node.close();
    }
}
