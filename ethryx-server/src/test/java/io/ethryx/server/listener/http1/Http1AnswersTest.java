package io.ethryx.server.listener.http1;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ethryx.server.fields.FieldBlock;
import io.ethryx.server.listener.ClientAnswer;
import io.ethryx.server.listener.ClientExchange;
import io.ethryx.server.listener.ExchangeHandler;
import io.ethryx.server.listener.ListenerRig;
import io.ethryx.server.listener.RecordingHandler;
import io.ethryx.server.testing.RawClient;
import io.ethryx.server.testing.StoppedThread;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Random;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What answers over HTTP/1.1 look like: their framing, and what says whether the connection lives on. */
class Http1AnswersTest {

    private static final String GET = "GET / HTTP/1.1\r\nHost: a\r\n\r\n";

    /** Writes a body in pieces, each as soon as the client takes the one before, and some with a flush between. */
    private static final class Pieces implements Runnable {

        private final ClientExchange exchange;
        private final byte[] body;
        private final Random random;
        private ByteBuffer piece = ByteBuffer.allocate(0);
        private int at;

        Pieces(ClientExchange exchange, byte[] body, long seed) {
            this.exchange = exchange;
            this.body = body;
            this.random = new Random(seed);
        }

        @Override
        public void run() {
            ClientAnswer answer = exchange.answer();
            try {
                while (piece.hasRemaining() || at < body.length) {
                    if (!piece.hasRemaining()) {
                        nextPiece();
                    }
                    int taken =
                            at == body.length && random.nextBoolean() ? answer.writeLast(piece) : answer.write(piece);
                    if (taken == 0 || (random.nextInt(4) == 0 && at < body.length && !answer.flush())) {
                        waitForClient(answer);
                        return;
                    }
                }
                answer.end();
                if (!answer.flush()) {
                    waitForClient(answer);
                }
            } catch (IOException e) {
                exchange.abort();
            }
        }

        private void nextPiece() {
            int most = random.nextBoolean() ? 100 : random.nextBoolean() ? 5000 : 100_000;
            int length = Math.min(body.length - at, 1 + random.nextInt(most));
            piece = ByteBuffer.wrap(body, at, length);
            at += length;
        }

        private void waitForClient(ClientAnswer answer) {
            answer.whenWritable(this);
            answer.want(true);
        }
    }

    @Test
    void a_short_answer_that_is_whole_is_handed_over_at_the_end_of_the_round_and_its_exchange_ends_then()
            throws Exception {
        BlockingQueue<String> events = new LinkedBlockingQueue<>();
        ExchangeHandler handler = exchange -> {
            exchange.whenEnded(() -> events.add("ended"));
            try {
                exchange.answer().begin(200, new FieldBlock(), 2);
                exchange.answer().writeLast(ByteBuffer.wrap(new byte[] {'o', 'k'}));
                events.add("flushed " + exchange.answer().flush() + " " + exchange.hasEnded());
                events.add("flushed " + exchange.answer().flush() + " " + exchange.hasEnded());
            } catch (IOException e) {
                events.add("broken");
            }
        };
        try (ListenerRig rig = new ListenerRig(ListenerRig.LIMITS, handler);
                RawClient client = RawClient.connect(rig.port())) {
            for (int i = 0; i < 2; i++) {
                client.send(GET);
                assertThat(client.readAnswer()).endsWith("\r\n\r\nok");
                assertThat(events.poll(15, TimeUnit.SECONDS)).isEqualTo("flushed false false");
                assertThat(events.poll(15, TimeUnit.SECONDS)).isEqualTo("flushed false false");
                assertThat(events.poll(15, TimeUnit.SECONDS)).isEqualTo("ended");
            }
        }
    }

    /** Twenty times, as it depends on which of two sockets that are ready at once is served first. */
    @Test
    void a_client_that_says_it_leaves_in_the_round_in_which_its_answer_became_whole_gets_it() throws Exception {
        for (int i = 0; i < 20; i++) {
            BlockingQueue<ClientExchange> held = new LinkedBlockingQueue<>();
            BlockingQueue<Boolean> answered = new LinkedBlockingQueue<>();
            ExchangeHandler handler = exchange -> {
                ClientExchange first = held.poll();
                if (first == null) {
                    exchange.whenGone(exchange::abort);
                    held.add(exchange);
                } else {
                    assertThat(exchange.ioThread()).isSameAs(first.ioThread());
                    answered.add(!first.hasEnded());
                    if (!first.hasEnded()) {
                        RecordingHandler.send(first, "to the first");
                    }
                    RecordingHandler.send(exchange, "to the other");
                }
            };
            try (ListenerRig rig = new ListenerRig(ListenerRig.LIMITS, handler);
                    RawClient first = RawClient.connect(rig.port());
                    RawClient onAnotherThread = RawClient.connect(rig.port());
                    RawClient other = RawClient.connect(rig.port())) {
                first.send(GET);
                ListenerRig.await("the request is there", () -> !held.isEmpty());
                StoppedThread standing = StoppedThread.stop(held.element().ioThread());
                first.shutdownOutput();
                other.send(GET);
                standing.goOn();
                assertThat(other.readAnswer()).endsWith("to the other");
                if (answered.take()) {
                    assertThat(first.readAll()).as("round " + i).endsWith("to the first");
                } else {
                    assertThatThrownBy(first::readAll).isInstanceOf(IOException.class);
                }
                assertThat(onAnotherThread.socket().isConnected()).isTrue();
                assertThat(rig.failures).isEmpty();
            }
        }
    }

