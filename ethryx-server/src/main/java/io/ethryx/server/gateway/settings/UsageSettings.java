package io.ethryx.server.gateway.settings;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * How usage is metered.
 *
 * @param sink where it goes
 * @param interval how often
 */
public record UsageSettings(Sink sink, Duration interval) {

    /** Where usage goes. */
    public sealed interface Sink {}

    /** Nowhere: nothing is metered. */
    public record None() implements Sink {}

    /**
     * A file of JSON lines.
     *
     * @param path the file
     * @param maxBytes when it is rotated
     */
    public record File(String path, long maxBytes) implements Sink {}

    /**
     * Kafka.
     *
     * @param brokers host:port, at least one
     * @param topic its name
     * @param properties of the client, passed through
     * @param murmur2 whether keys are spread as Java clients do; else by FNV-1a
     * @param spool where batches wait that could not be sent, if anywhere
     */
    public record Kafka(
            List<String> brokers, String topic, Map<String, String> properties, boolean murmur2, Optional<Spool> spool)
            implements Sink {

        /**
         * Copies what it is given.
         *
         * @param brokers see the record
         * @param topic see the record
         * @param properties see the record
         * @param murmur2 see the record
         * @param spool see the record
         */
        public Kafka {
            brokers = List.copyOf(brokers);
            properties = Map.copyOf(properties);
        }
    }

    /**
     * Where batches wait.
     *
     * @param directory the folder
     * @param maxBytes of all of them
     */
    public record Spool(String directory, long maxBytes) {}
}
