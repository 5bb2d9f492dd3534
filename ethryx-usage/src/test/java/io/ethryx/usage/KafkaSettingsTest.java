package io.ethryx.usage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Which properties of Kafka's client are taken, and what is said of the others before anything is sent. */
final class KafkaSettingsTest {

    private static KafkaSettings with(Map<String, String> properties) {
        return KafkaSettings.of(List.of("127.0.0.1:9092"), " leafage-usage ").withProperties(properties);
    }

    private static List<String> faults(Map<String, String> properties) {
        return InvalidKafkaProperty.in(properties).stream()
                .map(InvalidKafkaProperty::toString)
                .toList();
    }

    @Test
    void without_properties_nothing_is_wrong_and_the_topic_has_no_blanks() {
        assertThat(faults(Map.of())).isEmpty();
        assertThat(with(Map.of()).topic()).isEqualTo("leafage-usage");
    }

    @Test
    void what_tls_and_sasl_need_is_taken_as_it_is() {
        Map<String, String> secured = Map.of(
                "security.protocol", "SASL_SSL",
                "sasl.mechanism", "SCRAM-SHA-512",
                "sasl.jaas.config", "org.apache.kafka.common.security.scram.ScramLoginModule required;",
                "ssl.endpoint.identification.algorithm", "",
                "compression.type", "zstd",
                "acks", "1",
                "some.interceptor.own.key", "x");
        assertThat(faults(secured)).isEmpty();
        assertThat(KafkaProperties.producer(with(secured)))
                .containsAllEntriesOf(secured)
                .containsEntry("bootstrap.servers", "127.0.0.1:9092")
                .containsEntry("delivery.timeout.ms", "3000");
        assertThat(KafkaProperties.admin(with(secured)))
                .containsEntry("security.protocol", "SASL_SSL")
                .containsEntry("some.interceptor.own.key", "x")
                .doesNotContainKeys("acks", "linger.ms", "delivery.timeout.ms", "key.serializer");
    }

    @Test
    void times_that_contradict_are_refused_and_all_of_them_named() {
        assertThat(faults(Map.of("delivery.timeout.ms", "5000", "request.timeout.ms", "30000")))
                .singleElement()
                .asString()
                .startsWith("delivery.timeout.ms: 5000: ")
                .contains("linger.ms (10)", "request.timeout.ms (30000)", "delivery.timeout.ms (5000)");
        assertThat(faults(Map.of("linger.ms", "600000")))
                .singleElement()
                .asString()
                .startsWith("linger.ms: 600000: ")
                .contains("delivery.timeout.ms (3000)");
        assertThat(faults(Map.of("request.timeout.ms", "30000")))
                .singleElement()
                .asString()
                .startsWith("request.timeout.ms: 30000: ");
        assertThat(faults(Map.of("delivery.timeout.ms", "5000"))).isEmpty();
    }

    @Test
    void what_would_outlast_a_shipment_is_refused() {
        assertThat(faults(Map.of("delivery.timeout.ms", "120000")))
                .containsExactly("delivery.timeout.ms: 120000: is longer than a shipment may last; set 5000 or less");
        assertThat(faults(Map.of("max.block.ms", "60000")))
                .containsExactly("max.block.ms: 60000: is longer than a shipment may last; set 5000 or less");
    }

    @Test
    void values_that_kafka_refuses_are_refused_all_at_once() {
        assertThat(faults(Map.of("compression.type", "rar", "linger.ms", "soon", "acks", "some")))
                .hasSize(3)
                .anyMatch(fault -> fault.startsWith("compression.type: rar: "))
                .anyMatch(fault -> fault.startsWith("linger.ms: soon: "))
                .anyMatch(fault -> fault.startsWith("acks: some: "));
    }

    @Test
    void what_is_set_elsewhere_is_refused() {
        assertThat(faults(Map.of("bootstrap.servers", "a:1")))
                .containsExactly("bootstrap.servers: a:1: is not for kafka_properties; set usage.kafka_brokers");
        assertThat(faults(Map.of("partitioner.class", "x.Y", "value.serializer", "x.Y", "transactional.id", "t")))
                .hasSize(3);
    }

    @Test
    void a_file_that_is_not_there_is_refused_and_no_secret_is_shown() {
        assertThat(faults(Map.of("ssl.truststore.location", "/nowhere/trust.p12")))
                .containsExactly("ssl.truststore.location: /nowhere/trust.p12: is no file that can be read;"
                        + " name a readable file");
        assertThat(faults(Map.of("enable.idempotence", "true", "acks", "1")))
                .singleElement()
                .asString()
                .startsWith("acks: 1: does not go with enable.idempotence");
        assertThat(faults(Map.of("key.serializer", "x", "sasl.jaas.config", "secret")))
                .noneMatch(fault -> fault.contains("secret"));
    }

    @Test
    void a_shipper_is_not_made_of_what_is_refused() {
        assertThatThrownBy(() -> new KafkaShipper(with(Map.of("linger.ms", "600000"))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("linger.ms");
        assertThatThrownBy(() -> KafkaSettings.of(List.of(), "t")).hasMessageContaining("broker");
        assertThatThrownBy(() -> KafkaSettings.of(List.of("a:1"), " ")).hasMessageContaining("topic");
    }
}
