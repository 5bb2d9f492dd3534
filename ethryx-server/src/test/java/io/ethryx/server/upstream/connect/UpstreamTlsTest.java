package io.ethryx.server.upstream.connect;

import static io.ethryx.server.upstream.Wire.crlf;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ethryx.server.testing.Http2Stub;
import io.ethryx.server.testing.RawUpstream;
import io.ethryx.server.testing.SelfMadeCertificates;
import io.ethryx.server.upstream.Ask;
import io.ethryx.server.upstream.Asked;
import io.ethryx.server.upstream.UpstreamFailure;
import io.ethryx.server.upstream.UpstreamFailure.Kind;
import io.ethryx.server.upstream.UpstreamRig;
import io.ethryx.server.upstream.UpstreamSettings;
import io.ethryx.server.upstream.http1.Http1Upstream;
import io.ethryx.server.upstream.http2.Http2Timing;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Decision S19: upstreams over TLS, for both versions of HTTP. */
class UpstreamTlsTest {

    private static final String OK = crlf("HTTP/1.1 200 OK", "Content-Length: 2", "") + "ok";
    private static final String[] BOTH = {"h2", "http/1.1"};

    @TempDir
    static Path folder;

    private static SelfMadeCertificates certificates;
    private static SSLContext good;
    private static UpstreamTls trusting;

    @BeforeAll
    static void make() throws Exception {
        certificates = new SelfMadeCertificates(folder);
        good = certificates.server("good", "ip:127.0.0.1,dns:localhost");
        trusting = UpstreamTls.trusting(Optional.of(certificates.authority()));
    }

    private static UpstreamSettings settings(int port) {
        return new UpstreamSettings(
                "127.0.0.1", port, "127.0.0.1:" + port, Duration.ofSeconds(3), 4, 10, Duration.ofMinutes(1));
    }

    private static RawUpstream answering(SSLContext context) throws Exception {
        return RawUpstream.startSecure(context, connection -> {
            while (connection.readRequest() != null) {
                connection.send(OK);
            }
        });
    }

    @Test
    void http_1_1_is_spoken_over_one_connection_that_lives_on() throws Exception {
        try (UpstreamRig rig = new UpstreamRig();
                RawUpstream node = answering(good)) {
            Http1Upstream upstream = rig.secure(settings(node.port()), trusting);
            for (int i = 0; i < 3; i++) {
                Asked asked = rig.asked()
                        .writing("abc")
                        .begin(upstream, Ask.post("/", 3))
                        .answered();
                assertThat(asked.text()).isEqualTo("ok");
                UpstreamRig.until("the connection is idle", () -> upstream.use().idle() == 1);
            }
            assertThat(node.connections()).hasSize(1);
            assertThat(node.nextRequest())
                    .isEqualTo(crlf("POST / HTTP/1.1", "Host: node:1", "Content-Length: 3", "") + "abc");
        }
    }

    @Test
    void http_1_1_is_all_that_is_offered_where_it_is_all_that_is_meant() throws Exception {
        BlockingQueue<String> offered = new LinkedBlockingQueue<>();
        try (UpstreamRig rig = new UpstreamRig();
                RawUpstream node = RawUpstream.startSecure(good, connection -> {
                    SSLSocket socket = (SSLSocket) connection.socket();
                    SSLParameters parameters = socket.getSSLParameters();
                    parameters.setApplicationProtocols(BOTH);
                    socket.setSSLParameters(parameters);
                    connection.readRequest();
                    offered.add(socket.getApplicationProtocol());
                    connection.send(OK);
                })) {
            rig.asked()
                    .begin(rig.secure(settings(node.port()), trusting), Ask.get("/"))
                    .answered();
            assertThat(offered.take()).isEqualTo("http/1.1");
        }
    }

    @Test
    void large_bodies_pass_both_ways_over_http_1_1() throws Exception {
        byte[] body = new byte[5 * 1024 * 1024];
        new Random(3).nextBytes(body);
        try (UpstreamRig rig = new UpstreamRig();
                RawUpstream node = RawUpstream.startSecure(good, connection -> {
                    connection.readHead();
                    String read = connection.readBytes(body.length);
                    connection.send(crlf("HTTP/1.1 200 OK", "Content-Length: " + body.length, ""));
                    connection.send(read);
                    connection.readToEnd();
                })) {
            Asked asked = rig.asked();
            asked.readSize = 8_192;
            asked.writing(body)
                    .begin(rig.secure(settings(node.port()), trusting), Ask.post("/", body.length))
                    .answered();
            assertThat(Arrays.equals(asked.body.toByteArray(), body)).isTrue();
        }
    }

