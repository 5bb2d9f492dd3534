package io.ethryx.server.sidecar;

import static org.assertj.core.api.Assertions.assertThat;

import io.ethryx.server.testing.Await;
import io.ethryx.server.testing.Http2Stub;
import io.ethryx.server.testing.RawClient;
import io.ethryx.server.testing.RawUpstream;
import io.ethryx.server.testing.SelfMadeCertificates;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.SocketException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Decision S11: which protocol the EL speaks, found by the polls, followed by the traffic, and changed at run time. */
class TransportVerdictTest {

    private static final String PREFACE = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";
    private static final String POLLED = "[{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":false},"
            + "{\"jsonrpc\":\"2.0\",\"id\":2,\"result\":\"0x5\"},"
            + "{\"jsonrpc\":\"2.0\",\"id\":3,\"result\":{\"number\":\"0x10\",\"timestamp\":\"0x1\"}}]";
    private static final String CALL = "{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"eth_chainId\",\"params\":[]}";

    private RawUpstream cl;
    private SidecarFixture sidecar;

    @BeforeEach
    void startConsensusNode() throws Exception {
        cl = RawUpstream.answering("HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n");
    }

    @AfterEach
    void stop() throws Exception {
        sidecar.closeAndCheckNothingIsLeft();
        cl.close();
    }

    private void start(int elPort) throws IOException {
        start(elPort, "50ms");
    }

    private void start(int elPort, String interval) throws IOException {
        sidecar = SidecarFixture.with(elPort, cl.port())
                .arguments("--health-poll-interval", interval, "--health-timeout", "500ms")
                .probing();
    }

    private String ask(String request) {
        try (RawClient client = RawClient.connect(sidecar.port())) {
            client.send(request);
            return client.readAll();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private String healthz() {
        return ask("GET /healthz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n");
    }

    private String call() {
        return ask("POST / HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: " + CALL.length()
                + "\r\nConnection: close\r\n\r\n" + CALL);
    }

    private void awaitTransport(String name) {
        String part = "{\"el\":{\"transport\":\"" + name + "\"";
        Await.until(() -> healthz().contains(part), () -> part + " is not in " + healthz());
        sidecar.awaitMetric("ethryx_upstream_transport{layer=\"el\",transport=\"" + name + "\"} 1");
    }

    private void awaitSynced() {
        Await.until(() -> healthz().contains("\"peers\":5"), this::healthz);
    }

    private static void answer(Http2Stub.Stream stream) {
        stream.answer(stream.text().startsWith("[") ? POLLED : "{\"over\":\"h2\"}");
    }

    private static RawUpstream.Script http1(String toPreface) {
        return connection -> {
            String head = connection.readHead();
            while (head != null) {
                if (head.startsWith("PRI ")) {
                    if (toPreface.isEmpty()) {
                        connection.readToEnd();
                    }
                    connection.send(toPreface);
                    return;
                }
                String length = head.replaceAll("(?is).*content-length: ([0-9]+).*", "$1");
                String body = length.matches("[0-9]+") ? connection.readBytes(Integer.parseInt(length)) : "";
                String answer = body.startsWith("[") ? POLLED : "{\"over\":\"h1\"}";
                connection.send("HTTP/1.1 200 OK\r\nContent-Length: " + answer.length() + "\r\n\r\n" + answer);
                head = connection.readHead();
            }
        };
    }

    /** What comes before the end, be it a close or a reset. */
    private static String restOf(RawClient client) {
        StringBuilder rest = new StringBuilder();
        try {
            for (int b = client.read(); b >= 0; b = client.read()) {
                rest.append((char) b);
            }
        } catch (SocketException reset) {
            return rest.toString();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return rest.toString();
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    @Test
    void a_node_that_speaks_h2c_gets_its_traffic_over_it() throws Exception {
        try (Http2Stub el = Http2Stub.answering(TransportVerdictTest::answer)) {
            start(el.port());
            awaitTransport("h2c");
            awaitSynced();
            assertThat(call()).startsWith("HTTP/1.1 200 OK\r\n").endsWith("{\"over\":\"h2\"}");
            assertThat(el.connections())
                    .flatMap(connection -> connection.streams().values())
                    .filteredOn(stream -> stream.text().equals(CALL))
                    .singleElement()
                    .satisfies(stream -> assertThat(stream.head())
                            .contains(":authority: 127.0.0.1:" + el.port(), "content-type: application/json")
                            .noneMatch(line -> line.startsWith("host") || line.startsWith("connection")));
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n",
                "HTTP/1.1 505 HTTP Version Not Supported\r\n\r\n",
                "nonsense",
                ""
            })
    void a_node_that_does_not_is_spoken_to_in_http_1_1(String toPreface) throws Exception {
        try (RawUpstream el = RawUpstream.start(http1(toPreface))) {
            start(el.port());
            awaitTransport("http/1.1");
            awaitSynced();
            assertThat(call()).startsWith("HTTP/1.1 200 OK\r\n").endsWith("{\"over\":\"h1\"}");
        }
    }

    @Test
    void a_node_that_is_down_from_the_start_keeps_the_belief_in_h2c_and_gives_502() throws Exception {
        int port = freePort();
        start(port);
        awaitTransport("h2c");
        assertThat(healthz()).contains("transport: connection refused");
        assertThat(call())
                .startsWith("HTTP/1.1 502 Bad Gateway\r\n")
                .contains("The EL could not be reached: connection refused.");
    }

    @Test
    void a_node_that_comes_back_with_another_protocol_is_followed_and_no_request_is_sent_twice() throws Exception {
        int port;
        try (Http2Stub el = Http2Stub.answering(TransportVerdictTest::answer)) {
            port = el.port();
            start(port);
            awaitTransport("h2c");
            assertThat(call()).endsWith("{\"over\":\"h2\"}");
        }
        RawUpstream second = RawUpstream.startAt(port, http1("HTTP/1.1 400 Bad Request\r\n\r\n"));
        awaitTransport("http/1.1");
        assertThat(call()).endsWith("{\"over\":\"h1\"}");
        assertThat(second.received().split("eth_chainId", -1)).hasSize(2);
        second.close();
        Await.until(() -> healthz().contains("connection refused"), this::healthz);
        try (Http2Stub third = Http2Stub.startAt(port, Http2Stub.onEnd(TransportVerdictTest::answer))) {
            awaitTransport("h2c");
            assertThat(call()).endsWith("{\"over\":\"h2\"}");
        }
    }

    @Test
    void a_node_that_asks_for_http_1_1_gets_it_after_one_502() throws Exception {
        AtomicBoolean demands = new AtomicBoolean();
        RawUpstream.Script http1 = http1("HTTP/1.1 400 Bad Request\r\n\r\n");
        Http2Stub el = Http2Stub.answering(stream -> {
            if (!stream.text().startsWith("[")) {
                demands.set(true);
                stream.reset(13);
            } else {
                answer(stream);
            }
        });
        int port = el.port();
        start(port, "1");
        awaitTransport("h2c");
        assertThat(call())
                .startsWith("HTTP/1.1 502 Bad Gateway\r\n")
                .contains("The EL gave no answer: it asks for HTTP/1.1.");
        assertThat(demands).isTrue();
        el.close();
        try (RawUpstream second = RawUpstream.startAt(port, http1)) {
            awaitTransport("http/1.1");
            assertThat(call()).endsWith("{\"over\":\"h1\"}");
            assertThat(second.received())
                    .as("the poll after the demand tries HTTP/1.1 first")
                    .doesNotContain("eth_chainId\",\"params\":[]}" + PREFACE);
        }
    }

    @Test
    void an_answer_that_breaks_off_never_looks_whole() throws Exception {
        BlockingQueue<Http2Stub.Stream> halves = new LinkedBlockingQueue<>();
        try (Http2Stub el = Http2Stub.answering(stream -> {
            if (stream.text().startsWith("[")) {
                answer(stream);
            } else {
                stream.fields(false, ":status", "200").data(false, "half");
                halves.add(stream);
            }
        })) {
            start(el.port());
            awaitTransport("h2c");
            try (RawClient client = RawClient.connect(sidecar.port())) {
                client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\n\r\n1");
                assertThat(client.readUntil("half\r\n")).startsWith("HTTP/1.1 200 OK\r\n");
                halves.take().reset(2);
                assertThat(restOf(client)).isEmpty();
            }
            sidecar.awaitMetric("ethryx_requests_aborted_total{side=\"upstream\"} 1");
        }
    }

    @Test
    void a_head_that_the_node_would_choke_on_is_refused_and_the_connection_lives() throws Exception {
        try (Http2Stub el = Http2Stub.answering(TransportVerdictTest::answer)) {
            start(el.port());
            awaitTransport("h2c");
            assertThat(ask("GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\nX-Large: " + "x".repeat(40_000)
                            + "\r\n\r\n"))
                    .startsWith("HTTP/1.1 431 ")
                    .endsWith("The request can't be forwarded: its head is larger than 32 KiB.\n");
            assertThat(call()).endsWith("{\"over\":\"h2\"}");
            assertThat(el.open()).isEqualTo(el.connections().size());
        }
    }

    @Test
    void both_nodes_may_be_spoken_to_over_tls(@TempDir Path folder) throws Exception {
        SelfMadeCertificates certificates = new SelfMadeCertificates(folder);
        SSLContext context = certificates.server("pair", "ip:127.0.0.1");
        try (Http2Stub el = Http2Stub.startSecure(
                        () -> SelfMadeCertificates.engine(context, "h2", "http/1.1"),
                        Http2Stub.onEnd(TransportVerdictTest::answer));
                RawUpstream secureCl = RawUpstream.startSecure(context, connection -> {
                    while (connection.readRequest() != null) {
                        connection.send("HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nover");
                    }
                })) {
            sidecar = SidecarFixture.with(el.port(), secureCl.port())
                    .elUrl("https://127.0.0.1:" + el.port())
                    .clUrl("https://127.0.0.1:" + secureCl.port())
                    .arguments("--upstream-ca-file", certificates.authority().toString())
                    .arguments("--health-poll-interval", "50ms")
                    .probing();
            awaitTransport("h2");
            assertThat(call()).endsWith("{\"over\":\"h2\"}");
            assertThat(ask("GET /eth/v1/node/version HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"))
                    .startsWith("HTTP/1.1 200 OK\r\n")
                    .endsWith("over");
        }
    }

    @Test
    void a_certificate_that_is_not_trusted_is_told_in_healthz_and_to_the_caller(@TempDir Path folder) throws Exception {
        SSLContext context = new SelfMadeCertificates(folder).server("el", "ip:127.0.0.1");
        for (List<String> protocols : List.of(List.of("h2"), List.of("http/1.1"))) {
            try (Http2Stub el = Http2Stub.startSecure(
                    () -> SelfMadeCertificates.engine(context, protocols.toArray(String[]::new)),
                    Http2Stub.onEnd(TransportVerdictTest::answer))) {
                sidecar = SidecarFixture.with(el.port(), cl.port())
                        .elUrl("https://127.0.0.1:" + el.port())
                        .arguments("--health-poll-interval", "50ms")
                        .probing();
                String phrase = "its certificate comes from nobody that is trusted";
                Await.until(() -> healthz().contains("transport: " + phrase), this::healthz);
                assertThat(call())
                        .startsWith("HTTP/1.1 502 Bad Gateway\r\n")
                        .contains("The EL could not be reached: " + phrase + ".");
                if (protocols.contains("h2")) {
                    sidecar.closeAndCheckNothingIsLeft();
                }
            }
        }
    }
}
