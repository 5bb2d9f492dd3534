package io.ethryx.server.listener.http1;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ethryx.server.fields.FieldBlock;
import io.ethryx.server.listener.ClientAnswer;
import io.ethryx.server.listener.ClientExchange;
import io.ethryx.server.listener.DeclinedConnect;
import io.ethryx.server.listener.ExchangeHandler;
import io.ethryx.server.listener.HttpVersion;
import io.ethryx.server.listener.InboundLimits;
import io.ethryx.server.listener.ListenerRig;
import io.ethryx.server.listener.RecordingHandler;
import io.ethryx.server.listener.RequestBody;
import io.ethryx.server.testing.FrameClient;
import io.ethryx.server.testing.RawClient;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How HTTP/1.1 connections live and end: clients that leave, are slow, or are many. */
class Http1LifeTest {

    private static final Duration QUICK = Duration.ofMillis(300);

    /** Leaves every exchange unanswered until the test answers it. */
    private static final class WaitingHandler implements ExchangeHandler {

        final BlockingQueue<ClientExchange> waiting = new LinkedBlockingQueue<>();
        final BlockingQueue<String> gone = new LinkedBlockingQueue<>();
        final BlockingQueue<String> ended = new LinkedBlockingQueue<>();

        @Override
        public void handle(ClientExchange exchange) {
            exchange.whenGone(() -> gone.add(exchange.target()));
            exchange.whenEnded(() -> ended.add(exchange.target()));
            waiting.add(exchange);
        }

        ClientExchange next() throws InterruptedException {
            ClientExchange exchange = waiting.poll(15, TimeUnit.SECONDS);
            assertThat(exchange).isNotNull();
            return exchange;
        }

        void answer(String text) throws InterruptedException {
            ClientExchange exchange = next();
            exchange.ioThread().execute(() -> RecordingHandler.send(exchange, text));
        }
    }

    private final WaitingHandler handler = new WaitingHandler();

    private ListenerRig rig(InboundLimits limits) throws Exception {
        return new ListenerRig(limits, handler);
    }

    private static String get(String path, String fields) {
        return "GET " + path + " HTTP/1.1\r\nHost: a\r\n" + fields + "\r\n";
    }

    @ParameterizedTest
    @ValueSource(strings = {"close, x-foo", "X, CLOSE", "x\r\nConnection: Close", " close ", ",close,"})
    void a_close_among_the_connection_options_closes_after_the_answer(String options) throws Exception {
        try (ListenerRig rig = new ListenerRig(ListenerRig.LIMITS, new RecordingHandler());
                RawClient client = RawClient.connect(rig.port())) {
            client.send(get("/", "Connection: " + options + "\r\n"));
            assertThat(client.readAll()).contains("\r\nConnection: close\r\n").endsWith("GET 0");
        }
    }

    @Test
    void an_http_1_0_connection_lives_only_if_its_client_asks() throws Exception {
        try (ListenerRig rig = new ListenerRig(ListenerRig.LIMITS, new RecordingHandler());
                RawClient client = RawClient.connect(rig.port())) {
            client.send("GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n");
            assertThat(client.readAnswer()).contains("\r\nConnection: keep-alive\r\n");
            client.send("GET / HTTP/1.0\r\n\r\n");
            assertThat(client.readAll()).contains("\r\nConnection: close\r\n").endsWith("GET 0");
        }
    }

    @Test
    void the_host_of_a_connection_is_one_text_until_a_request_says_another() throws Exception {
        BlockingQueue<String> hosts = new LinkedBlockingQueue<>();
        try (ListenerRig rig = new ListenerRig(ListenerRig.LIMITS, exchange -> {
                    hosts.add(String.valueOf(exchange.host()));
                    RecordingHandler.send(exchange, "fine");
                });
                RawClient client = RawClient.connect(rig.port())) {
            for (String host : List.of("a.example", "a.example", "b.example")) {
                client.send("GET / HTTP/1.1\r\nAccept: x\r\nhost: " + host + "\r\n\r\n");
                client.readAnswer();
            }
            client.send("GET / HTTP/1.0\r\n\r\n");
            assertThat(client.readAll()).endsWith("fine");
        }
        assertThat(hosts).containsExactly("a.example", "a.example", "b.example", "null");
        String first = hosts.poll();
        assertThat(hosts.poll()).isSameAs(first);
    }