    @Test
    void http_2_is_agreed_by_alpn() throws Exception {
        byte[] body = new byte[5 * 1024 * 1024];
        new Random(4).nextBytes(body);
        try (UpstreamRig rig = new UpstreamRig();
                Http2Stub node = Http2Stub.startSecure(
                        () -> SelfMadeCertificates.engine(good, BOTH),
                        Http2Stub.onEnd(
                                stream -> stream.fields(false, ":status", "200").data(true, stream.body())))) {
            Asked asked = rig.asked()
                    .writing(body)
                    .begin(rig.http2(settings(node.port()), Http2Timing.USUAL, trusting), Ask.post("/", body.length))
                    .answered();
            assertThat(Arrays.equals(asked.body.toByteArray(), body)).isTrue();
            assertThat(node.nextRequest().head()).contains(":scheme: https");
        }
    }

    @Test
    void a_peer_that_agrees_to_http_1_1_alone_does_not_speak_http_2() throws Exception {
        try (UpstreamRig rig = new UpstreamRig();
                Http2Stub node = Http2Stub.startSecure(
                        () -> SelfMadeCertificates.engine(good, "http/1.1"), new Http2Stub.Script() {})) {
            assertThat(rig.asked()
                            .begin(rig.http2(settings(node.port()), Http2Timing.USUAL, trusting), Ask.get("/"))
                            .failure())
                    .isEqualTo(
                            new UpstreamFailure(Kind.CONNECT, "it does not speak HTTP/2 (TLS chose another protocol)"));
        }
    }

    @Test
    void a_certificate_that_does_not_fit_is_refused_with_its_reason_and_nothing_is_sent() throws Exception {
        refused(good, UpstreamTls.trusting(Optional.empty()), "its certificate comes from nobody that is trusted");
        refused(certificates.server("other", "dns:other.example"), trusting, "its certificate is for another host");
        refused(
                certificates.server("old", "ip:127.0.0.1", "-startdate", "-10d", "-validity", "5"),
                trusting,
                "its certificate has expired");
        refused(
                certificates.server("early", "ip:127.0.0.1", "-startdate", "+10d"),
                trusting,
                "its certificate is not valid yet");
    }

    private static void refused(SSLContext server, UpstreamTls tls, String cause) throws Exception {
        UpstreamFailure expected = new UpstreamFailure(Kind.CONNECT, cause);
        try (UpstreamRig rig = new UpstreamRig();
                RawUpstream http1 = answering(server);
                Http2Stub http2 = Http2Stub.startSecure(
                        () -> SelfMadeCertificates.engine(server, BOTH), new Http2Stub.Script() {})) {
            assertThat(rig.asked()
                            .begin(rig.secure(settings(http1.port()), tls), Ask.get("/"))
                            .failure())
                    .isEqualTo(expected);
            assertThat(rig.asked()
                            .begin(rig.http2(settings(http2.port()), Http2Timing.USUAL, tls), Ask.get("/"))
                            .failure())
                    .isEqualTo(expected);
            assertThat(http1.waitingRequests()).isZero();
            assertThat(http2.waitingRequests()).isZero();
        }
    }

    @Test
    void a_peer_without_tls_is_given_up() throws Exception {
        RawUpstream.Script plain = connection -> {
            connection.send("HTTP/1.1 400 Bad Request\r\n\r\n");
            connection.readToEnd();
        };
        try (UpstreamRig rig = new UpstreamRig();
                RawUpstream node = RawUpstream.start(plain);
                RawUpstream closing = RawUpstream.start(connection -> {});
                RawUpstream deaf = RawUpstream.start(RawUpstream.Connection::readToEnd)) {
            assertThat(rig.asked()
                            .begin(rig.secure(settings(node.port()), trusting), Ask.get("/"))
                            .failure()
                            .kind())
                    .isEqualTo(Kind.CONNECT);
            assertThat(rig.asked()
                            .begin(rig.http2(settings(node.port()), Http2Timing.USUAL, trusting), Ask.get("/"))
                            .failure()
                            .kind())
                    .isEqualTo(Kind.CONNECT);
            assertThat(rig.asked()
                            .begin(rig.secure(settings(closing.port()), trusting), Ask.get("/"))
                            .failure()
                            .kind())
                    .isEqualTo(Kind.CONNECT);
            assertThat(rig.asked()
                            .begin(rig.http2(settings(closing.port()), Http2Timing.USUAL, trusting), Ask.get("/"))
                            .failure()
                            .kind())
                    .isEqualTo(Kind.CONNECT);
            assertThat(rig.asked()
                            .begin(rig.secure(settings(deaf.port()), trusting), Ask.get("/"))
                            .failure())
                    .isEqualTo(new UpstreamFailure(Kind.CONNECT_TIMEOUT, "no TLS in time"));
        }
    }

    @Test
    void why_a_handshake_failed_is_told() throws Exception {
        String alert = "\u0015\u0003\u0003\0\2\2";
        toldOf("HTTP/1.1 400 Bad Request\r\n\r\n", "it does not speak TLS");
        toldOf("SSH-2.0-OpenSSH_9.2\r\n", "it does not speak TLS");
        toldOf("", "it closed the connection during the TLS handshake");
        toldOf("\u0015\u0003\u0003", "it closed the connection during the TLS handshake");
        toldOf(alert + (char) 40, "it refused the TLS handshake: handshake failure");
        toldOf(alert + (char) 70, "it refused the TLS handshake: protocol version");
        toldOf(alert + (char) 112, "it refused the TLS handshake: unrecognized name");
    }

