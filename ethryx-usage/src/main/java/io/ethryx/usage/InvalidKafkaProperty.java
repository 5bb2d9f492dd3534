package io.ethryx.usage;

import java.util.List;
import java.util.Map;

/**
 * A property of the Kafka client that can't be used.
 *
 * @param key its name
 * @param value its value, or three asterisks for one that may be a secret
 * @param rule what it breaks
 * @param remedy what to do
 */
public record InvalidKafkaProperty(String key, String value, String rule, String remedy) {

    /**
     * Looks for properties that Kafka's producer would refuse, and for times that contradict each other or outlast a shipment,
     * without reaching for a broker.
     *
     * @param properties of the producer
     * @return everything that is wrong with them, by name; empty if nothing is
     */
    public static List<InvalidKafkaProperty> in(Map<String, String> properties) {
        return new KafkaPropertyCheck(properties).faults();
    }

    /** {@return one sentence of all of it} */
    @Override
    public String toString() {
        return key + ": " + value + ": " + rule + "; " + remedy;
    }
}
