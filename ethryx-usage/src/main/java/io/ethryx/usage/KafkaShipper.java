package io.ethryx.usage;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.InterruptException;
import org.jspecify.annotations.Nullable;

/**
 * Ships records to a topic of Kafka: the client's name is the key, {@link UsageRecord#json} the value. Connects when it first ships,
 * and never throws because Kafka is away: then a shipment fails with a reason, within its budget, and the next one tries again. A
 * record that Kafka refuses for its own sake, such as one too large, is refused alone. The topic is not created.
 *
 * <p>Used by one thread at a time. Owns the threads of Kafka's clients while there are any. A record whose shipment failed may have
 * arrived nevertheless; its id tells.
 */
public final class KafkaShipper implements UsageShipper {

    /** How long records that are given up may take to say so. */
    private static final long SETTLING_MILLIS = 200;

    private final KafkaSettings settings;
    private final KafkaTopic topic;
    private @Nullable Producer<byte[], byte[]> producer;

    /**
     * A shipper that is not connected.
     *
     * @param settings which Kafka
     * @throws IllegalArgumentException if Kafka could not work with the properties, naming all that is wrong with them
     */
    public KafkaShipper(KafkaSettings settings) {
        List<InvalidKafkaProperty> faults = InvalidKafkaProperty.in(settings.properties());
        if (!faults.isEmpty()) {
            throw new IllegalArgumentException(faults.toString());
        }
        this.settings = settings;
        this.topic = new KafkaTopic(settings);
    }

    @Override
    public Delivery ship(List<UsageRecord> records, Duration budget) throws InterruptedException {
        if (records.isEmpty()) {
            return Delivery.complete(0);
        }
        long deadline = System.nanoTime() + budget.toNanos();
        Shipment shipment = new Shipment(records);
        try {
            int partitions = topic.partitions(budget);
            send(shipment, partitions, deadline);
        } catch (KafkaTopic.Unusable e) {
            drop(Duration.ZERO);
            return Delivery.failed(records, e.reason());
        } catch (InterruptException e) {
            drop(Duration.ZERO);
            throw (InterruptedException) new InterruptedException().initCause(e);
        } catch (KafkaException e) {
            drop(Duration.ZERO);
            return shipment.outcome(KafkaWords.reason(e));
        }
        return settled(shipment, deadline);
    }

    private void send(Shipment shipment, int partitions, long deadline) {
        Producer<byte[], byte[]> open = opened();
        open.partitionsFor(settings.topic());
        for (int i = 0; i < shipment.size() && System.nanoTime() - deadline < 0; i++) {
            UsageRecord record = shipment.record(i);
            byte[] key = record.clientId().getBytes(StandardCharsets.UTF_8);
            Integer partition = settings.partitioning() == Partitioning.FNV1A ? Fnv1a.partition(key, partitions) : null;
            Future<RecordMetadata> told = open.send(
                    new ProducerRecord<>(settings.topic(), partition, key, record.json()), shipment.whenSettled(i));
        }
    }

    private Producer<byte[], byte[]> opened() {
        Producer<byte[], byte[]> open = producer;
        if (open == null) {
            open = new KafkaProducer<>(KafkaProperties.producer(settings));
            producer = open;
        }
        return open;
    }

    /** Waits for the answers. What has none in time is given up together with the producer, which might deliver it later. */
    private Delivery settled(Shipment shipment, long deadline) throws InterruptedException {
        if (!shipment.await(deadline - System.nanoTime())) {
            drop(Duration.ZERO);
            shipment.await(TimeUnit.MILLISECONDS.toNanos(SETTLING_MILLIS));
        }
        return shipment.outcome("no broker took them in time");
    }

    private void drop(Duration budget) {
        if (producer != null) {
            producer.close(budget);
            producer = null;
        }
    }

    @Override
    public void close(Duration budget) {
        drop(budget.dividedBy(2));
        topic.close(budget.dividedBy(2));
    }
}
