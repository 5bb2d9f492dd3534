package io.ethryx.benchmarks;

import io.ethryx.usage.Delivery;
import io.ethryx.usage.MeterSettings;
import io.ethryx.usage.UsageListener;
import io.ethryx.usage.UsageMeter;
import io.ethryx.usage.UsageRecord;
import io.ethryx.usage.UsageShipper;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Threads;
import org.openjdk.jmh.annotations.Warmup;

/** What it costs a request to be metered, with two threads at it; intervals end meanwhile, as they do in a gateway. */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
@Fork(1)
@Threads(2)
public class RecordBenchmark {

    /** One meter for both threads, which ships into the void. */
    @State(Scope.Benchmark)
    public static class Metered {

        /** How many clients there are; with one, both threads count for the same. */
        @Param({"1", "1000"})
        public int clients;

        private UsageMeter meter;
        private String[] names;

        /** Names the clients and starts the meter. */
        @Setup
        public void start() {
            names = new String[clients];
            for (int i = 0; i < clients; i++) {
                names[i] = "instance:" + i;
            }
            meter = new UsageMeter(
                    MeterSettings.DEFAULT.every(Duration.ofSeconds(1)), new Nowhere(), new UsageListener() {});
            meter.start();
        }

        /** Ends the meter. */
        @TearDown
        public void close() {
            meter.close();
        }
    }

    /** Each thread's place among the clients. */
    @State(Scope.Thread)
    public static class Turn {
        private int next;
    }

    /** One request. */
    @Benchmark
    public void record(Metered metered, Turn turn) {
        turn.next = turn.next + 1 < metered.clients ? turn.next + 1 : 0;
        metered.meter.record(metered.names[turn.next], 1_000_000);
    }

    private static final class Nowhere implements UsageShipper {

        @Override
        public Delivery ship(List<UsageRecord> records, Duration budget) {
            return Delivery.complete(records.size());
        }

        @Override
        public void close(Duration budget) {}
    }
}