    private static void toldOf(String answer, String cause) throws Exception {
        try (UpstreamRig rig = new UpstreamRig();
                RawUpstream node = RawUpstream.start(connection -> {
                    connection.readBytes(5);
                    connection.send(answer.getBytes(StandardCharsets.ISO_8859_1));
                    connection.socket().shutdownOutput();
                    connection.readToEnd();
                })) {
            assertThat(rig.asked()
                            .begin(rig.secure(settings(node.port()), trusting), Ask.get("/"))
                            .failure())
                    .as(cause)
                    .isEqualTo(new UpstreamFailure(Kind.CONNECT, cause));
        }
    }

    @Test
    void a_peer_that_wants_a_certificate_of_ours_says_so() throws Exception {
        BlockingQueue<Socket> sockets = new LinkedBlockingQueue<>();
        try (UpstreamRig rig = new UpstreamRig();
                RawUpstream node = RawUpstream.startOver(
                        plain -> {
                            sockets.add(plain);
                            SSLSocket secured = (SSLSocket)
                                    good.getSocketFactory().createSocket(plain, null, plain.getPort(), false);
                            secured.setUseClientMode(false);
                            SSLParameters parameters = secured.getSSLParameters();
                            parameters.setNeedClientAuth(true);
                            parameters.setApplicationProtocols(BOTH);
                            secured.setSSLParameters(parameters);
                            return secured;
                        },
                        connection -> {
                            assertThatThrownBy(connection::readRequest).isInstanceOf(SSLException.class);
                            try (Socket plain = sockets.take()) {
                                plain.getInputStream().readAllBytes();
                            }
                        })) {
            UpstreamFailure failure = rig.asked()
                    .begin(rig.secure(settings(node.port()), trusting), Ask.get("/"))
                    .failure();
            assertThat(failure.cause()).startsWith("it broke TLS off: ").contains("certificate");
            assertThat(rig.asked()
                            .begin(rig.http2(settings(node.port()), Http2Timing.USUAL, trusting), Ask.get("/"))
                            .failure())
                    .isEqualTo(new UpstreamFailure(Kind.CONNECT, failure.cause()));
        }
    }

    @Test
    void a_get_whose_reused_connection_breaks_before_the_answer_is_sent_once_more() throws Exception {
        String fatal = "\u0015\u0003\u0003\0\2\2" + (char) 80;
        for (String lastWord : new String[] {"", fatal}) {
            AtomicInteger connections = new AtomicInteger();
            BlockingQueue<Socket> sockets = new LinkedBlockingQueue<>();
            try (UpstreamRig rig = new UpstreamRig();
                    RawUpstream node = RawUpstream.startOver(
                            plain -> {
                                sockets.add(plain);
                                return SelfMadeCertificates.over(good, plain);
                            },
                            connection -> {
                                boolean first = connections.getAndIncrement() == 0;
                                int requests = 0;
                                while (connection.readRequest() != null) {
                                    if (first && ++requests == 2) {
                                        breakOff(sockets.take(), lastWord);
                                        return;
                                    }
                                    connection.send(OK);
                                }
                            })) {
                Http1Upstream upstream = rig.secure(settings(node.port()), trusting);
                rig.asked().begin(upstream, Ask.get("/1")).answered();
                assertThat(rig.asked().begin(upstream, Ask.get("/2")).answered().text())
                        .isEqualTo("ok");
                assertThat(connections).hasValue(2);
            }
        }
    }

    /** Ends TLS by bytes that were not sealed, or the connection by a reset. */
    private static void breakOff(Socket plain, String lastWord) throws Exception {
        if (lastWord.isEmpty()) {
            plain.setSoLinger(true, 0);
        } else {
            plain.getOutputStream().write(lastWord.getBytes(StandardCharsets.ISO_8859_1));
        }
        plain.close();
    }

    @Test
    void a_body_that_ends_with_its_connection_is_whole_only_if_the_peer_says_so() throws Exception {
        for (boolean said : new boolean[] {true, false}) {
            BlockingQueue<Socket> sockets = new LinkedBlockingQueue<>();
            try (UpstreamRig rig = new UpstreamRig();
                    RawUpstream node = RawUpstream.startOver(
                            plain -> {
                                sockets.add(plain);
                                return SelfMadeCertificates.over(good, plain);
                            },
                            connection -> {
                                connection.readRequest();
                                connection.send(crlf("HTTP/1.1 200 OK", "Connection: close", "") + "all or some");
                                if (!said) {
                                    sockets.take().shutdownOutput();
                                }
                            })) {
                Asked asked = rig.asked().begin(rig.secure(settings(node.port()), trusting), Ask.get("/"));
                if (said) {
                    assertThat(asked.answered().text()).isEqualTo("all or some");
                } else {
                    assertThat(asked.failure())
                            .isEqualTo(new UpstreamFailure(Kind.TRUNCATED, "closed inside the answer"));
                }
            }
        }
    }
}
