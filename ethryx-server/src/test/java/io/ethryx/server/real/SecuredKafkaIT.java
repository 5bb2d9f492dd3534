package io.ethryx.server.real;

import static org.assertj.core.api.Assertions.assertThat;

import io.ethryx.server.testing.Await;
import io.ethryx.server.testing.RawClient;
import io.ethryx.server.testing.RawUpstream;
import io.ethryx.server.testing.SelfMadeCertificates;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Usage to a Kafka that speaks TLS and wants a user and a password, set as docs/usage.md says (decision G18). */
@Timeout(240)
final class SecuredKafkaIT {

    private static final String ETHRYX =
            Path.of(System.getProperty("ethryx.root"), "ethryx").toString();
    private static final String CALL = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"eth_chainId\",\"params\":[]}";
    private static final String ANSWER = "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":\"0x1\"}";
    private static final String PASSWORD = "correct-horse";
    private static final String WRONG = "battery-staple";

    @TempDir
    private static Path folder;

    private static SelfMadeCertificates certificates;
    private static KafkaProcess kafka;
    private static String secured;

    private RawUpstream node;
    private RunningProcess gateway;
    private int port;

    @BeforeAll
    static void startKafka() throws Exception {
        certificates = new SelfMadeCertificates(Files.createDirectory(folder.resolve("keys")));
        certificates.server("broker", "ip:127.0.0.1");
        kafka = new KafkaProcess(folder.resolve("kafka"));
        secured = kafka.startSecured(certificates.keys("broker"), PASSWORD);
        kafka.createTopic("leafage-usage", 1);
    }

    @AfterAll
    static void stopKafka() throws Exception {
        kafka.close();
    }

    @BeforeEach
    void startNode() throws IOException {
        node = RawUpstream.answering("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: "
                + ANSWER.length() + "\r\n\r\n" + ANSWER);
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = socket.getLocalPort();
        }
    }

    @AfterEach
    void stop() throws Exception {
        if (gateway != null) {
            gateway.close();
        }
        node.close();
    }

    @Test
    void with_its_certificate_and_the_right_password_records_arrive_and_no_line_has_the_password() throws Exception {
        serve(certificates.authority(), PASSWORD);
        askUntil(
                "secured",
                () -> kafka.values("leafage-usage").stream()
                        .anyMatch(record -> record.contains("\"client_id\":\"secured\"")));
        assertThat(gateway.terminate(Duration.ofSeconds(60))).isZero();
        assertThat(output() + gateway.said()).doesNotContain(PASSWORD);
    }

    @Test
    void a_wrong_password_is_told_as_such_without_its_letters_and_calls_are_served_on() throws Exception {
        serve(certificates.authority(), WRONG);
        askUntil("wrong", () -> output().contains("Authentication failed: Invalid username or password"));
        ask("wrong");
        assertThat(gateway.terminate(Duration.ofSeconds(60))).isZero();
        assertThat(output() + gateway.said()).doesNotContain(WRONG);
    }

    @Test
    void a_broker_whose_certificate_another_authority_signed_gets_neither_records_nor_the_password() throws Exception {
        serve(new SelfMadeCertificates(Files.createDirectory(folder.resolve("other"))).authority(), PASSWORD);
        askUntil("stranger", () -> output().contains("SSL handshake failed"));
        assertThat(gateway.terminate(Duration.ofSeconds(60))).isZero();
        assertThat(output() + gateway.said()).doesNotContain(PASSWORD);
        assertThat(kafka.values("leafage-usage")).noneMatch(record -> record.contains("stranger"));
    }

    /** A shipment that a slow machine does not get done in time is lost, so each look has calls of its own. */
    private void askUntil(String client, BooleanSupplier condition) {
        Await.until(
                () -> {
                    ask(client);
                    return condition.getAsBoolean();
                },
                this::output);
    }

    @Test
    void a_property_that_kafka_does_not_take_is_refused_without_showing_the_password() throws Exception {
        Path file = configuration(folder.resolve("no-such-file.pem"), PASSWORD);
        gateway = RunningProcess.start("gateway-check", List.of(ETHRYX, "check", "--config=" + file));
        assertThat(gateway.exit(Duration.ofSeconds(60))).isOne();
        assertThat(gateway.said() + output())
                .contains("ssl.truststore.location", "no-such-file.pem", "is no file that can be read")
                .doesNotContain(PASSWORD);
    }

    private Path configuration(Path authority, String password) throws IOException {
        return Files.writeString(
                folder.resolve("gateway.yaml"), """
                listen: 127.0.0.1:%d
                metric_listen: 127.0.0.1:0
                log_level: debug
                discovery: {static: {1/nodes/s: {address: 127.0.0.1, port: %d, nodeType: 1, stateType: 1}}}
                usage:
                  report_interval: 100ms
                  kafka_brokers: ['%s']
                  kafka_properties:
                    security.protocol: SASL_SSL
                    sasl.mechanism: PLAIN
                    sasl.jaas.config: org.apache.kafka.common.security.plain.PlainLoginModule required username="usage" password="%s";
                    ssl.truststore.type: PEM
                    ssl.truststore.location: %s
                """.formatted(port, node.port(), secured, password, authority));
    }

    private void serve(Path authority, String password) throws Exception {
        Path file = configuration(authority, password);
        gateway = RunningProcess.start("gateway-secured", List.of(ETHRYX, "gateway", "--config=" + file));
        Await.until(
                () -> output().contains("\"message\":\"listening\""),
                () -> output() + (gateway.alive() ? "" : " (ended)"));
    }

    private void ask(String client) {
        try (RawClient connection = RawClient.connect(port)) {
            connection.send("POST /1 HTTP/1.1\r\nHost: a\r\nclient-id: " + client
                    + "\r\nContent-Type: application/json\r\nContent-Length: " + CALL.length() + "\r\n\r\n" + CALL);
            assertThat(connection.readAnswer()).contains("\"0x1\"");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private String output() {
        return String.join("\n", gateway.lines());
    }
}
