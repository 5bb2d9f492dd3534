package io.ethryx.server.gateway.settings;

import io.ethryx.server.config.InvalidSetting;
import io.ethryx.server.yaml.Section;
import io.ethryx.server.yaml.Value;
import io.ethryx.usage.InvalidKafkaProperty;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads how usage is metered. */
final class UsageReader {

    private static final Duration INTERVAL = Duration.ofSeconds(5);
    private static final String TOPIC = "leafage-usage";

    private enum Sink {
        KAFKA,
        FILE,
        NONE
    }

    private enum Partitioner {
        FNV1A,
        MURMUR2
    }

    private final Section section;
    private final Keys keys;

    UsageReader(Section section) {
        this.section = section;
        this.keys = new Keys(section);
    }

    UsageSettings read() {
        List<String> brokers = section.value("kafka_brokers")
                .map(value -> value.list(true).stream()
                        .flatMap(element -> element.parsed(UsageReader::broker).stream())
                        .toList())
                .orElse(List.of());
        Sink sink = keys.read("sink", Texts.choice(Sink.class), brokers.isEmpty() ? Sink.NONE : Sink.KAFKA);
        Duration interval = keys.read("report_interval", UsageReader::interval, INTERVAL);
        UsageSettings.Kafka kafka = kafka(brokers);
        UsageSettings.File file = new UsageSettings.File(
                keys.text("file").orElse(""), keys.read("file_max_size", Texts::size, 100L << 20));
        UsageSettings.Sink chosen = switch (sink) {
            case NONE -> new UsageSettings.None();
            case FILE -> file;
            case KAFKA -> kafka;
        };
        check(chosen);
        section.finish();
        return new UsageSettings(chosen, interval);
    }

    private UsageSettings.Kafka kafka(List<String> brokers) {
        String topic = section.value("kafka_topic")
                .flatMap(value -> value.parsed(Texts::filled))
                .map(String::trim)
                .orElse(TOPIC);
        long spoolBytes = keys.read("spool_max_size", Texts::size, 1L << 30);
        Optional<UsageSettings.Spool> spool =
                keys.text("spool_dir").map(directory -> new UsageSettings.Spool(directory, spoolBytes));
        Partitioner partitioner = keys.read("partitioner", Texts.choice(Partitioner.class), Partitioner.FNV1A);
        return new UsageSettings.Kafka(brokers, topic, properties(), partitioner == Partitioner.MURMUR2, spool);
    }

    /** Properties of the client; what Kafka would refuse when it is first needed is refused here. */
    private Map<String, String> properties() {
        String key = "kafka_properties";
        Map<String, String> properties = keys.byName(key, text -> text);
        if (!properties.isEmpty()) {
            Map<String, Value> written = section.section(key).entries();
            for (InvalidKafkaProperty fault : InvalidKafkaProperty.in(properties)) {
                Value value = written.get(fault.key());
                if (value != null) {
                    value.refuse(fault.rule(), fault.remedy());
                }
            }
        }
        return properties;
    }

    private void check(UsageSettings.Sink chosen) {
        if (chosen instanceof UsageSettings.File file && file.path().isEmpty()) {
            section.value("sink").ifPresent(value -> value.refuse("needs usage.file", "name a file for the records"));
        }
        if (chosen instanceof UsageSettings.Kafka kafka && kafka.brokers().isEmpty()) {
            section.value("sink")
                    .ifPresent(value ->
                            value.refuse("needs usage.kafka_brokers", "name the brokers, such as [127.0.0.1:9092]"));
        }
    }

    private static String broker(String text) throws InvalidSetting {
        String broker = text.trim();
        if (!broker.matches("[^\\s:/]+:[0-9]{1,5}") && !broker.matches("\\[[0-9a-fA-F:.]+\\]:[0-9]{1,5}")) {
            throw new InvalidSetting("is no host:port of a broker", "write host and port, such as 127.0.0.1:9092");
        }
        return broker;
    }

    /** Units as Go writes them; a bare number is nanoseconds there, so anything short is likely meant otherwise. */
    private static Duration interval(String text) throws InvalidSetting {
        Duration interval = Texts.duration(text, "ns");
        if (interval.compareTo(Duration.ofMillis(100)) < 0) {
            throw new InvalidSetting(
                    "is shorter than 100ms (a bare number counts nanoseconds)", "write it with a unit, such as 5s");
        }
        return interval;
    }
}
