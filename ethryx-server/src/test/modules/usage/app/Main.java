package app;

import io.ethryx.usage.InvalidKafkaProperty;
import io.ethryx.usage.KafkaSettings;
import io.ethryx.usage.KafkaShipper;
import io.ethryx.usage.UsageRecord;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** Writes a record, checks a producer's settings, and asks a broker that is not there. */
final class Main {

    public static void main(String[] arguments) throws InterruptedException {
        UsageRecord record = new UsageRecord(new UUID(0, 1), "me", 1, 2);
        List<InvalidKafkaProperty> faults = InvalidKafkaProperty.in(Map.of("acks", "all"));
        KafkaShipper shipper = new KafkaShipper(
                KafkaSettings.of(List.of("127.0.0.1:1"), "usage").withProperties(Map.of("compression.type", "zstd")));
        boolean whole = shipper.ship(List.of(record), Duration.ofSeconds(2)).whole();
        shipper.close(Duration.ofSeconds(2));
        System.out.println(
                new String(record.json(), StandardCharsets.UTF_8).contains("\"me\"") + ", " + faults + ", " + whole);
    }
}
