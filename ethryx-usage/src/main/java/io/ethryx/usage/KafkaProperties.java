package io.ethryx.usage;

import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * What Kafka's clients are set to. The times are such that a shipment ends within its five seconds: one for the topic, one for its
 * leaders, three for the delivery.
 */
final class KafkaProperties {

    /** The longest that any wait of a shipment may be set to. */
    static final int SHIPMENT_MILLIS = 5_000;

    /** How long the topic is asked for. */
    static final int TOPIC_MILLIS = 1_000;

    private static final Map<String, String> USUAL = Map.ofEntries(
            Map.entry(ProducerConfig.CLIENT_ID_CONFIG, "ethryx-usage"),
            Map.entry(ProducerConfig.ACKS_CONFIG, "all"),
            Map.entry(ProducerConfig.LINGER_MS_CONFIG, "10"),
            Map.entry(ProducerConfig.BATCH_SIZE_CONFIG, "65536"),
            Map.entry(ProducerConfig.MAX_BLOCK_MS_CONFIG, "1000"),
            Map.entry(ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG, "1500"),
            Map.entry(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, "3000"),
            Map.entry(ProducerConfig.RETRY_BACKOFF_MS_CONFIG, "100"),
            Map.entry(ProducerConfig.RETRY_BACKOFF_MAX_MS_CONFIG, "1000"),
            Map.entry(ProducerConfig.RECONNECT_BACKOFF_MAX_MS_CONFIG, "1000"),
            Map.entry(ProducerConfig.SOCKET_CONNECTION_SETUP_TIMEOUT_MS_CONFIG, "2000"),
            Map.entry(ProducerConfig.SOCKET_CONNECTION_SETUP_TIMEOUT_MAX_MS_CONFIG, "2000"),
            Map.entry("enable.metrics.push", "false"));

    private KafkaProperties() {}

    /** What is set whatever is asked, by the name of what the operator sets instead. */
    static Map<String, String> fixed() {
        return Map.of(
                ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, "kafka_brokers",
                ProducerConfig.KEY_SERIALIZER_CLASS_CONFIG, "",
                ProducerConfig.VALUE_SERIALIZER_CLASS_CONFIG, "",
                ProducerConfig.PARTITIONER_CLASS_CONFIG, "partitioner",
                ProducerConfig.TRANSACTIONAL_ID_CONFIG, "");
    }

    /** The value that holds, what the operator says before what is usual. */
    static String effective(Map<String, String> asked, String key) {
        return asked.getOrDefault(key, USUAL.getOrDefault(key, ""));
    }

    static Map<String, Object> producer(KafkaSettings settings) {
        Map<String, Object> all = new HashMap<>(USUAL);
        all.putAll(settings.properties());
        all.put(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, String.join(",", settings.brokers()));
        all.put(ProducerConfig.KEY_SERIALIZER_CLASS_CONFIG, ByteArraySerializer.class);
        all.put(ProducerConfig.VALUE_SERIALIZER_CLASS_CONFIG, ByteArraySerializer.class);
        return all;
    }

    /** The same, without what only a producer knows. */
    static Map<String, Object> admin(KafkaSettings settings) {
        Map<String, Object> all = producer(settings);
        all.keySet()
                .removeIf(key -> ProducerConfig.configNames().contains(key)
                        && !AdminClientConfig.configNames().contains(key));
        return all;
    }
}
