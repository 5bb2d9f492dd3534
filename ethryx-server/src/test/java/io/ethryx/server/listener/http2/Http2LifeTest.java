package io.ethryx.server.listener.http2;

import static org.assertj.core.api.Assertions.assertThat;

import io.ethryx.server.fields.FieldBlock;
import io.ethryx.server.listener.ClientExchange;
import io.ethryx.server.listener.ExchangeHandler;
import io.ethryx.server.listener.InboundLimits;
import io.ethryx.server.listener.ListenerRig;
import io.ethryx.server.listener.RecordingHandler;
import io.ethryx.server.testing.FrameClient;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

/** How HTTP/2 streams and connections live and end. */
class Http2LifeTest {

    private static final Duration QUICK = Duration.ofMillis(300);

    private final BlockingQueue<ClientExchange> waiting = new LinkedBlockingQueue<>();
    private final BlockingQueue<String> gone = new LinkedBlockingQueue<>();
    private final BlockingQueue<String> ended = new LinkedBlockingQueue<>();
    private final ExchangeHandler handler = exchange -> {
        exchange.whenGone(() -> gone.add(exchange.target()));
        exchange.whenEnded(() -> ended.add(exchange.target()));
        waiting.add(exchange);
    };

    private ClientExchange next() throws InterruptedException {
        ClientExchange exchange = waiting.poll(15, TimeUnit.SECONDS);
        assertThat(exchange).isNotNull();
        return exchange;
    }

    private static String take(BlockingQueue<String> queue) throws InterruptedException {
        return queue.poll(15, TimeUnit.SECONDS);
    }

    @Test
    void a_reset_or_a_lost_connection_means_that_the_client_has_gone() throws Exception {
        try (ListenerRig rig = new ListenerRig(ListenerRig.LIMITS, handler)) {
            FrameClient client = FrameClient.connect(rig.port());
            client.get(1, "/reset").get(3, "/lost").post(5, "/lost-too");
            next();
            next();
            next();
            client.reset(1, 8);
            assertThat(take(gone)).isEqualTo("/reset");
            assertThat(take(ended)).isEqualTo("/reset");
            client.close();
            assertThat(take(gone)).startsWith("/lost");
            assertThat(take(gone)).startsWith("/lost");
            assertThat(take(ended)).startsWith("/lost");
            assertThat(take(ended)).startsWith("/lost");
        }
    }

    @Test
    void the_host_is_the_authority_or_what_stands_in_for_it() throws Exception {
        BlockingQueue<String> hosts = new LinkedBlockingQueue<>();
        try (ListenerRig rig = new ListenerRig(ListenerRig.LIMITS, exchange -> {
                    hosts.add(String.valueOf(exchange.host()));
                    RecordingHandler.send(exchange, "fine");
                });
                FrameClient client = FrameClient.connect(rig.port())) {
            String[] head = {":method", "GET", ":scheme", "http", ":path", "/"};
            int stream = 1;
            for (String[] field : new String[][] {{":authority", "a:1"}, {"host", "b"}, {}}) {
                String[] all = Arrays.copyOf(head, head.length + field.length);
                System.arraycopy(field, 0, all, head.length, field.length);
                client.frame(FrameClient.HEADERS, 5, stream, FrameClient.block(all));
                assertThat(client.answer(stream)).isEqualTo("200 fine");
                stream += 2;
            }
        }
        assertThat(hosts).containsExactly("a:1", "b", "null");
    }

    @Test
    void a_fault_of_the_handler_is_500_and_the_connection_lives() throws Exception {
        try (ListenerRig rig = new ListenerRig(ListenerRig.LIMITS, exchange -> {
                    if (exchange.target().equals("/fault")) {
                        throw new StackOverflowError("on purpose");
                    }
                    RecordingHandler.send(exchange, "fine");
                });
                FrameClient client = FrameClient.connect(rig.port())) {
            client.get(1, "/fault");
            assertThat(client.answer(1)).isEqualTo("500");
            client.get(3, "/");
            assertThat(client.answer(3)).isEqualTo("200 fine");
            assertThat(rig.failures.poll(15, TimeUnit.SECONDS)).hasMessage("on purpose");
        }
    }

    @Test
    void a_fault_while_a_body_is_read_ends_the_connection_and_no_one_waits_for_ever() throws Exception {
        BlockingQueue<String> over = new LinkedBlockingQueue<>();
        try (ListenerRig rig = new ListenerRig(ListenerRig.LIMITS, exchange -> {
                    exchange.whenEnded(() -> over.add(exchange.target()));
                    exchange.body().whenReadable(() -> {
                        throw new StackOverflowError("on purpose");
                    });
                    exchange.body().want(true);
                });
                FrameClient client = FrameClient.connect(rig.port())) {
            client.post(1, "/fault").data(1, "abc", true);
            assertThat(take(over)).isEqualTo("/fault");
            while (client.next() != null) {
                // What was on its way.
            }
            assertThat(rig.failures.poll(15, TimeUnit.SECONDS)).hasMessage("on purpose");
        }
    }

    @Test
    void an_abort_resets_the_stream_and_spares_the_others() throws Exception {
        try (ListenerRig rig = new ListenerRig(ListenerRig.LIMITS, handler);
                FrameClient client = FrameClient.connect(rig.port())) {
            client.get(1, "/a");
            ClientExchange first = next();
            first.ioThread().execute(() -> first.abort());
            assertThat(client.answer(1)).isEqualTo("reset 2");
            assertThat(take(ended)).isEqualTo("/a");
            client.get(3, "/b");
            ClientExchange second = next();
            second.ioThread().execute(() -> RecordingHandler.send(second, "fine"));
            assertThat(client.answer(3)).isEqualTo("200 fine");
            assertThat(gone).isEmpty();
        }
    }

