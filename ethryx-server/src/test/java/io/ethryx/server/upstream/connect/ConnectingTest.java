package io.ethryx.server.upstream.connect;

import static io.ethryx.server.upstream.Wire.crlf;
import static org.assertj.core.api.Assertions.assertThat;

import io.ethryx.server.testing.RawUpstream;
import io.ethryx.server.upstream.Ask;
import io.ethryx.server.upstream.Asked;
import io.ethryx.server.upstream.UpstreamFailure;
import io.ethryx.server.upstream.UpstreamFailure.Kind;
import io.ethryx.server.upstream.UpstreamRig;
import io.ethryx.server.upstream.UpstreamSettings;
import io.ethryx.server.upstream.UpstreamUse;
import io.ethryx.server.upstream.http1.Http1Upstream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.UnknownHostException;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.Test;

class ConnectingTest {

    private static final String OK = crlf("HTTP/1.1 200 OK", "Content-Length: 2", "") + "ok";

    private static UpstreamSettings named(int port, Duration connectTimeout) {
        return new UpstreamSettings(
                "node.test", port, "node.test:" + port, connectTimeout, 4, 4, Duration.ofMinutes(1));
    }

    private static InetAddress loopback(int last) throws UnknownHostException {
        return InetAddress.getByAddress(new byte[] {127, 0, 0, (byte) last});
    }

    /** A port that takes no connection and refuses none: its queue is full. */
    private static final class DeafPort implements AutoCloseable {

        final ServerSocket server;
        private final List<SocketChannel> queued = new ArrayList<>();

        DeafPort(InetAddress address, int port) throws IOException {
            server = new ServerSocket(port, 1, address);
            for (int i = 0; i < 8; i++) {
                SocketChannel channel = SocketChannel.open();
                channel.configureBlocking(false);
                channel.connect(new InetSocketAddress(address, server.getLocalPort()));
                queued.add(channel);
            }
            UpstreamRig.until("the queue is full", () -> {
                try {
                    return queued.get(0).finishConnect() && queued.get(1).finishConnect();
                } catch (IOException e) {
                    throw new AssertionError(e);
                }
            });
        }

        @Override
        public void close() throws IOException {
            for (SocketChannel channel : queued) {
                channel.close();
            }
            server.close();
        }
    }

