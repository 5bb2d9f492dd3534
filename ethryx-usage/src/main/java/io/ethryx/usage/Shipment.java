package io.ethryx.usage;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.common.InvalidRecordException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.SerializationException;
import org.jspecify.annotations.Nullable;

/** Records that are on their way to Kafka, and what became of each. Thread-safe. */
final class Shipment {

    private static final int SENT = 1;
    private static final int REFUSED = 2;
    private static final int FAILED = 3;

    private final List<UsageRecord> records;
    private final AtomicIntegerArray states;
    private final CountDownLatch open;
    private final AtomicReference<@Nullable Exception> firstTrouble = new AtomicReference<>();

    Shipment(List<UsageRecord> records) {
        this.records = records;
        this.states = new AtomicIntegerArray(records.size());
        this.open = new CountDownLatch(records.size());
    }

    int size() {
        return records.size();
    }

    UsageRecord record(int i) {
        return records.get(i);
    }

    Callback whenSettled(int i) {
        return (where, trouble) -> settle(i, trouble);
    }

    private void settle(int i, @Nullable Exception trouble) {
        if (trouble != null) {
            firstTrouble.compareAndSet(null, trouble);
        }
        states.set(i, trouble == null ? SENT : ofItself(trouble) ? REFUSED : FAILED);
        open.countDown();
    }

    /** Whether it is the record that Kafka does not want, however often it is sent. */
    private static boolean ofItself(Exception trouble) {
        return trouble instanceof RecordTooLargeException
                || trouble instanceof InvalidRecordException
                || trouble instanceof SerializationException;
    }

    boolean await(long nanos) throws InterruptedException {
        return open.await(nanos, TimeUnit.NANOSECONDS);
    }

    /** What became of them as far as it is known by now; those without an answer are unsent, for the given reason. */
    Delivery outcome(String ifNothingIsKnown) {
        int sent = 0;
        int refused = 0;
        List<UsageRecord> unsent = new ArrayList<>();
        for (int i = 0; i < records.size(); i++) {
            switch (states.get(i)) {
                case SENT -> sent++;
                case REFUSED -> refused++;
                default -> unsent.add(records.get(i));
            }
        }
        if (sent == records.size()) {
            return Delivery.complete(sent);
        }
        Exception trouble = firstTrouble.get();
        String reason = trouble == null ? ifNothingIsKnown : KafkaWords.reason(trouble);
        return new Delivery(sent, refused, 0, unsent, reason);
    }
}