    @Test
    void an_answer_that_is_given_up_before_the_end_of_the_round_is_not_sent() throws Exception {
        BlockingQueue<String> events = new LinkedBlockingQueue<>();
        ExchangeHandler handler = exchange -> {
            exchange.whenEnded(() -> events.add("ended"));
            RecordingHandler.send(exchange, "never");
            exchange.abort();
        };
        try (ListenerRig rig = new ListenerRig(ListenerRig.LIMITS, handler);
                RawClient client = RawClient.connect(rig.port())) {
            client.send(GET);
            assertThat(events.poll(15, TimeUnit.SECONDS)).isEqualTo("ended");
            assertThatThrownBy(client::readAll).isInstanceOf(IOException.class);
            rig.awaitBaseline();
            assertThat(events).isEmpty();
        }
    }

    @Test
    void a_client_that_asks_on_and_on_and_reads_late_gets_every_short_answer_whole_and_in_order() throws Exception {
        int calls = 8_000;
        String body = "x".repeat(3_000);
        AtomicInteger handled = new AtomicInteger();
        ExchangeHandler handler = exchange -> {
            handled.incrementAndGet();
            RecordingHandler.send(exchange, exchange.target() + body);
        };
        try (ListenerRig rig = new ListenerRig(ListenerRig.LIMITS, handler);
                RawClient client = RawClient.connect(rig.port())) {
            Thread asking = new Thread(() -> {
                StringBuilder requests = new StringBuilder();
                for (int i = 0; i < calls; i++) {
                    requests.append("GET /").append(i).append(" HTTP/1.1\r\nHost: a\r\n\r\n");
                }
                try {
                    client.send(requests.toString());
                } catch (IOException e) {
                    rig.failures.add(e);
                }
            });
            asking.start();
            ListenerRig.await("many were answered and none was read", () -> handled.get() >= 300);
            for (int i = 0; i < calls; i++) {
                String answer = client.readAnswer();
                assertThat(answer.endsWith("\r\n\r\n/" + i + body)).as(answer).isTrue();
            }
            asking.join();
            assertThat(rig.failures).isEmpty();
        }
    }

    @ParameterizedTest
    @CsvSource({"HTTP/1.1,true", "HTTP/1.1,false", "HTTP/1.0,true", "HTTP/1.0,false"})
    void a_body_in_any_pieces_comes_through_whole(String version, boolean lengthKnown) throws Exception {
        for (long seed = 1; seed <= 20; seed++) {
            long current = seed;
            byte[] body = new byte[new Random(seed).nextInt(1_000_000)];
            new Random(seed).nextBytes(body);
            for (int i = 0; i < body.length; i++) {
                body[i] = (byte) ('a' + (body[i] & 15));
            }
            ExchangeHandler handler = exchange -> {
                exchange.answer().begin(200, new FieldBlock(), lengthKnown ? body.length : ClientAnswer.UNKNOWN_LENGTH);
                new Pieces(exchange, body, current).run();
            };
            try (ListenerRig rig = new ListenerRig(ListenerRig.LIMITS, handler);
                    RawClient client = RawClient.connect(rig.port())) {
                client.send("GET / " + version + "\r\nHost: a\r\nConnection: close\r\n\r\n");
                String answer = client.readAll();
                int head = answer.indexOf("\r\n\r\n") + 4;
                boolean chunked = answer.substring(0, head).contains("\r\nTransfer-Encoding: chunked\r\n");
                assertThat(chunked).isEqualTo(!lengthKnown && version.equals("HTTP/1.1"));
                String received = answer.substring(head);
                assertThat(chunked ? unchunked(received) : received)
                        .as("seed " + seed)
                        .isEqualTo(new String(body, StandardCharsets.ISO_8859_1));
            }
        }
    }

