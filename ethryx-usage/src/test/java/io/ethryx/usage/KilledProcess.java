package io.ethryx.usage;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Semaphore;

/**
 * Meters until it is killed. Writes what it will record to the file {@code truth} beforehand, and says on its standard output what
 * it has recorded in intervals that are through: one sum a line.
 */
final class KilledProcess {

    private static final long MS = 1_000_000;

    private KilledProcess() {}

    public static void main(String[] args) throws Exception {
        Path folder = Path.of(args[0]);
        Semaphore through = new Semaphore(0);
        UsageListener listener = new UsageListener() {
            @Override
            public void flushed(Delivery delivery, Duration took) {
                through.release();
            }

            @Override
            public void spoolFailed(String reason) {
                System.err.println(reason);
                Runtime.getRuntime().halt(3);
            }
        };
        UsageShipper broker = new MoodyShipper(new FileShipper(folder.resolve("broker"), Long.MAX_VALUE, listener));
        UsageMeter meter = new UsageMeter(
                MeterSettings.DEFAULT.every(Duration.ofDays(1)).withKeys(3, 100),
                new SpooledShipper(broker, folder.resolve("spool"), 1 << 30, listener),
                listener);
        meter.start();
        long sum = 0;
        while (true) {
            Files.writeString(folder.resolve("truth"), "6\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
            meter.record("a", MS);
            meter.record("b", 2 * MS);
            meter.record("c", 3 * MS);
            through.acquire();
            sum += 6;
            System.out.println(sum);
        }
    }

    /** A broker that is away at times, takes half at others, and at others takes all and says that it did not. */
    private static final class MoodyShipper implements UsageShipper {

        private final UsageShipper file;
        private final Random random = new Random();

        MoodyShipper(UsageShipper file) {
            this.file = file;
        }

        @Override
        public Delivery ship(List<UsageRecord> records, Duration budget) throws InterruptedException {
            int taken = random.nextInt(3) == 0 ? records.size() : random.nextInt(records.size() + 1);
            file.ship(new ArrayList<>(records.subList(0, taken)), budget);
            if (random.nextInt(4) == 0) {
                return Delivery.failed(records, "no answer");
            }
            List<UsageRecord> rest = records.subList(taken, records.size());
            return rest.isEmpty() ? Delivery.complete(taken) : new Delivery(taken, 0, 0, rest, "away");
        }

        @Override
        public void close(Duration budget) {
            file.close(budget);
        }
    }
}
