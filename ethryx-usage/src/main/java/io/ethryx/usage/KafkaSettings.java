package io.ethryx.usage;

import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Which Kafka to ship to, and how.
 *
 * @param brokers {@code host:port} of those to ask first, at least one
 * @param topic the topic; it has to exist, it is not created
 * @param partitioning how clients are spread over its partitions
 * @param properties of Kafka's producer, such as {@code security.protocol}; they go before what the shipper would set
 */
public record KafkaSettings(
        List<String> brokers, String topic, Partitioning partitioning, Map<String, String> properties) {

    /**
     * Checks the parts. Whether Kafka takes the properties is told by {@link InvalidKafkaProperty#in}.
     *
     * @param brokers see the record
     * @param topic see the record
     * @param partitioning see the record
     * @param properties see the record
     * @throws IllegalArgumentException if there is no broker, or the topic is blank
     */
    public KafkaSettings {
        brokers = List.copyOf(brokers);
        properties = Map.copyOf(properties);
        topic = topic.strip();
        Objects.requireNonNull(partitioning, "partitioning");
        if (brokers.isEmpty()) {
            throw new IllegalArgumentException("there has to be a broker");
        }
        if (topic.isEmpty()) {
            throw new IllegalArgumentException("the topic may not be blank");
        }
    }

    /**
     * Settings that spread clients as the reference does, and set no property.
     *
     * @param brokers see the record
     * @param topic see the record
     * @return the settings
     */
    public static KafkaSettings of(List<String> brokers, String topic) {
        return new KafkaSettings(brokers, topic, Partitioning.FNV1A, Map.of());
    }

    /**
     * With properties of the producer.
     *
     * @param other see {@code properties}
     * @return new settings
     */
    public KafkaSettings withProperties(Map<String, String> other) {
        return new KafkaSettings(brokers, topic, partitioning, other);
    }

    /**
     * With other partitioning.
     *
     * @param other see {@code partitioning}
     * @return new settings
     */
    public KafkaSettings with(Partitioning other) {
        return new KafkaSettings(brokers, topic, other, properties);
    }
}
