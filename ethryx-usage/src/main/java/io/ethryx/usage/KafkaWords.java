package io.ethryx.usage;

import org.apache.kafka.common.KafkaException;
import org.jspecify.annotations.Nullable;

/** Tells what went wrong with Kafka. */
final class KafkaWords {

    private KafkaWords() {}

    /** The kind of trouble and its sentence; of trouble within trouble the innermost of Kafka's own. */
    static String reason(@Nullable Throwable trouble) {
        Throwable shown = trouble;
        while (shown != null && shown.getCause() instanceof KafkaException inner) {
            shown = inner;
        }
        if (shown == null) {
            return "unknown trouble";
        }
        String kind = shown.getClass().getSimpleName().replaceFirst("Exception$", "");
        return shown.getMessage() == null ? kind : kind + ": " + shown.getMessage();
    }
}
