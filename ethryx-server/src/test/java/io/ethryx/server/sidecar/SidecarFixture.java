package io.ethryx.server.sidecar;

import io.ethryx.health.ProbeCall;
import io.ethryx.health.ProbeFailure;
import io.ethryx.health.ProbeListener;
import io.ethryx.health.ProbeRequest;
import io.ethryx.health.ProbeTransport;
import io.ethryx.server.cli.EthryxCommand;
import io.ethryx.server.cli.Programs;
import io.ethryx.server.cli.Streams;
import io.ethryx.server.config.BuildInfo;
import io.ethryx.server.config.SidecarSettings;
import io.ethryx.server.io.IoRuntime;
import io.ethryx.server.testing.Await;
import io.ethryx.server.testing.CountingBuffers;
import io.ethryx.server.testing.RawClient;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.UnaryOperator;

/** A sidecar inside the test's process, started by its flags and checked for leaks when it ends. */
final class SidecarFixture {

    private final CountingBuffers buffers = new CountingBuffers(IoRuntime.BUFFER_BYTES);
    private final Sidecar sidecar;
    private final int port;
    private final int metricsPort;

    private SidecarFixture(SidecarSettings settings, UnaryOperator<ProbeTransport> probes) throws IOException {
        sidecar = Sidecar.start(settings, new BuildInfo("1.2.3", "v1.2.3-4-gabcdef"), buffers, probes);
        port = sidecar.addresses().get(0).getPort();
        metricsPort = sidecar.metricsAddress().isPresent()
                ? sidecar.metricsAddress().get().getPort()
                : port;
    }

    /** One whose first poll has ended; probes fail at once and never reach the upstreams. */
    static SidecarFixture warmed(int elPort, int clPort) throws Exception {
        return with(elPort, clPort).warmed();
    }

    static Builder with(int elPort, int clPort) {
        return new Builder(elPort, clPort);
    }

    static final class Builder {

        private final List<String> arguments = new ArrayList<>();
        private String elUrl;
        private String clUrl;

        Builder(int elPort, int clPort) {
            this.clUrl = "http://127.0.0.1:" + clPort;
            this.elUrl = "http://127.0.0.1:" + elPort;
        }

        Builder elUrl(String url) {
            elUrl = url;
            return this;
        }

        Builder clUrl(String url) {
            clUrl = url;
            return this;
        }

        Builder arguments(String... more) {
            arguments.addAll(List.of(more));
            return this;
        }

        /** Real probes; returns before the first poll has ended. */
        SidecarFixture probing() throws IOException {
            return new SidecarFixture(settings(), UnaryOperator.identity());
        }

        SidecarFixture warmed() throws Exception {
            SidecarFixture fixture = new SidecarFixture(settings(), probes -> new NoProbes());
            fixture.sidecar.warm().toCompletableFuture().get(10, TimeUnit.SECONDS);
            return fixture;
        }

        private SidecarSettings settings() {
            List<String> all = new ArrayList<>(List.of("--el-http-url", elUrl, "--cl-beacon-url", clUrl));
            if (!arguments.contains("--listen")) {
                all.addAll(List.of("--listen", "127.0.0.1:0"));
            }
            all.addAll(arguments);
            AtomicReference<SidecarSettings> settings = new AtomicReference<>();
            ByteArrayOutputStream printed = new ByteArrayOutputStream();
            PrintStream print = new PrintStream(printed, true, StandardCharsets.UTF_8);
            int exit = new EthryxCommand(
                            Map.of(),
                            new Streams(InputStream.nullInputStream(), print, print),
                            new Programs(
                                    given -> {
                                        settings.set(given);
                                        return 0;
                                    },
                                    given -> 0,
                                    port -> 0))
                    .run(all.toArray(String[]::new));
            if (exit != 0) {
                throw new IllegalArgumentException(printed.toString(StandardCharsets.UTF_8));
            }
            return settings.get();
        }
    }

    /** A pair that can't be reached. */
    private static final class NoProbes implements ProbeTransport {
        @Override
        public ProbeCall call(ProbeRequest request, ProbeListener listener) {
            listener.onFailure(ProbeFailure.transport("not probed"));
            return () -> {};
        }
    }

    int port() {
        return port;
    }

    Sidecar sidecar() {
        return sidecar;
    }

    CountingBuffers buffers() {
        return buffers;
    }

    String metrics() {
        try (RawClient client = RawClient.connect(metricsPort)) {
            client.send("GET /metrics HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n");
            return client.readAll();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    void awaitMetric(String line) {
        Await.until(() -> metrics().contains(line + "\n"), () -> line + " is not in\n" + metrics());
    }

    /** Waits till no client is connected but the one that asks, then closes, and sees that every buffer came back. */
    void closeAndCheckNothingIsLeft() {
        awaitMetric("ethryx_active_connections{protocol=\"tcp\"} 1");
        sidecar.close();
        Await.until(() -> buffers.out() == 0, () -> buffers.out() + " buffers did not come back");
        Await.until(() -> sidecar.bytesHeld() == 0, () -> sidecar.bytesHeld() + " bytes were not given back");
        Await.until(
                () -> sidecar.upstreamConnections() == 0,
                () -> sidecar.upstreamConnections() + " upstream connections are open");
    }
}
