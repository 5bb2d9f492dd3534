package io.ethryx.usage;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.DescribeTopicsOptions;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.jspecify.annotations.Nullable;

/**
 * Asks for the topic before a producer does: a producer's question makes many brokers create it. Used by one thread.
 */
final class KafkaTopic {

    /** Why nothing can be sent to the topic. */
    static final class Unusable extends Exception {

        private static final long serialVersionUID = 1;

        Unusable(String reason) {
            super(reason);
        }

        String reason() {
            return String.valueOf(getMessage());
        }
    }

    private final Map<String, Object> properties;
    private final String topic;
    private @Nullable Admin admin;

    KafkaTopic(KafkaSettings settings) {
        properties = KafkaProperties.admin(settings);
        topic = settings.topic();
    }

    /** How many partitions it has now. */
    int partitions(Duration budget) throws Unusable, InterruptedException {
        int millis = (int) Math.max(1, Math.min(budget.toMillis(), KafkaProperties.TOPIC_MILLIS));
        try {
            if (admin == null) {
                admin = Admin.create(properties);
            }
            return admin.describeTopics(List.of(topic), new DescribeTopicsOptions().timeoutMs(millis))
                    .allTopicNames()
                    .get(millis, TimeUnit.MILLISECONDS)
                    .values()
                    .iterator()
                    .next()
                    .partitions()
                    .size();
        } catch (TimeoutException e) {
            throw noAnswer();
        } catch (ExecutionException e) {
            throw unusable(e.getCause());
        } catch (KafkaException e) {
            throw unusable(e);
        }
    }

    private Unusable unusable(@Nullable Throwable cause) {
        if (cause instanceof UnknownTopicOrPartitionException) {
            return new Unusable("topic " + topic + " does not exist");
        }
        if (cause instanceof org.apache.kafka.common.errors.TimeoutException) {
            return noAnswer();
        }
        return new Unusable(KafkaWords.reason(cause));
    }

    private static Unusable noAnswer() {
        return new Unusable("no broker answers");
    }

    void close(Duration budget) {
        if (admin != null) {
            admin.close(budget);
            admin = null;
        }
    }
}