    @Test
    void a_fin_before_the_answer_means_that_the_client_has_gone() throws Exception {
        try (ListenerRig rig = rig(ListenerRig.LIMITS);
                RawClient client = RawClient.connect(rig.port())) {
            client.send(get("/a", ""));
            handler.next();
            client.shutdownOutput();
            assertThat(handler.gone.poll(15, TimeUnit.SECONDS)).isEqualTo("/a");
            assertThat(handler.ended.poll(15, TimeUnit.SECONDS)).isEqualTo("/a");
            assertThat(client.readAll()).isEmpty();
        }
    }

    @Test
    void an_rst_or_a_cut_body_means_that_the_client_has_gone() throws Exception {
        try (ListenerRig rig = rig(ListenerRig.LIMITS)) {
            RawClient client = RawClient.connect(rig.port());
            client.send(get("/rst", "Connection: close\r\n"));
            handler.next();
            client.reset();
            assertThat(handler.gone.poll(15, TimeUnit.SECONDS)).isEqualTo("/rst");
            RawClient second = RawClient.connect(rig.port());
            second.send("POST /cut HTTP/1.0\r\nContent-Length: 10\r\n\r\nhalf");
            handler.next();
            second.shutdownOutput();
            assertThat(handler.gone.poll(15, TimeUnit.SECONDS)).isEqualTo("/cut");
            second.close();
        }
    }

    @Test
    void a_half_close_after_a_last_request_is_answered() throws Exception {
        for (String request : new String[] {get("/", "Connection: close\r\n"), "GET / HTTP/1.0\r\n\r\n"}) {
            try (ListenerRig rig = rig(ListenerRig.LIMITS);
                    RawClient client = RawClient.connect(rig.port())) {
                client.send(request).shutdownOutput();
                handler.answer("still here");
                assertThat(client.readAll()).endsWith("still here");
                assertThat(handler.gone).isEmpty();
            }
        }
    }

    @Test
    void an_abort_is_no_clean_end() throws Exception {
        try (ListenerRig rig = rig(ListenerRig.LIMITS);
                RawClient client = RawClient.connect(rig.port())) {
            client.send(get("/", ""));
            ClientExchange exchange = handler.next();
            exchange.ioThread().execute(() -> exchange.abort());
            assertThat(handler.ended.poll(15, TimeUnit.SECONDS)).isEqualTo("/");
            assertThat(handler.gone).isEmpty();
        }
    }

