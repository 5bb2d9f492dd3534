package io.ethryx.server.sidecar;

import io.ethryx.server.config.BuildInfo;
import io.ethryx.server.config.ListenAddress;
import io.ethryx.server.config.SidecarSettings;
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

/** The sidecar as a process: it starts, waits for a signal, and drains (decision S15). */
public final class SidecarProgram {

    private static final Logger LOG = LoggerFactory.getLogger(Targets.ETHRYX);

    private final SidecarSettings settings;
    private final PrintStream err;
    private final CountDownLatch asked = new CountDownLatch(1);

    private SidecarProgram(SidecarSettings settings, PrintStream err) {
        this.settings = settings;
        this.err = err;
    }

    /**
     * Runs the sidecar until SIGTERM or SIGINT ends it; a second signal ends the process at once, with 128 and the
     * signal's number.
     *
     * @param settings what the operator asked for
     * @param err where a refusal is told
     * @return the exit code: 0 after a drain, 1 if a port could not be bound
     */
    public static int run(SidecarSettings settings, PrintStream err) {
        // The JVM keeps an address for 30 s, or for ever under a security manager; a node that moves is found sooner.
        Security.setProperty("networkaddress.cache.ttl", "5");
        Security.setProperty("networkaddress.cache.negative.ttl", "1");
        return new SidecarProgram(settings, err).run();
    }

    private int run() {
        BuildInfo build = BuildInfo.current();
        LOG.atInfo()
                .addKeyValue("version", "v" + build.version())
                .addKeyValue("git", build.git())
                .addKeyValue("cfg", settings.toString())
                .log("starting ethryx");
        settings.notices().forEach(LOG::warn);
        Thread.setDefaultUncaughtExceptionHandler(SidecarProgram::threadDied);
        Signals.handle("TERM", () -> signal(15));
        Signals.handle("INT", () -> signal(2));
        try (Sidecar sidecar = Sidecar.start(settings, build)) {
            announce(sidecar);
            asked.await();
            shutDown(sidecar);
            return 0;
        } catch (IOException e) {
            err.println("ethryx: " + e.getMessage() + "; free the address or choose another with --listen");
            return 1;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return 1;
        }
    }

    /** A process that has lost a thread must not look alive: whoever supervises it starts another. */
    private static void threadDied(Thread thread, Throwable cause) {
        try {
            LOG.atError()
                    .addKeyValue("thread", thread.getName())
                    .setCause(cause)
                    .log("a thread died, exiting");
        } finally {
            Runtime.getRuntime().halt(1);
        }
    }

    private void signal(int number) {
        if (asked.getCount() == 0) {
            System.exit(128 + number);
        }
        asked.countDown();
    }

    private void announce(Sidecar sidecar) throws IOException {
        List<InetSocketAddress> bound = sidecar.addresses();
        List<ListenAddress> wanted = settings.listening().addresses();
        for (int i = 0; i < bound.size(); i++) {
            listening(wanted.get(i), bound.get(i));
        }
        if (sidecar.metricsAddress().isPresent()) {
            listening(
                    settings.listening().metrics().orElseThrow(),
                    sidecar.metricsAddress().get());
        }
        sidecar.warm().thenRun(() -> connected(sidecar.elTransport()));
    }

    private static void listening(ListenAddress wanted, InetSocketAddress bound) {
        String text = wanted.port() != 0
                ? wanted.text()
                : wanted.text().substring(0, wanted.text().lastIndexOf(':') + 1) + bound.getPort();
        LOG.atInfo().addKeyValue("listen", text).log("listening");
    }

    private void connected(String elTransport) {
        LOG.atInfo()
                .addKeyValue("el_http", settings.upstreams().elHttp().masked())
                .addKeyValue(
                        "el_http_proto", elTransport.equals("http/1.1") ? "HTTP/1.1" : "HTTP/2 (" + elTransport + ")")
                .addKeyValue("el_ws", settings.upstreams().elWs().toString())
                .addKeyValue("cl_beacon", settings.upstreams().clBeacon().masked())
                .addKeyValue(
                        "cl_mev_relay",
                        settings.upstreams()
                                .clMevRelay()
                                .map(url -> url.masked())
                                .orElse("none"))
                .addKeyValue("cl_proto", "HTTP/1.1")
                .log("upstreams connected");
    }

    private void shutDown(Sidecar sidecar) throws InterruptedException {
        LOG.info("shutdown signal received");
        sidecar.notReady();
        TimeUnit.NANOSECONDS.sleep(settings.lifecycle().shutdownDelay().toNanos());
        Duration grace = settings.lifecycle().shutdownGrace();
        LOG.atInfo().addKeyValue("grace_secs", SecondsField.of(grace)).log("draining connections");
        try {
            sidecar.drain().toCompletableFuture().get(grace.toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            LOG.atInfo().log("shutdown grace has passed, cutting what is left");
        } catch (ExecutionException e) {
            LOG.atError().setCause(e.getCause()).log("drain failed");
        }
    }
}