    @Test
    void a_port_that_nobody_listens_on_refuses() throws Exception {
        int port;
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = server.getLocalPort();
        }
        try (UpstreamRig rig = new UpstreamRig()) {
            Asked asked = rig.asked().writing("a").begin(rig.to(port), Ask.post("/", 1));
            assertThat(asked.failure()).isEqualTo(new UpstreamFailure(Kind.CONNECT, "connection refused"));
        }
    }

    @Test
    void a_connection_that_is_not_made_in_time_is_given_up() throws Exception {
        try (UpstreamRig rig = new UpstreamRig();
                DeafPort deaf = new DeafPort(loopback(1), 0)) {
            int port = deaf.server.getLocalPort();
            Http1Upstream upstream = rig.to(
                    new UpstreamSettings("127.0.0.1", port, "x", Duration.ofMillis(200), 4, 4, Duration.ofMinutes(1)));
            long from = System.nanoTime();
            Asked asked = rig.asked().begin(upstream, Ask.get("/"));
            assertThat(asked.failure()).isEqualTo(new UpstreamFailure(Kind.CONNECT_TIMEOUT, "no connection in time"));
            assertThat(Duration.ofNanos(System.nanoTime() - from))
                    .isBetween(Duration.ofMillis(200), Duration.ofSeconds(5));
        }
    }

    @Test
    void an_address_that_refuses_is_skipped() throws Exception {
        try (UpstreamRig rig = new UpstreamRig();
                RawUpstream node = RawUpstream.answering(OK)) {
            List<InetAddress> both = List.of(loopback(2), loopback(1));
            Http1Upstream upstream = rig.to(named(node.port(), Duration.ofSeconds(5)), host -> both);
            assertThat(rig.asked().begin(upstream, Ask.get("/")).answered().text())
                    .isEqualTo("ok");
        }
    }

    @Test
    void an_address_that_is_deaf_is_skipped_within_the_time_out_and_comes_last_from_then_on() throws Exception {
        try (UpstreamRig rig = new UpstreamRig();
                RawUpstream node = RawUpstream.answering("HTTP/1.0 200 OK\r\nContent-Length: 2\r\n\r\nok");
                DeafPort deaf = new DeafPort(loopback(2), node.port())) {
            List<InetAddress> both = List.of(loopback(2), loopback(1));
            Http1Upstream upstream = rig.to(named(node.port(), Duration.ofSeconds(3)), host -> both);
            long from = System.nanoTime();
            assertThat(rig.asked().begin(upstream, Ask.get("/")).answered().text())
                    .isEqualTo("ok");
            assertThat(Duration.ofNanos(System.nanoTime() - from))
                    .isBetween(Duration.ofMillis(1_400), Duration.ofMillis(2_900));
            from = System.nanoTime();
            assertThat(rig.asked().begin(upstream, Ask.get("/")).answered().text())
                    .isEqualTo("ok");
            assertThat(Duration.ofNanos(System.nanoTime() - from)).isLessThan(Duration.ofMillis(1_400));
        }
    }

    @Test
    void an_attempt_that_began_before_a_call_came_does_not_fail_it() throws Exception {
        AtomicLong now = new AtomicLong();
        AtomicInteger lookups = new AtomicInteger();
        CountDownLatch abandoned = new CountDownLatch(1);
        try (UpstreamRig rig = new UpstreamRig();
                RawUpstream node = RawUpstream.answering(OK);
                AddressBook book = new AddressBook(
                        "node.test",
                        host -> {
                            if (lookups.incrementAndGet() > 1) {
                                return UpstreamRig.loopback();
                            }
                            UpstreamRig.until("the first call is abandoned", () -> abandoned.getCount() == 0);
                            throw new UnknownHostException(host);
                        },
                        () -> now.addAndGet(TimeUnit.SECONDS.toNanos(2)))) {
            Http1Upstream upstream = rig.to(named(node.port(), Duration.ofSeconds(5)), book);
            Asked first = rig.asked().begin(upstream, Ask.get("/1"));
            UpstreamRig.until("the name is looked up", () -> lookups.get() == 1);
            first.onThread(() -> first.call.cancel());
            Asked second = rig.asked().begin(upstream, Ask.get("/2"));
            second.onThread(() -> {});
            abandoned.countDown();
            assertThat(second.answered().text()).isEqualTo("ok");
            assertThat(node.received()).startsWith("GET /2 ");
        }
    }

    @Test
    void what_is_told_is_how_the_last_address_failed() throws Exception {
        try (UpstreamRig rig = new UpstreamRig();
                RawUpstream plain =
                        RawUpstream.start(connection -> connection.send("HTTP/1.1 400 Bad Request\r\n\r\n"));
                DeafPort deaf = new DeafPort(loopback(2), plain.port())) {
            List<InetAddress> both = List.of(loopback(1), loopback(2));
            Http1Upstream upstream = rig.secure(
                    named(plain.port(), Duration.ofSeconds(1)), host -> both, UpstreamTls.trusting(Optional.empty()));
            assertThat(rig.asked().begin(upstream, Ask.get("/")).failure())
                    .isEqualTo(new UpstreamFailure(Kind.CONNECT_TIMEOUT, "no connection in time"));
        }
    }

    @Test
    void a_name_that_does_not_resolve_is_told_and_recovers_within_seconds() throws Exception {
        AtomicInteger lookups = new AtomicInteger();
        try (UpstreamRig rig = new UpstreamRig();
                RawUpstream node = RawUpstream.answering(OK)) {
            Http1Upstream upstream = rig.to(named(node.port(), Duration.ofSeconds(5)), host -> {
                assertThat(host).isEqualTo("node.test");
                assertThat(Thread.currentThread().getName()).isEqualTo("resolver-node.test");
                if (lookups.incrementAndGet() == 1) {
                    throw new UnknownHostException(host);
                }
                return UpstreamRig.loopback();
            });
            Asked first = rig.asked().begin(upstream, Ask.get("/"));
            assertThat(first.failure()).isEqualTo(new UpstreamFailure(Kind.CONNECT, "the host name does not resolve"));
            UpstreamRig.until("a call succeeds", () -> {
                try {
                    Asked next = rig.asked().begin(upstream, Ask.get("/"));
                    UpstreamRig.until("it ends", () -> next.failure != null || next.ended.getCount() == 0);
                    return next.failure == null;
                } catch (RuntimeException e) {
                    throw new AssertionError(e);
                }
            });
            assertThat(lookups).hasValue(2);
        }
    }

    @Test
    void an_upstream_that_moves_is_followed_and_its_old_connections_are_dropped() throws Exception {
        AtomicLong now = new AtomicLong();
        AtomicReference<List<InetAddress>> answer = new AtomicReference<>(List.of(loopback(1)));
        try (UpstreamRig rig = new UpstreamRig();
                RawUpstream old = RawUpstream.answering(OK);
                RawUpstream moved = RawUpstream.start(loopback(2), old.port(), connection -> {
                    while (connection.readRequest() != null) {
                        connection.send(crlf("HTTP/1.1 200 OK", "Content-Length: 5", "") + "moved");
                    }
                })) {
            AddressBook book = new AddressBook("node.test", host -> answer.get(), now::get);
            Http1Upstream upstream = rig.to(
                    new UpstreamSettings(
                            "node.test", old.port(), "x", Duration.ofSeconds(5), 4, 4, Duration.ofSeconds(2)),
                    book);
            assertThat(rig.asked().begin(upstream, Ask.get("/")).answered().text())
                    .isEqualTo("ok");
            answer.set(List.of(loopback(2)));
            now.addAndGet(AddressBook.FRESH_NANOS);
            UpstreamRig.until("the new address is used", () -> {
                Asked next = rig.asked().begin(upstream, Ask.get("/"));
                UpstreamRig.until("it ends", () -> next.ended.getCount() == 0);
                return next.text().equals("moved");
            });
            UpstreamRig.until("the old connection is gone", () -> old.open() == 0);
            assertThat(moved.connections()).hasSize(1);
        }
    }

    @Test
    void a_slow_lookup_blocks_no_io_thread_and_ends_with_the_connect_time_out() throws Exception {
        CountDownLatch go = new CountDownLatch(1);
        try (UpstreamRig rig = new UpstreamRig();
                RawUpstream node = RawUpstream.answering(OK)) {
            Http1Upstream upstream = rig.to(named(node.port(), Duration.ofMillis(300)), host -> {
                try {
                    go.await();
                } catch (InterruptedException e) {
                    throw new UnknownHostException(host);
                }
                return UpstreamRig.loopback();
            });
            Asked slow = rig.asked().begin(upstream, Ask.get("/"));
            Asked other = rig.asked().begin(rig.to(node.port()), Ask.get("/")).answered();
            assertThat(other.text()).isEqualTo("ok");
            assertThat(slow.failure().kind()).isEqualTo(Kind.CONNECT_TIMEOUT);
            go.countDown();
        }
    }

    @Test
    void a_full_queue_refuses_at_once_and_those_who_wait_are_served_in_order() throws Exception {
        CountDownLatch go = new CountDownLatch(1);
        try (UpstreamRig rig = new UpstreamRig();
                RawUpstream node = RawUpstream.start(connection -> {
                    while (connection.readRequest() != null) {
                        go.await();
                        connection.send(OK);
                    }
                })) {
            Http1Upstream upstream = rig.to(new UpstreamSettings(
                    "127.0.0.1", node.port(), "x", Duration.ofSeconds(5), 1, 2, Duration.ofMinutes(1)));
            Asked first = rig.asked().begin(upstream, Ask.get("/1"));
            assertThat(node.nextRequest()).startsWith("GET /1 ");
            Asked second = rig.asked().begin(upstream, Ask.get("/2"));
            Asked third = rig.asked().writing("abc").begin(upstream, Ask.post("/3", 3));
            Asked fourth = rig.asked().begin(upstream, Ask.get("/4"));
            assertThat(fourth.failure().kind()).isEqualTo(Kind.OVERLOADED);
            assertThat(upstream.use()).isEqualTo(new UpstreamUse(1, 0, 0, 2));
            assertThat(upstream.use().inUse()).isEqualTo(1);
            go.countDown();
            first.answered();
            second.answered();
            third.answered();
            assertThat(node.nextRequest()).startsWith("GET /2 ");
            assertThat(node.nextRequest()).startsWith("POST /3 ").endsWith("\r\n\r\nabc");
            assertThat(node.connections()).hasSize(1);
        }
    }

    @Test
    void a_call_that_finds_all_connections_busy_waits_so_long_and_no_longer() throws Exception {
        CountDownLatch go = new CountDownLatch(1);
        try (UpstreamRig rig = new UpstreamRig();
                RawUpstream node = RawUpstream.start(connection -> {
                    while (connection.readRequest() != null) {
                        go.await();
                        connection.send(OK);
                    }
                })) {
            Http1Upstream upstream = rig.to(new UpstreamSettings(
                            "127.0.0.1", node.port(), "x", Duration.ofSeconds(30), 1, 9, Duration.ofMinutes(1))
                    .withWaitTimeout(Duration.ofMillis(150)));
            Asked first = rig.asked().begin(upstream, Ask.get("/1"));
            assertThat(node.nextRequest()).startsWith("GET /1 ");
            Asked second = rig.asked().begin(upstream, Ask.get("/2"));
            Asked third = rig.asked().begin(upstream, Ask.get("/3"));
            assertThat(second.failure())
                    .isEqualTo(new UpstreamFailure(Kind.OVERLOADED, "no connection was free in time"));
            assertThat(third.failure().kind()).isEqualTo(Kind.OVERLOADED);
            assertThat(upstream.use().waiting()).isZero();
            go.countDown();
            first.answered();
            assertThat(node.connections()).hasSize(1);
        }
    }

    @Test
    void a_call_that_is_cancelled_while_it_waits_leaves_the_queue() throws Exception {
        CountDownLatch go = new CountDownLatch(1);
        try (UpstreamRig rig = new UpstreamRig();
                RawUpstream node = RawUpstream.start(connection -> {
                    while (connection.readRequest() != null) {
                        go.await();
                        connection.send(OK);
                    }
                })) {
            Http1Upstream upstream = rig.to(new UpstreamSettings(
                    "127.0.0.1", node.port(), "x", Duration.ofSeconds(5), 1, 1, Duration.ofMinutes(1)));
            Asked first = rig.asked().begin(upstream, Ask.get("/1"));
            assertThat(node.nextRequest()).startsWith("GET /1 ");
            Asked second = rig.asked().begin(upstream, Ask.get("/2"));
            second.onThread(() -> second.call.cancel());
            assertThat(upstream.use().waiting()).isZero();
            Asked third = rig.asked().begin(upstream, Ask.get("/3"));
            go.countDown();
            first.answered();
            third.answered();
            assertThat(node.nextRequest()).startsWith("GET /3 ");
            assertThat(second.status).isZero();
        }
    }

    @Test
    void an_idle_connection_is_closed_after_its_time() throws Exception {
        try (UpstreamRig rig = new UpstreamRig();
                RawUpstream node = RawUpstream.answering(OK)) {
            Http1Upstream upstream = rig.to(new UpstreamSettings(
                    "127.0.0.1", node.port(), "x", Duration.ofSeconds(5), 4, 4, Duration.ofMillis(1_500)));
            rig.asked().begin(upstream, Ask.get("/")).answered();
            assertThat(upstream.use().idle()).isEqualTo(1);
            UpstreamRig.until("the upstream sees the end", () -> node.open() == 0);
            UpstreamRig.until(
                    "nothing is counted any more", () -> upstream.use().equals(new UpstreamUse(0, 0, 0, 0)));
        }
    }

    @Test
    void closing_ends_idle_connections_at_once_and_busy_ones_when_their_call_ends() throws Exception {
        CountDownLatch go = new CountDownLatch(1);
        try (UpstreamRig rig = new UpstreamRig();
                RawUpstream node = RawUpstream.start(connection -> {
                    while (connection.readRequest() != null) {
                        go.await();
                        connection.send(OK);
                    }
                })) {
            Http1Upstream upstream = rig.to(node.port());
            Asked busy = rig.asked().begin(upstream, Ask.get("/"));
            node.nextRequest();
            upstream.close();
            upstream.close();
            Asked late = rig.asked().begin(upstream, Ask.get("/"));
            assertThat(late.failure().kind()).isEqualTo(Kind.CONNECT);
            go.countDown();
            assertThat(busy.answered().text()).isEqualTo("ok");
            UpstreamRig.until("the connection is closed", () -> node.open() == 0);
        }
    }

    @Test
    void a_lookup_that_ends_just_when_it_is_asked_for_is_made_use_of() throws Exception {
        AtomicBoolean armed = new AtomicBoolean();
        AtomicReference<AddressBook> asked = new AtomicReference<>();
        LongSupplier clock = () -> {
            if (armed.getAndSet(false)) {
                asked.get().refresh();
                UpstreamRig.until(
                        "the answer is there", () -> !asked.get().known().isEmpty());
                return -1;
            }
            return 0;
        };
        try (UpstreamRig rig = new UpstreamRig();
                RawUpstream node = RawUpstream.answering(OK);
                AddressBook book = new AddressBook("node.test", host -> UpstreamRig.loopback(), clock)) {
            asked.set(book);
            armed.set(true);
            Http1Upstream upstream = rig.to(named(node.port(), Duration.ofSeconds(5)), book);
            assertThat(rig.asked().begin(upstream, Ask.get("/")).answered().text())
                    .isEqualTo("ok");
        }
    }
}