    @Test
    void informational_answers_go_ahead_of_the_final_one() throws Exception {
        try (ListenerRig rig = new ListenerRig(ListenerRig.LIMITS, handler);
                FrameClient client = FrameClient.connect(rig.port())) {
            client.post(1, "/", "expect", "100-continue");
            ClientExchange exchange = next();
            exchange.ioThread().execute(() -> {
                exchange.answer().sendInformational(100, new FieldBlock());
                exchange.answer().sendInformational(103, link());
            });
            FrameClient.Frame first = client.of(1);
            assertThat(client.fields(first)).containsExactly(Map.entry(":status", "100"));
            assertThat(first.ends()).isFalse();
            FrameClient.Frame second = client.of(1);
            assertThat(client.fields(second)).containsEntry(":status", "103").containsEntry("link", "</a>");
            assertThat(second.ends()).isFalse();
            client.data(1, "body", true);
            exchange.ioThread().execute(() -> RecordingHandler.send(exchange, "done"));
            assertThat(client.answer(1)).isEqualTo("200 done");
        }
    }

    @Test
    void an_answer_before_the_end_of_the_body_ends_the_exchange() throws Exception {
        try (ListenerRig rig = new ListenerRig(ListenerRig.LIMITS, handler);
                FrameClient client = FrameClient.connect(rig.port())) {
            client.post(1, "/").data(1, "some", false);
            ClientExchange exchange = next();
            exchange.ioThread().execute(() -> RecordingHandler.send(exchange, "enough"));
            assertThat(client.answer(1)).isEqualTo("200 enough");
            assertThat(client.answer(1)).isEqualTo("reset 0");
            assertThat(take(ended)).isEqualTo("/");
            client.data(1, "more", true);
            client.get(3, "/b");
            ClientExchange second = next();
            second.ioThread().execute(() -> RecordingHandler.send(second, "fine"));
            assertThat(client.answer(3)).isEqualTo("200 fine");
        }
    }

    @Test
    void a_body_that_stands_still_resets_its_stream() throws Exception {
        RecordingHandler recording = new RecordingHandler();
        try (ListenerRig rig = new ListenerRig(ListenerRig.quick(QUICK), recording);
                FrameClient client = FrameClient.connect(rig.port())) {
            client.post(1, "/").data(1, "some", false);
            assertThat(client.answer(1)).isEqualTo("reset 8");
            assertThat(recording.seen).isEmpty();
        }
    }

    @Test
    void a_body_that_only_drips_is_408_and_its_connection_lives() throws Exception {
        // It never stands still, but a megabyte a second is more than it brings.
        InboundLimits limits = new InboundLimits(
                128 * 1024,
                10_000,
                Duration.ofSeconds(60),
                Duration.ofSeconds(60),
                QUICK,
                1_000_000,
                Duration.ofSeconds(60));
        try (ListenerRig rig = new ListenerRig(limits, new RecordingHandler());
                FrameClient client = FrameClient.connect(rig.port())) {
            client.post(1, "/slow");
            FrameClient.Frame answer = drip(client);
            for (int i = 0; i < 1_500 && answer.stream() != 1; i++) {
                answer = drip(client);
            }
            assertThat(answer.stream()).as("it is answered").isEqualTo(1);
            assertThat(client.fields(answer)).containsEntry(":status", "408");
            assertThat(answer.ends()).isTrue();
            FrameClient.Frame reset = client.of(1);
            assertThat(reset.type()).isEqualTo(FrameClient.RST_STREAM);
            assertThat(reset.number()).isZero();
            client.get(3, "/");
            assertThat(client.answer(3)).isEqualTo("200 GET 0");
        }
    }

    /** One more byte, and what comes back first: something of the stream, or the PING behind it. */
    private static FrameClient.Frame drip(FrameClient client) throws Exception {
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(10));
        client.data(1, "x", false).frame(FrameClient.PING, 0, 0, new byte[8]);
        FrameClient.Frame next = client.next();
        while (next.stream() != 1 && next.type() != FrameClient.PING) {
            next = client.next();
        }
        return next;
    }

    @Test
    void an_idle_connection_gets_goaway() throws Exception {
        try (ListenerRig rig = new ListenerRig(ListenerRig.quick(QUICK), new RecordingHandler());
                FrameClient client = FrameClient.connect(rig.port())) {
            client.get(1, "/");
            assertThat(client.answer(1)).isEqualTo("200 GET 0");
            assertThat(client.next(FrameClient.GOAWAY).code()).isZero();
            assertThat(client.next()).isNull();
        }
    }

    @Test
    void streams_reset_within_their_data_leave_nothing_behind() throws Exception {
        try (ListenerRig rig = new ListenerRig(ListenerRig.LIMITS, new RecordingHandler())) {
            for (int i = 0; i < 200; i++) {
                try (FrameClient client = FrameClient.connect(rig.port())) {
                    for (int stream = 1; stream < 20; stream += 2) {
                        client.post(stream, "/")
                                .data(stream, "x".repeat(1000), false)
                                .reset(stream, 8);
                        client.data(stream, "late", false);
                    }
                    byte[] cut = FrameClient.bytes(FrameClient.DATA, 0, 21, new byte[100]);
                    client.post(21, "/");
                    client.raw.send(Arrays.copyOf(cut, 50));
                }
            }
            rig.awaitBaseline();
        }
    }

    private static FieldBlock link() {
        FieldBlock fields = new FieldBlock();
        fields.add("link", "</a>");
        return fields;
    }
}
