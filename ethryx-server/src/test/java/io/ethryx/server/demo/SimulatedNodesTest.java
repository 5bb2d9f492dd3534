package io.ethryx.server.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ethryx.server.testing.RawClient;
import java.net.ConnectException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class SimulatedNodesTest {

    private static final Instant NOW = PairUnderTest.NOW;

    private final AtomicReference<Instant> clock = new AtomicReference<>(NOW);
    private final SimulatedChain chain = SimulatedChain.mainnetLike(NOW, 100);

    @Test
    void a_pair_by_hand_stands_still_until_it_is_moved() {
        try (SimulatedNodes nodes = SimulatedNodes.byHand(chain, clock::get)) {
            assertThat(nodes.head()).isEqualTo(100);
            clock.set(NOW.plusSeconds(60));
            assertThat(nodes.head()).isEqualTo(100);
            assertThat(nodes.advanceSlot()).isEqualTo(101);
            nodes.catchUp();
            assertThat(nodes.head()).isEqualTo(105);
        }
    }

    @Test
    void a_clock_that_steps_back_takes_no_block_back() {
        try (SimulatedNodes nodes = SimulatedNodes.byHand(chain, clock::get)) {
            clock.set(NOW.minusSeconds(600));
            nodes.catchUp();
            assertThat(nodes.head()).isEqualTo(100);
        }
    }

    @Test
    void a_pair_that_ticks_follows_the_clock_by_itself() throws Exception {
        InstantSource system = InstantSource.system();
        SimulatedChain quick = SimulatedChain.aged(system.instant(), 10, Duration.ofSeconds(1), 8);
        try (SimulatedNodes nodes = SimulatedNodes.ticking(quick, system)) {
            nodes.start();
            PairUnderTest.await("two more slots", () -> nodes.head() >= 12);
            assertThat(nodes.head()).isLessThanOrEqualTo(quick.slotAt(system.instant()));
        }
    }

    @Test
    void a_pair_that_was_late_to_start_begins_in_the_present() throws Exception {
        try (SimulatedNodes nodes = SimulatedNodes.ticking(chain, clock::get)) {
            clock.set(NOW.plusSeconds(24));
            nodes.start();
            assertThat(nodes.head()).isEqualTo(102);
        }
    }

    @Test
    void two_pairs_of_one_chain_say_the_same() throws Exception {
        try (PairUnderTest one = new PairUnderTest();
                PairUnderTest other = new PairUnderTest()) {
            for (String block : List.of("0x0", "0x1", "0x63", "latest", "finalized")) {
                String params = "[\"" + block + "\",true]";
                assertThat(one.result("eth_getBlockByNumber", params))
                        .isEqualTo(other.result("eth_getBlockByNumber", params));
            }
            assertThat(one.get("/eth/v2/beacon/blocks/head").body())
                    .isEqualTo(other.get("/eth/v2/beacon/blocks/head").body());
        }
    }

    @Test
    void closing_leaves_no_port_and_no_thread() throws Exception {
        PairUnderTest.await("threads of other tests are gone", () -> simulatedThreads() == 0);
        SimulatedNodes nodes = SimulatedNodes.ticking(chain, clock::get);
        assertThat(simulatedThreads()).isZero();
        nodes.start();
        nodes.start();
        assertThat(simulatedThreads()).isPositive();
        List<Integer> ports = List.of(
                nodes.executionNode().httpPort(),
                nodes.executionNode().wsPort(),
                nodes.consensusNode().port());
        assertThat(ports).doesNotHaveDuplicates();
        try (RawClient idle = RawClient.connect(ports.get(0));
                RawClient stream = RawClient.connect(ports.get(2))) {
            stream.send("GET /eth/v1/events?topics=head HTTP/1.1\r\nHost: x\r\n\r\n")
                    .readUntil("\r\n\r\n");
            long started = System.nanoTime();
            nodes.close();
            nodes.close();
            assertThat(Duration.ofNanos(System.nanoTime() - started)).isLessThan(Duration.ofSeconds(3));
            assertThat(idle.read()).isEqualTo(-1);
            stream.readAll();
        }
        for (int port : ports) {
            assertThatThrownBy(() -> RawClient.connect(port)).isInstanceOf(ConnectException.class);
        }
        PairUnderTest.await("its threads are gone", () -> simulatedThreads() == 0);
    }

    @Test
    void a_closed_pair_does_not_start_and_a_pair_that_never_started_has_no_ports() {
        SimulatedNodes nodes = SimulatedNodes.byHand(chain, clock::get);
        assertThatThrownBy(() -> nodes.consensusNode().port()).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> nodes.executionNode().wsPort()).isInstanceOf(IllegalStateException.class);
        nodes.close();
        assertThatThrownBy(nodes::start).isInstanceOf(IllegalStateException.class);
    }

    private static long simulatedThreads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(Thread::isAlive)
                .filter(thread -> thread.getName().startsWith("simulated-"))
                .count();
    }
}
