package io.ethryx.server.gateway.usage;

import io.ethryx.server.gateway.settings.UsageSettings;
import io.ethryx.usage.FileShipper;
import io.ethryx.usage.KafkaSettings;
import io.ethryx.usage.KafkaShipper;
import io.ethryx.usage.Partitioning;
import io.ethryx.usage.SpooledShipper;
import io.ethryx.usage.UsageListener;
import io.ethryx.usage.UsageShipper;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Says the settings in the library's words. */
final class Shippers {

    private Shippers() {}

    /** Null if usage goes nowhere. */
    static @Nullable UsageShipper of(UsageSettings.Sink sink, UsageListener listener) {
        if (sink instanceof UsageSettings.File file) {
            return new FileShipper(Path.of(file.path()), file.maxBytes(), listener);
        }
        return sink instanceof UsageSettings.Kafka kafka ? kafka(kafka, listener) : null;
    }

    private static UsageShipper kafka(UsageSettings.Kafka kafka, UsageListener listener) {
        UsageShipper shipper = new KafkaShipper(new KafkaSettings(
                kafka.brokers(),
                kafka.topic(),
                kafka.murmur2() ? Partitioning.MURMUR2 : Partitioning.FNV1A,
                kafka.properties()));
        if (kafka.spool().isEmpty()) {
            return shipper;
        }
        UsageSettings.Spool spool = kafka.spool().get();
        return new SpooledShipper(shipper, Path.of(spool.directory()), spool.maxBytes(), listener);
    }
}
