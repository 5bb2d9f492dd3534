package io.ethryx.server.real;

import static org.assertj.core.api.Assertions.assertThat;

import io.ethryx.server.testing.Await;
import io.ethryx.server.testing.SelfMadeCertificates;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
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

    private static final String PASSWORD = "correct-horse";
    private static final String WRONG = "battery-staple";

    @TempDir
    private static Path folder;

    private static SelfMadeCertificates certificates;
    private static KafkaProcess kafka;
    private static String secured;

    private UsageGateway gateway;

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
    void prepare() throws IOException {
        gateway = new UsageGateway("gateway-secured", folder);
    }

    @AfterEach
    void stop() throws Exception {
        gateway.close();
    }

    @Test
    void with_its_certificate_and_the_right_password_records_arrive_and_no_line_has_the_password() throws Exception {
        gateway.serve(usage(certificates.authority(), PASSWORD));
        askUntil(
                "secured",
                () -> kafka.values("leafage-usage").stream()
                        .anyMatch(record -> record.contains("\"client_id\":\"secured\"")));
        assertThat(gateway.process().terminate(Duration.ofSeconds(60))).isZero();
        assertThat(said()).doesNotContain(PASSWORD);
    }

    @Test
    void a_wrong_password_is_told_as_such_without_its_letters_and_calls_are_served_on() throws Exception {
        gateway.serve(usage(certificates.authority(), WRONG));
        askUntil("wrong", () -> gateway.output().contains("Authentication failed: Invalid username or password"));
        gateway.ask("wrong");
        assertThat(gateway.process().terminate(Duration.ofSeconds(60))).isZero();
        assertThat(said()).doesNotContain(WRONG);
    }

    @Test
    void a_broker_whose_certificate_another_authority_signed_gets_neither_records_nor_the_password() throws Exception {
        Path other = new SelfMadeCertificates(Files.createDirectory(folder.resolve("other"))).authority();
        gateway.serve(usage(other, PASSWORD));
        askUntil("stranger", () -> gateway.output().contains("SSL handshake failed"));
        assertThat(gateway.process().terminate(Duration.ofSeconds(60))).isZero();
        assertThat(said()).doesNotContain(PASSWORD);
        assertThat(kafka.values("leafage-usage")).noneMatch(record -> record.contains("stranger"));
    }

    /** A shipment that a slow machine does not get done in time is lost, so each look has calls of its own. */
    private void askUntil(String client, BooleanSupplier condition) {
        Await.until(
                () -> {
                    gateway.ask(client);
                    return condition.getAsBoolean();
                },
                gateway::output);
    }

    @Test
    void a_property_that_kafka_does_not_take_is_refused_without_showing_the_password() throws Exception {
        gateway.check(usage(folder.resolve("no-such-file.pem"), PASSWORD));
        assertThat(gateway.process().exit(Duration.ofSeconds(60))).isOne();
        assertThat(said())
                .contains("ssl.truststore.location", "no-such-file.pem", "is no file that can be read")
                .doesNotContain(PASSWORD);
    }

    private static String usage(Path authority, String password) {
        return """
                log_level: debug
                usage:
                  report_interval: 100ms
                  kafka_brokers: ['%s']
                  kafka_properties:
                    security.protocol: SASL_SSL
                    sasl.mechanism: PLAIN
                    sasl.jaas.config: org.apache.kafka.common.security.plain.PlainLoginModule required username="usage" password="%s";
                    ssl.truststore.type: PEM
                    ssl.truststore.location: %s
                """.formatted(secured, password, authority);
    }

    private String said() throws IOException {
        return gateway.output() + gateway.process().said();
    }
}
