package io.ethryx.health;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import mockwebserver3.MockResponse;
import mockwebserver3.MockWebServer;
import mockwebserver3.RecordedRequest;
import mockwebserver3.SocketEffect;
import okio.Buffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class JdkProbeTransportTest {

    private final MockWebServer node = new MockWebServer();

    @BeforeEach
    void the_node_runs() throws IOException {
        node.start();
    }

    @AfterEach
    void the_node_stops() {
        node.close();
    }

    private String probe(String url, ProbeRequest request) throws Exception {
        CompletableFuture<String> outcome = new CompletableFuture<>();
        URI uri = URI.create(url);
        ProbeCall call = JdkProbeTransport.to(uri, uri).call(request, new ProbeListener() {
            @Override
            public void onResponse(ProbeResponse response) {
                outcome.complete(response.status() + " " + response.body().length);
            }

            @Override
            public void onFailure(ProbeFailure failure) {
                outcome.complete(failure.text());
            }
        });
        String seen = outcome.get(20, TimeUnit.SECONDS);
        call.cancel();
        call.cancel();
        return seen;
    }

    private String base(String path) {
        return "http://localhost:" + node.getPort() + path;
    }

    private RecordedRequest taken() throws InterruptedException {
        RecordedRequest taken = node.takeRequest(10, TimeUnit.SECONDS);
        assertThat(taken).isNotNull();
        return taken;
    }

    @Test
    void the_batch_is_posted_to_the_url_verbatim() throws Exception {
        node.enqueue(new MockResponse.Builder().body("[]").build());
        assertThat(probe(base("/v2/key/?a=b"), ProbeRequest.elBatch(TransportMode.HTTP_1_1)))
                .isEqualTo("200 2");
        RecordedRequest taken = taken();
        assertThat(taken.getRequestLine()).isEqualTo("POST /v2/key/?a=b HTTP/1.1");
        assertThat(taken.getHeaders().values("content-type")).containsExactly("application/json");
        assertThat(taken.getHeaders().values("accept")).isEmpty();
        assertThat(taken.getHeaders().values("upgrade")).isEmpty();
        assertThat(taken.getBody().utf8())
                .isEqualTo(
                        "[{\"jsonrpc\":\"2.0\",\"method\":\"eth_syncing\",\"params\":[],\"id\":1},"
                                + "{\"jsonrpc\":\"2.0\",\"method\":\"net_peerCount\",\"params\":[],\"id\":2},"
                                + "{\"jsonrpc\":\"2.0\",\"method\":\"eth_getBlockByNumber\",\"params\":[\"latest\",false],\"id\":3}]");
    }

    @ParameterizedTest
    @CsvSource({
        "'', /eth/v1/node/syncing",
        "/, /eth/v1/node/syncing",
        "///, /eth/v1/node/syncing",
        "/cl/, /cl/eth/v1/node/syncing",
        "/a%2Fb?k=1&l=%20, /a%2Fb/eth/v1/node/syncing?k=1&l=%20",
        "/?k=1, /eth/v1/node/syncing?k=1"
    })
    void beacon_paths_follow_the_base_and_its_query_stays(String path, String target) throws Exception {
        node.enqueue(new MockResponse.Builder().body("{}").build());
        assertThat(probe(base(path), ProbeRequest.clSyncing())).isEqualTo("200 2");
        RecordedRequest taken = taken();
        assertThat(taken.getRequestLine()).isEqualTo("GET " + target + " HTTP/1.1");
        assertThat(taken.getHeaders().values("accept")).isEmpty();
        assertThat(taken.getHeaders().values("content-type")).isEmpty();
    }

    @Test
    void userinfo_becomes_basic_authorization() throws Exception {
        node.enqueue(new MockResponse.Builder().body("{}").build());
        probe("http://us%C3%A9r:p%40ss@localhost:" + node.getPort(), ProbeRequest.clPeerCount());
        RecordedRequest taken = taken();
        assertThat(taken.getHeaders().get("authorization")).isEqualTo("Basic dXPDqXI6cEBzcw==");
        assertThat(taken.getHeaders().get("host")).isEqualTo("localhost:" + node.getPort());
    }

    @ParameterizedTest
    @ValueSource(ints = {206, 404, 500, 301, 302, 307, 401})
    void a_status_is_told_as_it_is_and_no_redirect_is_followed(int status) throws Exception {
        node.enqueue(new MockResponse.Builder()
                .code(status)
                .setHeader("location", base("/elsewhere"))
                .setHeader("www-authenticate", "Basic realm=x")
                .body("no")
                .build());
        assertThat(probe(base("/"), ProbeRequest.clSyncing())).isEqualTo(status + " 2");
        assertThat(node.getRequestCount()).isEqualTo(1);
    }

    @Test
    void a_body_of_the_longest_length_is_read() throws Exception {
        node.enqueue(body(ProbeResponse.MAX_BODY_BYTES));
        assertThat(probe(base("/"), ProbeRequest.clSyncing())).isEqualTo("200 10485760");
    }

    @Test
    void a_longer_body_is_given_up() throws Exception {
        node.enqueue(body(ProbeResponse.MAX_BODY_BYTES + 1));
        assertThat(probe(base("/"), ProbeRequest.clSyncing())).isEqualTo("decode: length limit exceeded");
    }

    @Test
    void a_longer_body_in_chunks_is_given_up() throws Exception {
        node.enqueue(new MockResponse.Builder()
                .chunkedBody(new Buffer().write(new byte[2 * ProbeResponse.MAX_BODY_BYTES]), 65_536)
                .build());
        assertThat(probe(base("/"), ProbeRequest.clSyncing())).isEqualTo("decode: length limit exceeded");
    }

    private static MockResponse body(int bytes) {
        return new MockResponse.Builder()
                .body(new Buffer().write(new byte[bytes]))
                .build();
    }

    @Test
    void a_connection_cut_inside_the_body_is_a_transport_failure() throws Exception {
        node.enqueue(new MockResponse.Builder()
                .body("x".repeat(100_000))
                .onResponseBody(new SocketEffect.CloseSocket())
                .build());
        assertThat(probe(base("/"), ProbeRequest.clSyncing())).startsWith("transport: connection broke");
    }

    @Test
    void a_refused_connection_is_a_transport_failure() throws Exception {
        int port;
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = socket.getLocalPort();
        }
        assertThat(probe("http://127.0.0.1:" + port, ProbeRequest.clSyncing()))
                .isEqualTo("transport: connection refused");
    }

    @Test
    void what_is_not_http_is_a_transport_failure() throws Exception {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Thread talker = new Thread(() -> {
                try (var connection = socket.accept()) {
                    connection.getInputStream().read(new byte[4096]);
                    connection
                            .getOutputStream()
                            .write("SSH-2.0-x\r\n\r\n".getBytes(java.nio.charset.StandardCharsets.US_ASCII));
                    connection.getOutputStream().flush();
                } catch (IOException closed) {
                    Thread.currentThread().interrupt();
                }
            });
            talker.start();
            assertThat(probe("http://127.0.0.1:" + socket.getLocalPort(), ProbeRequest.clSyncing()))
                    .startsWith("transport: connection broke");
            socket.close();
            talker.join(Duration.ofSeconds(10).toMillis());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"ftp://h/", "localhost:8545", "http:///x", "/only/path", "http://under_score/"})
    void a_url_without_scheme_or_host_is_refused_without_being_printed(String url) {
        URI good = URI.create("http://h");
        assertThatThrownBy(() -> JdkProbeTransport.to(good, URI.create(url)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("CL URL: must be http://host[:port] or https://host[:port]");
    }
}
