package io.ethryx.health;

import static io.ethryx.health.ScriptedPair.batch;
import static io.ethryx.health.ScriptedPair.block;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import mockwebserver3.Dispatcher;
import mockwebserver3.MockResponse;
import mockwebserver3.MockWebServer;
import mockwebserver3.RecordedRequest;
import mockwebserver3.SocketEffect;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class PairMonitorSocketTest {

    private static final Duration TIMEOUT = Duration.ofMillis(700);

    private final MockWebServer el = new MockWebServer();
    private final MockWebServer cl = new MockWebServer();
    private final AtomicReference<MockResponse> elAnswer = new AtomicReference<>();
    private final AtomicReference<MockResponse> clSyncing = new AtomicReference<>();
    private final BlockingQueue<PairSnapshot> polls = new LinkedBlockingQueue<>();

    @BeforeEach
    void two_healthy_nodes_run() throws IOException {
        elAnswer.set(answer(batch("false", "\"0x10\"", block(5, 1000))));
        clSyncing.set(answer("{\"data\":{\"head_slot\":\"10\",\"sync_distance\":\"0\",\"is_syncing\":false}}"));
        el.setDispatcher(new Dispatcher() {
            @Override
            public MockResponse dispatch(RecordedRequest request) {
                return elAnswer.get();
            }
        });
        cl.setDispatcher(new Dispatcher() {
            @Override
            public MockResponse dispatch(RecordedRequest request) {
                return request.getTarget().equals("/eth/v1/node/syncing")
                        ? clSyncing.get()
                        : answer("{\"data\":{\"connected\":\"64\"}}");
            }
        });
        el.start();
        cl.start();
    }

    @AfterEach
    void both_stop() {
        el.close();
        cl.close();
    }

    private static MockResponse answer(String body) {
        return new MockResponse.Builder().body(body).build();
    }

    private PairMonitor monitor(int elPort) {
        HealthSettings settings = new HealthSettings(
                Duration.ofMillis(50),
                TIMEOUT,
                new HealthSettings.Thresholds(1, 1),
                new HealthSettings.Freshness(false, Duration.ZERO, Duration.ZERO),
                new SlotClock(0, Duration.ZERO));
        PairMonitor monitor = PairMonitor.builder(
                        settings,
                        JdkProbeTransport.to(
                                URI.create("http://127.0.0.1:" + elPort),
                                URI.create("http://127.0.0.1:" + cl.getPort())))
                .listener(new PairListener() {
                    @Override
                    public void onPoll(PairSnapshot snapshot, Readiness readiness) {
                        polls.add(snapshot);
                    }
                })
                .build();
        monitor.start();
        return monitor;
    }

    private PairSnapshot nextPoll() throws InterruptedException {
        PairSnapshot snapshot = polls.poll(20, TimeUnit.SECONDS);
        assertThat(snapshot).as("a poll ends").isNotNull();
        return snapshot;
    }

    private void firstPollSays(String detail) throws InterruptedException {
        try (PairMonitor monitor = monitor(el.getPort())) {
            PairSnapshot snapshot = nextPoll();
            assertThat(monitor.readiness().check(CheckName.EL_SYNCING))
                    .map(ReadinessCheck::detail)
                    .contains(detail);
            assertThat(snapshot.cl().syncing().known())
                    .as("the CL is heard all the same")
                    .isPresent();
        }
    }

    @Test
    void a_healthy_pair_is_ready_and_polled_again_and_again() throws Exception {
        try (PairMonitor monitor = monitor(el.getPort())) {
            monitor.warm().toCompletableFuture().get(20, TimeUnit.SECONDS);
            assertThat(monitor.readyz().status()).isEqualTo(200);
            assertThat(new String(monitor.healthz().body(), StandardCharsets.UTF_8))
                    .contains("\"peers\":16", "\"peers\":64", "\"block_number\":5", "\"head_slot\":10");
            nextPoll();
            elAnswer.set(new MockResponse.Builder().code(404).build());
            PairSnapshot snapshot = nextPoll();
            while (snapshot.el().syncing().known().isPresent()) {
                snapshot = nextPoll();
            }
            assertThat(snapshot.el().syncing()).isEqualTo(new Reading.Failed<>("http 404 Not Found"));
        }
    }

    @Test
    void an_el_that_takes_the_connection_and_says_nothing_times_out() throws Exception {
        elAnswer.set(new MockResponse.Builder()
                .onResponseStart(SocketEffect.Stall.INSTANCE)
                .build());
        firstPollSays("eth_syncing: timeout");
    }

    @Test
    void an_el_whose_body_stalls_times_out() throws Exception {
        elAnswer.set(new MockResponse.Builder()
                .body("x".repeat(1000))
                .onResponseBody(SocketEffect.Stall.INSTANCE)
                .build());
        firstPollSays("eth_syncing: timeout");
    }

    @Test
    void an_el_that_drips_chunks_for_ever_times_out() throws Exception {
        elAnswer.set(new MockResponse.Builder()
                .chunkedBody(" ".repeat(100_000), 1)
                .throttleBody(10, 20, TimeUnit.MILLISECONDS)
                .build());
        firstPollSays("eth_syncing: timeout");
    }

    @Test
    void an_el_that_cuts_its_body_is_a_transport_failure() throws Exception {
        elAnswer.set(new MockResponse.Builder()
                .body("x".repeat(100_000))
                .onResponseBody(new SocketEffect.CloseSocket())
                .build());
        try (PairMonitor monitor = monitor(el.getPort())) {
            nextPoll();
            assertThat(monitor.readiness().detail(CheckName.EL_SYNCING))
                    .startsWith("eth_syncing: transport: connection broke");
        }
    }

    @Test
    void a_redirect_is_an_error_and_not_followed() throws Exception {
        elAnswer.set(new MockResponse.Builder()
                .code(301)
                .setHeader("location", cl.url("/eth/v1/node/syncing"))
                .build());
        firstPollSays("eth_syncing: http 301 Moved Permanently");
    }

    @Test
    void while_a_poll_hangs_probes_are_answered_at_once_and_one_poll_is_in_flight() throws Exception {
        elAnswer.set(new MockResponse.Builder()
                .onResponseStart(SocketEffect.Stall.INSTANCE)
                .build());
        try (PairMonitor monitor = monitor(el.getPort())) {
            assertThat(el.takeRequest(10, TimeUnit.SECONDS)).isNotNull();
            long begun = System.nanoTime();
            for (int i = 0; i < 1000; i++) {
                assertThat(monitor.readyz().status()).isEqualTo(503);
            }
            assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(TIMEOUT);
            assertThat(el.getRequestCount()).isEqualTo(1);
        }
    }

    @Test
    void a_connection_that_is_not_even_made_times_out() throws Exception {
        List<Socket> waiting = new ArrayList<>();
        try (ServerSocket deaf = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            fillBacklog(deaf, waiting);
            try (PairMonitor monitor = monitor(deaf.getLocalPort())) {
                nextPoll();
                assertThat(monitor.readiness().detail(CheckName.EL_SYNCING)).isEqualTo("eth_syncing: timeout");
                assertThat(monitor.readiness().detail(CheckName.CL_SYNCING)).startsWith("synced");
            }
        } finally {
            for (Socket socket : waiting) {
                socket.close();
            }
        }
    }

    private static void fillBacklog(ServerSocket deaf, List<Socket> waiting) throws IOException {
        for (int i = 0; i < 20; i++) {
            Socket socket = new Socket();
            waiting.add(socket);
            try {
                socket.connect(deaf.getLocalSocketAddress(), 200);
            } catch (SocketTimeoutException full) {
                return;
            }
        }
        throw new AssertionError("the backlog never fills");
    }

    @Test
    void closing_ends_the_thread() throws Exception {
        PairMonitor monitor = monitor(el.getPort());
        nextPoll();
        Thread worker = Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().equals("ethryx-health"))
                .findFirst()
                .orElseThrow();
        assertThat(worker.isDaemon()).isTrue();
        monitor.close();
        worker.join(5000);
        assertThat(worker.isAlive()).isFalse();
        monitor.close();
    }
}