    private static String unchunked(String framed) {
        StringBuilder body = new StringBuilder();
        int at = 0;
        while (true) {
            int line = framed.indexOf("\r\n", at);
            int length = Integer.parseInt(framed.substring(at, line), 16);
            body.append(framed, line + 2, line + 2 + length);
            assertThat(framed.substring(line + 2 + length)).startsWith("\r\n");
            at = line + 4 + length;
            if (length == 0) {
                assertThat(at).isEqualTo(framed.length());
                return body.toString();
            }
        }
    }

    @Test
    void the_date_is_told_once_and_is_of_now() throws Exception {
        ExchangeHandler handler = exchange -> {
            FieldBlock fields = new FieldBlock();
            if (exchange.target().equals("/own")) {
                fields.add("date", "Thu, 01 Jan 1970 00:00:00 GMT");
            }
            exchange.answer().begin(204, fields, ClientAnswer.NO_BODY);
            end(exchange);
        };
        try (ListenerRig rig = new ListenerRig(ListenerRig.LIMITS, handler);
                RawClient client = RawClient.connect(rig.port())) {
            client.send("GET /own HTTP/1.1\r\nHost: a\r\n\r\n");
            assertThat(client.readAnswer())
                    .isEqualTo("HTTP/1.1 204 No Content\r\ndate: Thu, 01 Jan 1970 00:00:00 GMT\r\n\r\n");
            ZonedDateTime before = ZonedDateTime.now(ZoneOffset.UTC).minusSeconds(1);
            client.send(GET);
            String answer = client.readAnswer();
            String date = answer.substring(answer.indexOf("Date: ") + 6, answer.indexOf("GMT") + 3);
            assertThat(ZonedDateTime.parse(date, DateTimeFormatter.RFC_1123_DATE_TIME))
                    .isAfter(before)
                    .isBefore(ZonedDateTime.now(ZoneOffset.UTC).plusSeconds(1));
        }
    }

    private static void end(ClientExchange exchange) {
        try {
            exchange.answer().end();
            exchange.answer().flush();
        } catch (IOException e) {
            exchange.abort();
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void a_fault_of_the_handler_is_500_and_no_one_waits_for_ever(boolean later) throws Exception {
        BlockingQueue<String> ended = new LinkedBlockingQueue<>();
        ExchangeHandler handler = exchange -> {
            exchange.whenEnded(() -> ended.add(exchange.target() + " " + exchange.refusedWith()));
            if (!later) {
                throw new IllegalStateException("on purpose");
            }
            exchange.body().whenReadable(() -> {
                throw new IllegalStateException("on purpose");
            });
            exchange.body().want(true);
        };
        ListenerRig rig = new ListenerRig(ListenerRig.LIMITS, handler);
        try (RawClient client = RawClient.connect(rig.port())) {
            client.send("POST /f HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\nabc");
            assertThat(client.readAll()).startsWith("HTTP/1.1 500 ").contains("\r\nConnection: close\r\n");
            assertThat(ended.poll(15, TimeUnit.SECONDS)).isEqualTo("/f 500");
            assertThat(rig.failures.poll(15, TimeUnit.SECONDS)).hasMessage("on purpose");
        } finally {
            rig.close();
        }
    }

    @Test
    void a_body_shorter_than_its_length_is_cut() throws Exception {
        ExchangeHandler handler = exchange -> {
            exchange.answer().begin(200, new FieldBlock(), 10);
            try {
                exchange.answer().writeLast(ByteBuffer.wrap(new byte[3]));
                exchange.answer().flush();
            } catch (IOException expected) {
                assertThat(exchange.hasEnded()).isTrue();
            }
        };
        try (ListenerRig rig = new ListenerRig(ListenerRig.LIMITS, handler);
                RawClient client = RawClient.connect(rig.port())) {
            client.send(GET);
            assertThatThrownBy(client::readAll).isInstanceOf(IOException.class);
        }
    }

    @Test
    void a_body_that_came_with_its_head_and_that_nobody_reads_does_not_end_the_connection() throws Exception {
        ExchangeHandler handler = exchange -> RecordingHandler.send(exchange, exchange.target());
        try (ListenerRig rig = new ListenerRig(ListenerRig.LIMITS, handler);
                RawClient client = RawClient.connect(rig.port())) {
            client.send("POST /1 HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\nabc"
                    + "POST /2 HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n"
                    + "GET /3 HTTP/1.1\r\nHost: a\r\n\r\n");
            assertThat(client.readAnswer()).endsWith("/1");
            assertThat(client.readAnswer()).endsWith("/2");
            assertThat(client.readAnswer()).endsWith("/3");
            client.send("POST /4 HTTP/1.1\r\nHost: a\r\nContent-Length: 30\r\n\r\nabc");
            assertThat(client.readAll()).contains("\r\nConnection: close\r\n").endsWith("/4");
        }
    }
}
