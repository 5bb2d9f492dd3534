package io.ethryx.server.listener.http1;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ethryx.server.fields.FieldBlock;
import io.ethryx.server.fields.KnownField;
import io.ethryx.server.listener.ClientAnswer;
import io.ethryx.server.listener.ClientExchange;
import io.ethryx.server.listener.ClientTunnel;
import io.ethryx.server.listener.ExchangeHandler;
import io.ethryx.server.listener.ListenerRig;
import io.ethryx.server.listener.RecordingHandler;
import io.ethryx.server.listener.TakenConnection;
import io.ethryx.server.testing.RawClient;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.xnio.IoUtils;

/** A connection that is taken for another protocol: what its taker gets, and how it ends. */
class TakeOverTest {

    private static final String UPGRADE = "GET /t HTTP/1.1\r\nHost: a\r\nConnection: upgrade\r\nUpgrade: echo\r\n\r\n";

    private final BlockingQueue<String> heard = new LinkedBlockingQueue<>();

    /** Takes each connection and sends back, in upper case, what comes. */
    private final ExchangeHandler echo = exchange -> {
        exchange.whenGone(() -> heard.add("gone"));
        exchange.whenEnded(() -> heard.add(
                "ended " + exchange.target() + exchange.requestFields().has(KnownField.UPGRADE)));
        switchProtocols(exchange);
        new Echo(exchange);
    };

    private static void switchProtocols(ClientExchange exchange) {
        FieldBlock fields = new FieldBlock();
        fields.add("Upgrade", "echo");
        fields.add("Connection", "Upgrade");
        exchange.answer().begin(101, fields, ClientAnswer.NO_BODY);
        try {
            assertThat(exchange.answer().flush()).isTrue();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private final class Echo implements ClientTunnel {

        private final TakenConnection taken;
        private final ByteBuffer buffer = ByteBuffer.allocate(1000);

        Echo(ClientExchange exchange) {
            taken = exchange.takeOver(this);
            taken.connection().getSourceChannel().setReadListener(channel -> read());
            send(taken.early());
            taken.connection().getSourceChannel().resumeReads();
        }

        private void read() {
            try {
                int read = taken.connection().getSourceChannel().read(buffer.clear());
                if (read < 0) {
                    IoUtils.safeClose(taken.connection());
                } else {
                    send(buffer.flip());
                }
            } catch (IOException e) {
                IoUtils.safeClose(taken.connection());
            }
        }

        private void send(ByteBuffer bytes) {
            String text = StandardCharsets.US_ASCII.decode(bytes).toString().toUpperCase(Locale.ROOT);
            write(text);
        }

        private void write(String text) {
            try {
                taken.connection().getSinkChannel().write(ByteBuffer.wrap(text.getBytes(StandardCharsets.US_ASCII)));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        @Override
        public void drain() {
            write("bye");
            IoUtils.safeClose(taken.connection());
        }

        @Override
        public void closeNow() {
            heard.add("cut");
        }
    }

    private String next() throws InterruptedException {
        return heard.poll(15, TimeUnit.SECONDS);
    }

    @Test
    void early_bytes_and_later_ones_belong_to_the_taker() throws Exception {
        try (ListenerRig rig = new ListenerRig(ListenerRig.LIMITS, echo);
                RawClient client = RawClient.connect(rig.port())) {
            client.send(UPGRADE + "early");
            assertThat(client.readUntil("\r\n\r\n"))
                    .isEqualTo("HTTP/1.1 101 Switching Protocols\r\nUpgrade: echo\r\nConnection: Upgrade\r\n\r\n");
            assertThat(client.readBytes(5)).isEqualTo("EARLY");
            client.send("GET / HTTP/1.1\r\n\r\n");
            assertThat(client.readUntil("\r\n\r\n")).isEqualTo("GET / HTTP/1.1\r\n\r\n");
            assertThat(heard).isEmpty();
            client.shutdownOutput();
            assertThat(client.readAll()).isEmpty();
            assertThat(next()).isEqualTo("ended /ttrue");
            assertThat(heard).isEmpty();
        }
    }

    @Test
    void a_tunnel_is_asked_to_end_when_its_listener_drains() throws Exception {
        try (ListenerRig rig = new ListenerRig(ListenerRig.LIMITS, echo);
                RawClient client = RawClient.connect(rig.port())) {
            client.send(UPGRADE);
            client.readUntil("\r\n\r\n");
            rig.listeners.drain();
            assertThat(client.readAll()).isEqualTo("bye");
            assertThat(next()).isEqualTo("ended /ttrue");
        }
    }

    @Test
    void a_tunnel_is_cut_when_its_listener_closes() throws Exception {
        try (ListenerRig rig = new ListenerRig(ListenerRig.LIMITS, echo);
                RawClient client = RawClient.connect(rig.port())) {
            client.send(UPGRADE);
            client.readUntil("\r\n\r\n");
            client.send("x");
            assertThat(client.readBytes(1)).isEqualTo("X");
            rig.listeners.close();
            assertThatThrownBy(client::readAll).isInstanceOf(IOException.class);
            assertThat(next()).isEqualTo("cut");
            assertThat(next()).isEqualTo("ended /ttrue");
        }
    }

    @Test
    void nothing_is_taken_before_a_101_is_out() throws Exception {
        BlockingQueue<Throwable> refused = new LinkedBlockingQueue<>();
        ExchangeHandler early = exchange -> {
            try {
                exchange.takeOver(new ClientTunnel() {
                    @Override
                    public void drain() {}

                    @Override
                    public void closeNow() {}
                });
            } catch (IllegalStateException e) {
                refused.add(e);
            }
            RecordingHandler.send(exchange, "no");
        };
        try (ListenerRig rig = new ListenerRig(ListenerRig.LIMITS, early);
                RawClient client = RawClient.connect(rig.port())) {
            client.send(UPGRADE);
            assertThat(client.readAnswer()).endsWith("no");
            assertThat(refused).hasSize(1);
        }
    }
}
