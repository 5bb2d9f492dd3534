package io.ethryx.usage;

import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigValue;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** Finds out what Kafka's producer would refuse, and what would make a shipment last longer than it may, before any is made. */
final class KafkaPropertyCheck {

    private static final String DELIVERY = ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG;
    private static final String LINGER = ProducerConfig.LINGER_MS_CONFIG;
    private static final String REQUEST = ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG;
    private static final String BLOCK = ProducerConfig.MAX_BLOCK_MS_CONFIG;

    private final Map<String, String> asked;
    private final List<InvalidKafkaProperty> faults = new ArrayList<>();

    KafkaPropertyCheck(Map<String, String> asked) {
        this.asked = new TreeMap<>(asked);
    }

    List<InvalidKafkaProperty> faults() {
        faults.clear();
        asked.forEach(this::checkFixed);
        checkValues();
        asked.forEach(this::checkFile);
        if (faults.isEmpty()) {
            checkTimes();
            checkIdempotence();
        }
        return List.copyOf(faults);
    }

    private void checkFixed(String key, String value) {
        String instead = KafkaProperties.fixed().get(key);
        if (instead != null) {
            refuse(key, "is not for kafka_properties", instead.isEmpty() ? "leave it out" : "set usage." + instead);
        }
    }

    /** Kafka's own rules for each value. */
    private void checkValues() {
        Map<String, String> all = new HashMap<>(asked);
        all.put(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, "127.0.0.1:9092");
        all.put(ProducerConfig.KEY_SERIALIZER_CLASS_CONFIG, ByteArraySerializer.class.getName());
        all.put(ProducerConfig.VALUE_SERIALIZER_CLASS_CONFIG, ByteArraySerializer.class.getName());
        for (ConfigValue value : ProducerConfig.configDef().validate(all)) {
            if (!value.errorMessages().isEmpty() && !KafkaProperties.fixed().containsKey(value.name())) {
                refuse(value.name(), "is no value that Kafka takes for it", "see Kafka's producer configuration");
            }
        }
    }

    private void checkFile(String key, String value) {
        if (key.endsWith(".location") && ProducerConfig.configNames().contains(key) && !readable(value)) {
            refuse(key, "is no file that can be read", "name a readable file");
        }
    }

    private static boolean readable(String file) {
        try {
            return Files.isReadable(Path.of(file));
        } catch (InvalidPathException e) {
            return false;
        }
    }

    private void checkTimes() {
        long delivery = number(DELIVERY);
        if (delivery > KafkaProperties.SHIPMENT_MILLIS) {
            refuse(
                    DELIVERY,
                    "is longer than a shipment may last",
                    "set " + KafkaProperties.SHIPMENT_MILLIS + " or less");
        }
        if (number(BLOCK) > KafkaProperties.SHIPMENT_MILLIS) {
            refuse(BLOCK, "is longer than a shipment may last", "set " + KafkaProperties.SHIPMENT_MILLIS + " or less");
        }
        long linger = number(LINGER);
        long request = number(REQUEST);
        if (linger + request > delivery) {
            String key = asked.containsKey(DELIVERY) ? DELIVERY : asked.containsKey(REQUEST) ? REQUEST : LINGER;
            refuse(
                    key,
                    LINGER + " (" + linger + ") and " + REQUEST + " (" + request + ") together are more than "
                            + DELIVERY + " (" + delivery + ")",
                    "lower " + LINGER + " or " + REQUEST + ", or raise " + DELIVERY);
        }
    }

    private void checkIdempotence() {
        if (!"true".equals(asked.get(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG))) {
            return;
        }
        String acks = KafkaProperties.effective(asked, ProducerConfig.ACKS_CONFIG);
        if (!acks.equals("all") && !acks.equals("-1")) {
            refuse(
                    ProducerConfig.ACKS_CONFIG,
                    "does not go with enable.idempotence: true",
                    "set acks: all, or leave enable.idempotence out");
        }
        if ("0".equals(asked.get(ProducerConfig.RETRIES_CONFIG))) {
            refuse(
                    ProducerConfig.RETRIES_CONFIG,
                    "does not go with enable.idempotence: true",
                    "leave retries or enable.idempotence out");
        }
        String flights = asked.get(ProducerConfig.MAX_IN_FLIGHT_REQUESTS_PER_CONNECTION);
        if (flights != null && Integer.parseInt(flights.strip()) > 5) {
            refuse(
                    ProducerConfig.MAX_IN_FLIGHT_REQUESTS_PER_CONNECTION,
                    "does not go with enable.idempotence: true",
                    "set 5 or less, or leave enable.idempotence out");
        }
    }

    private long number(String key) {
        return Long.parseLong(KafkaProperties.effective(asked, key).strip());
    }

    private void refuse(String key, String rule, String remedy) {
        faults.add(new InvalidKafkaProperty(key, shown(key), rule, remedy));
    }

    private String shown(String key) {
        String value = asked.getOrDefault(key, "");
        ConfigDef.ConfigKey known = ProducerConfig.configDef().configKeys().get(key);
        boolean plain = known != null && known.type() != ConfigDef.Type.PASSWORD;
        return plain ? value : "***";
    }
}
