package io.ethryx.usage;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Many threads record while intervals end one after the other: nothing is lost, and nothing is counted twice. */
@Timeout(240)
final class UsageStressTest {

    private static final long MS = 1_000_000;
    private static final int THREADS = 16;
    private static final int CLIENTS = 50;
    private static final int INTERVALS = 100;

    private final ScriptedShipper shipper = new ScriptedShipper();
    private final HeardEvents heard = new HeardEvents();

    @Test
    void sixteen_threads_are_counted_exactly_across_intervals() throws Exception {
        // one nanosecond: an interval ends as soon as the one before it is shipped
        UsageMeter meter =
                new UsageMeter(MeterSettings.DEFAULT.every(Duration.ofNanos(1)).withKeys(5, 1000), shipper, heard);
        meter.start();
        BooleanSupplier shipped = () -> shipper.batches.size() >= INTERVALS;
        long[][] truth = new long[THREADS][CLIENTS];
        CountDownLatch go = new CountDownLatch(1);
        AtomicReference<Throwable> trouble = new AtomicReference<>();
        List<Thread> threads = new ArrayList<>();
        for (int t = 0; t < THREADS; t++) {
            int number = t;
            Thread thread = new Thread(() -> {
                try {
                    go.await();
                    record(meter, new Random(number), truth[number], shipped);
                } catch (Throwable e) {
                    trouble.set(e);
                }
            });
            thread.start();
            threads.add(thread);
        }
        go.countDown();
        for (Thread thread : threads) {
            thread.join();
        }
        meter.close();

        assertThat(trouble.get()).isNull();
        Map<String, Long> expected = new HashMap<>();
        for (long[] of : truth) {
            for (int c = 0; c < CLIENTS; c++) {
                expected.merge("client " + c, of[c], Long::sum);
            }
        }
        Map<String, Long> counted = new HashMap<>();
        shipper.arrived.forEach(record -> counted.merge(record.clientId(), record.usageMillis(), Long::sum));
        assertThat(counted).isEqualTo(expected);
        assertThat(heard.overflowed).hasValue(0);
    }

    /** Until many intervals have ended under it. */
    private static void record(UsageMeter meter, Random random, long[] truth, BooleanSupplier done) {
        String[] names = new String[CLIENTS];
        for (int c = 0; c < CLIENTS; c++) {
            names[c] = "client " + c;
        }
        for (int i = 0; i % 1000 != 0 || !done.getAsBoolean(); i++) {
            // half of all on one client, so that its cell is fought for
            int client = random.nextBoolean() ? 0 : random.nextInt(CLIENTS);
            int millis = 1 + random.nextInt(3);
            meter.record(names[client], millis * MS);
            truth[client] += millis;
            if (i % 1000 == 0) {
                LockSupport.parkNanos(1);
            }
        }
    }

    @Test
    void a_table_that_is_drained_while_clients_come_loses_none() throws Exception {
        for (int round = 0; round < 2_000; round++) {
            UsageTable table = new UsageTable(0, 1000);
            UsageTable next = new UsageTable(0, 1000);
            CountDownLatch go = new CountDownLatch(1);
            Thread recorder = new Thread(() -> {
                try {
                    go.await();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
                for (int i = 0; i < 20; i++) {
                    String client = "c" + i % 7;
                    long left = table.add(client, 1);
                    if (left >= 0) {
                        assertThat(next.add(client, left)).isEqualTo(UsageTable.ADDED);
                    }
                }
            });
            recorder.start();
            go.countDown();
            long[] sum = new long[1];
            table.drain((client, nanos) -> sum[0] += nanos);
            recorder.join();
            next.drain((client, nanos) -> sum[0] += nanos);
            assertThat(sum[0]).as("round %d", round).isEqualTo(20);
        }
    }

    @Test
    void a_client_that_is_known_costs_no_byte() {
        UsageMeter meter = new UsageMeter(MeterSettings.DEFAULT.every(Duration.ofDays(1)), shipper, heard);
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        String name = "client";
        for (int i = 0; i < 20_000; i++) {
            meter.record(name, i);
            meter.record(null, i);
        }
        long before = threads.getCurrentThreadAllocatedBytes();
        for (int i = 0; i < 100_000; i++) {
            meter.record(name, i);
            meter.record(null, i);
        }
        assertThat(threads.getCurrentThreadAllocatedBytes() - before)
                .as("bytes of 200,000 records")
                .isLessThan(10_000);
        meter.close();
    }
}
