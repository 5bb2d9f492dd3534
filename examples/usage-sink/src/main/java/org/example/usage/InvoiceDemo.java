package org.example.usage;

import io.ethryx.usage.Delivery;
import io.ethryx.usage.MeterSettings;
import io.ethryx.usage.SpooledShipper;
import io.ethryx.usage.UsageListener;
import io.ethryx.usage.UsageMeter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Two clients on eight threads, a sink that is away for the first interval, and what is on the invoices in the end. */
public final class InvoiceDemo {

    private InvoiceDemo() {}

    public static void main(String[] args) throws Exception {
        Path spool = Files.createTempDirectory("usage-spool");
        Invoices invoices = new Invoices();
        CountDownLatch kept = new CountDownLatch(1);
        UsageListener listener = new UsageListener() {
            @Override
            public void flushed(Delivery delivery, Duration took) {
                if (delivery.kept() > 0) {
                    kept.countDown();
                }
            }
        };
        SpooledShipper shipper = new SpooledShipper(invoices, spool, 1 << 20, listener);
        MeterSettings settings = MeterSettings.DEFAULT.every(Duration.ofMillis(200));
        try (UsageMeter meter = new UsageMeter(settings, shipper, listener)) {
            meter.start();
            invoices.away(true);
            use(meter);
            System.out.println("kept on disk while the sink is away: " + kept.await(30, TimeUnit.SECONDS));
            System.out.println("on the invoices: " + invoices.millis());
            invoices.away(false);
            use(meter);
        }
        System.out.println("on the invoices at the end: " + new TreeMap<>(invoices.millis()));
    }

    /** Eight threads, a thousand requests of two milliseconds each for alice, of one for bob. */
    private static void use(UsageMeter meter) throws InterruptedException {
        Thread[] threads = new Thread[8];
        for (int t = 0; t < threads.length; t++) {
            threads[t] = new Thread(() -> {
                for (int i = 0; i < 1000; i++) {
                    meter.record("alice", 2_000_000);
                    meter.record("bob", 1_000_000);
                }
            });
            threads[t].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
    }
}
