package io.ethryx.server.gateway;

import io.ethryx.server.access.UnusableFileException;
import io.ethryx.server.config.BuildInfo;
import io.ethryx.server.gateway.settings.GatewaySettings;
import io.ethryx.server.io.Signals;
import io.ethryx.server.logging.SecondsField;
import io.ethryx.server.logging.Targets;
import java.io.IOException;
import java.io.PrintStream;
import java.net.InetSocketAddress;
import java.security.Security;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The gateway as a process: it starts, follows its topology, waits for a signal, and drains (decision G41). */
public final class GatewayProgram {

    private static final Logger LOG = LoggerFactory.getLogger(Targets.ETHRYX);

    private final GatewaySettings settings;
    private final PrintStream err;
    private final CountDownLatch asked = new CountDownLatch(1);

    private GatewayProgram(GatewaySettings settings, PrintStream err) {
        this.settings = settings;
        this.err = err;
    }

    /**
     * Runs the gateway until SIGTERM, SIGINT or SIGHUP ends it; a second signal ends the process at once, with 128 and the signal's
     * number.
     *
     * @param settings what the operator asked for
     * @param err where a refusal is told
     * @return the exit code: 0 after a drain, 1 if it could not start
     */
    public static int run(GatewaySettings settings, PrintStream err) {
        Security.setProperty("networkaddress.cache.ttl", "5");
        Security.setProperty("networkaddress.cache.negative.ttl", "1");
        return new GatewayProgram(settings, err).run();
    }

    private int run() {
        BuildInfo build = BuildInfo.current();
        LOG.atInfo()
                .addKeyValue("version", "v" + build.version())
                .addKeyValue("git", build.git())
                .addKeyValue("mode", "gateway")
                .log("starting ethryx");
        Signals.handle("TERM", () -> signal(15));
        Signals.handle("INT", () -> signal(2));
        Signals.handleUnlessIgnored("HUP", () -> signal(1));
        try (LiveGateway gateway = LiveGateway.bind(settings)) {
            List<String> faults = gateway.start();
            LOG.atInfo().addKeyValue("listen", text(gateway.probesAddress())).log("metrics listening");
            faults.forEach(fault -> err.println("ethryx: " + fault));
            return faults.isEmpty() ? untilAsked(gateway) : 1;
        } catch (UnusableFileException e) {
            err.println("ethryx: " + e.getMessage());
            return 1;
        } catch (IOException e) {
            err.println(
                    "ethryx: " + e.getMessage() + "; free the address or choose another with listen or metric_listen");
            return 1;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return 1;
        }
    }

    private int untilAsked(LiveGateway gateway) throws IOException, InterruptedException {
        for (InetSocketAddress address : gateway.addresses()) {
            LOG.atInfo().addKeyValue("listen", text(address)).log("listening");
        }
        asked.await();
        gateway.notReady();
        LOG.info("shutdown signal received");
        TimeUnit.NANOSECONDS.sleep(settings.lifecycle().shutdownDelay().toNanos());
        drain(gateway, settings.lifecycle().shutdownGrace());
        return 0;
    }

    private static String text(InetSocketAddress address) {
        return address.getHostString() + ":" + address.getPort();
    }

    private static void drain(LiveGateway gateway, Duration grace) throws InterruptedException {
        LOG.atInfo().addKeyValue("grace_secs", SecondsField.of(grace)).log("draining connections");
        try {
            gateway.drain().toCompletableFuture().get(grace.toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            LOG.info("shutdown grace has passed, cutting what is left");
        } catch (ExecutionException e) {
            LOG.atError().setCause(e.getCause()).log("drain failed");
        }
    }

    private void signal(int number) {
        if (asked.getCount() == 0) {
            System.exit(128 + number);
        }
        asked.countDown();
    }
}