    @Test
    void an_answer_that_has_begun_is_cut_and_no_other_follows_it() throws Exception {
        try (ListenerRig rig = rig(ListenerRig.LIMITS);
                RawClient client = RawClient.connect(rig.port())) {
            client.send("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nx\r\n");
            ClientExchange exchange = handler.next();
            exchange.ioThread().execute(() -> {
                try {
                    ClientAnswer answer = exchange.answer();
                    answer.begin(200, new FieldBlock(), 10);
                    answer.write(ByteBuffer.wrap(new byte[] {'h', 'a', 'l', 'f'}));
                    answer.flush();
                    RequestBody body = exchange.body();
                    body.whenReadable(() -> {
                        try {
                            body.read(ByteBuffer.allocate(100));
                        } catch (IOException e) {
                            exchange.abort();
                        }
                    });
                    body.want(true);
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
            assertThat(client.readUntil("half")).startsWith("HTTP/1.1 200 ");
            client.send("zz\r\n");
            assertThatThrownBy(client::readAll).isInstanceOf(IOException.class);
        }
    }

    @Test
    void informational_answers_go_ahead_of_the_final_one() throws Exception {
        try (ListenerRig rig = rig(ListenerRig.LIMITS);
                RawClient client = RawClient.connect(rig.port())) {
            client.send(get("/", ""));
            ClientExchange exchange = handler.next();
            exchange.ioThread().execute(() -> {
                exchange.answer().sendInformational(103, link());
                RecordingHandler.send(exchange, "done");
            });
            assertThat(client.readAnswer()).isEqualTo("HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n");
            assertThat(client.readAnswer()).startsWith("HTTP/1.1 200 ").endsWith("done");
        }
    }

    @Test
    void a_connect_is_declined_and_the_connection_lives() throws Exception {
        try (ListenerRig rig = new ListenerRig(ListenerRig.LIMITS, new RecordingHandler());
                RawClient client = RawClient.connect(rig.port())) {
            client.send("CONNECT a:443 HTTP/1.1\r\nHost: a:443\r\n\r\n");
            assertThat(client.readAnswer()).startsWith("HTTP/1.1 405 ").contains("\r\nAllow: ");
            DeclinedConnect declined = rig.declined.poll(15, TimeUnit.SECONDS);
            assertThat(declined.version()).isEqualTo(HttpVersion.HTTP_1_1);
            assertThat(declined.authority()).isEqualTo("a:443");
            assertThat(declined.peer().getPort()).isEqualTo(client.localPort());
            client.send(
                    get("/", "Upgrade: h2c\r\nConnection: upgrade, http2-settings\r\nHTTP2-Settings: AAMAAABk\r\n"));
            assertThat(client.readAnswer()).startsWith("HTTP/1.1 200 ");
        }
    }

    @Test
    void a_slow_head_gets_408_and_silence_just_ends() throws Exception {
        try (ListenerRig rig = rig(ListenerRig.quick(QUICK));
                RawClient silent = RawClient.connect(rig.port());
                RawClient slow = RawClient.connect(rig.port());
                RawClient preface = RawClient.connect(rig.port());
                RawClient pieces = RawClient.connect(rig.port())) {
            slow.send("GET / HT");
            preface.send("PRI * HT");
            pieces.send(FrameClient.PREFACE);
            assertThat(slow.readAll()).startsWith("HTTP/1.1 408 ");
            assertThat(preface.readAll()).startsWith("HTTP/1.1 408 ");
            assertThat(silent.readAll()).isEmpty();
            assertThat(pieces.readAll()).isNotNull();
            assertThat(handler.waiting).isEmpty();
        }
    }

    @Test
    void an_idle_connection_ends_and_so_does_a_slow_body() throws Exception {
        RecordingHandler recording = new RecordingHandler();
        try (ListenerRig rig = new ListenerRig(ListenerRig.quick(QUICK), recording);
                RawClient idle = RawClient.connect(rig.port());
                RawClient slow = RawClient.connect(rig.port())) {
            idle.send(get("/", ""));
            assertThat(idle.readAnswer()).endsWith("GET 0");
            slow.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\nx");
            assertThat(slow.readAll()).startsWith("HTTP/1.1 408 ");
            assertThat(idle.readAll()).isEmpty();
            assertThat(recording.begun).hasSize(2);
            assertThat(recording.seen).hasSize(1);
        }
    }

    @Test
    void a_body_that_nobody_reads_is_not_the_clients_fault() throws Exception {
        try (ListenerRig rig = rig(ListenerRig.quick(QUICK));
                RawClient client = RawClient.connect(rig.port())) {
            client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\nx");
            ClientExchange exchange = handler.next();
            long later = System.nanoTime() + 3 * QUICK.toNanos();
            ListenerRig.await("three windows", () -> System.nanoTime() > later);
            assertThat(exchange.hasEnded()).isFalse();
            assertThat(handler.gone).isEmpty();
            exchange.ioThread().execute(() -> RecordingHandler.send(exchange, "enough"));
            assertThat(client.readAll()).contains("\r\nConnection: close\r\n").endsWith("enough");
        }
    }

    @Test
    void heads_that_never_end_fill_a_budget_and_not_the_heap() throws Exception {
        RecordingHandler handler = new RecordingHandler();
        try (ListenerRig rig = new ListenerRig(ListenerRig.LIMITS, handler)) {
            List<RawClient> clients = new ArrayList<>();
            try {
                for (int i = 0; i < 20; i++) {
                    clients.add(RawClient.connect(rig.port())
                            .send("GET / HTTP/1.1\r\nHost: a\r\nX: " + "x".repeat(100_000)));
                }
                ListenerRig.await("some are told so", () -> rig.closed.get() > 0);
                assertThat(rig.heldBytes.taken()).isLessThanOrEqualTo(1 << 20);
                try (RawClient small = RawClient.connect(rig.port())) {
                    small.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
                    assertThat(small.readAnswer()).startsWith("HTTP/1.1 200 ");
                }
            } finally {
                for (RawClient client : clients) {
                    client.close();
                }
            }
        }
    }

    @Test
    void one_connection_too_many_is_told_so() throws Exception {
        InboundLimits one = new InboundLimits(128 * 1024, 1, QUICK, Duration.ofSeconds(75), QUICK, 100, QUICK);
        try (ListenerRig rig = new ListenerRig(one, new RecordingHandler())) {
            try (RawClient first = RawClient.connect(rig.port())) {
                first.send(get("/", ""));
                first.readAnswer();
                try (RawClient second = RawClient.connect(rig.port())) {
                    assertThat(second.readAll()).startsWith("HTTP/1.1 503 ").contains("\r\nRetry-After: 1\r\n");
                }
                ListenerRig.await("the second's end", () -> rig.listeners.openConnections() == 1);
                assertThat(rig.refused).hasValue(1);
            }
            rig.awaitBaseline();
            try (RawClient third = RawClient.connect(rig.port())) {
                third.send(get("/", ""));
                assertThat(third.readAnswer()).startsWith("HTTP/1.1 200 ");
            }
        }
    }

    @Test
    void draining_closes_the_idle_and_lets_the_busy_end() throws Exception {
        try (ListenerRig rig = rig(ListenerRig.LIMITS);
                RawClient idle = RawClient.connect(rig.port());
                RawClient busy = RawClient.connect(rig.port())) {
            idle.send(get("/idle", ""));
            handler.answer("x");
            idle.readAnswer();
            busy.send(get("/busy", ""));
            ListenerRig.await("the request", () -> !handler.waiting.isEmpty());
            var drained = rig.listeners.drain().toCompletableFuture();
            assertThat(idle.readAll()).isEmpty();
            assertThat(drained).isNotDone();
            handler.answer("the end");
            assertThat(busy.readAll()).contains("\r\nConnection: close\r\n").endsWith("the end");
            drained.get(15, TimeUnit.SECONDS);
        }
    }

    @Test
    void an_answer_that_begins_after_the_drain_has_is_the_last_of_its_connection() throws Exception {
        try (ListenerRig rig = rig(ListenerRig.LIMITS);
                RawClient busy = RawClient.connect(rig.port())) {
            busy.send(get("/busy", ""));
            ClientExchange exchange = handler.next();
            // On the connection's thread, so that the connection can't have been told of the drain meanwhile.
            exchange.ioThread().execute(() -> {
                rig.listeners.drain();
                RecordingHandler.send(exchange, "the end");
            });
            assertThat(busy.readAll()).contains("\r\nConnection: close\r\n").endsWith("the end");
        }
    }

    @Test
    void draining_waits_for_no_head_that_is_not_whole() throws Exception {
        try (ListenerRig rig = rig(ListenerRig.LIMITS);
                RawClient first = RawClient.connect(rig.port());
                RawClient later = RawClient.connect(rig.port());
                RawClient preface = RawClient.connect(rig.port())) {
            first.send("GET / HTTP/1.1\r\nHo");
            later.send(get("/", ""));
            handler.answer("x");
            later.readAnswer();
            later.send("GE");
            preface.send("PRI * H");
            ListenerRig.await("the connections", () -> rig.listeners.openConnections() == 3);
            var drained = rig.listeners.drain().toCompletableFuture();
            drained.get(15, TimeUnit.SECONDS);
            assertThat(handler.waiting).isEmpty();
        }
    }

    @Test
    void long_targets_and_heads_reach_the_handler_byte_for_byte() throws Exception {
        RecordingHandler recording = new RecordingHandler();
        try (ListenerRig rig = new ListenerRig(ListenerRig.LIMITS, recording);
                RawClient client = RawClient.connect(rig.port())) {
            StringBuilder many = new StringBuilder("/v?id=0");
            for (int i = 1; i <= 1500; i++) {
                many.append("&id=").append(i);
            }
            String[] targets = {
                many.toString(),
                "/v?id=" + "0xab,".repeat(20_000),
                "/?x=%zz",
                "/%",
                "/a|b",
                "/a\"b",
                "/\u00c3\u00a9",
                "/?a=[1]",
                "//..//%2e%2e/;a=b?&&="
            };
            for (String target : targets) {
                client.send(get(target, ""));
                assertThat(client.readAnswer()).as(target).startsWith("HTTP/1.1 200 ");
                assertThat(recording.next().target()).isEqualTo(target);
            }
            client.send("GET http://A/p?q HTTP/1.1\r\nHost: a\r\n\r\n");
            assertThat(client.readAnswer()).startsWith("HTTP/1.1 200 ");
            assertThat(recording.next().target()).isEqualTo("/p?q");
            client.send("OPTIONS * HTTP/1.1\r\nHost:\r\n\r\n");
            assertThat(client.readAnswer()).endsWith("OPTIONS 0");
            assertThat(recording.next().target()).isEqualTo("*");
            StringBuilder fields = new StringBuilder();
            for (int i = 0; i < 250; i++) {
                fields.append("X-").append(i).append(": y\r\n");
            }
            client.send(get("/", fields.toString() + "Big: " + "z".repeat(60_000) + "\r\n"));
            assertThat(client.readAnswer()).startsWith("HTTP/1.1 200 ");
            RecordingHandler.Seen seen = recording.next();
            assertThat(seen.headers().size()).isEqualTo(252);
            assertThat(seen.headers().getFirst("Big")).hasSize(60_000);
        }
    }

    @Test
    void aborted_chunked_posts_leave_nothing_behind() throws Exception {
        try (ListenerRig rig = new ListenerRig(ListenerRig.LIMITS, new RecordingHandler())) {
            String[] cuts = {"5", "5\r\nhel", "5\r\nhello\r\n", "5\r\nhello\r\n0\r\nX"};
            for (int i = 0; i < 10_000; i++) {
                RawClient client = RawClient.connect(rig.port());
                client.send("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n" + cuts[i % 4]);
                client.reset();
            }
            rig.awaitBaseline();
        }
    }

    @Test
    void no_bytes_do_any_harm() throws Exception {
        String[] seeds = {
            get("/a", "X: y\r\n"),
            "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n5;a=b\r\nhello\r\n0\r\nT: u\r\n\r\n",
            "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\nabc",
            FrameClient.PREFACE + "\0\0\0\4\0\0\0\0\0\0\0\5\1\5\0\0\0\1\u0082\u0086\u0084A\0"
        };
        try (ListenerRig rig = new ListenerRig(ListenerRig.quick(QUICK), new RecordingHandler())) {
            for (long seed = 1; seed <= 400; seed++) {
                Random random = new Random(seed);
                StringBuilder bytes = new StringBuilder();
                for (int i = 0; i <= random.nextInt(3); i++) {
                    bytes.append(seeds[random.nextInt(seeds.length)]);
                }
                for (int i = random.nextInt(4); i > 0; i--) {
                    bytes.setCharAt(random.nextInt(bytes.length()), (char) random.nextInt(256));
                }
                try (RawClient client = RawClient.connect(rig.port())) {
                    client.send(bytes.toString());
                }
            }
            rig.awaitBaseline();
            try (RawClient client = RawClient.connect(rig.port())) {
                client.send(get("/", ""));
                assertThat(client.readAnswer()).startsWith("HTTP/1.1 200 ");
            }
        }
    }

    private static FieldBlock link() {
        FieldBlock fields = new FieldBlock();
        fields.add("Link", "</a>");
        return fields;
    }
}
