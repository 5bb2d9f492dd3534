package io.ethryx.server.access;

import static org.assertj.core.api.Assertions.assertThat;

import io.ethryx.server.budget.ByteBudget;
import io.ethryx.server.config.ListenAddress;
import io.ethryx.server.fields.FieldBlock;
import io.ethryx.server.io.IoRuntime;
import io.ethryx.server.io.SizedBuffers;
import io.ethryx.server.listener.DeclinedConnect;
import io.ethryx.server.listener.InboundLimits;
import io.ethryx.server.listener.ListenerEvents;
import io.ethryx.server.listener.ListenerSettings;
import io.ethryx.server.listener.Peer;
import io.ethryx.server.listener.WholeAnswer;
import io.ethryx.server.listener.accept.Listeners;
import io.ethryx.server.testing.RawClient;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What real requests claim; all of them have a loopback peer. */
@Timeout(60)
final class OperatorClaimTest {

    private final BlockingQueue<OperatorClaim> claims = new LinkedBlockingQueue<>();
    private IoRuntime io;
    private Listeners listeners;

    @BeforeEach
    void listen() throws Exception {
        io = IoRuntime.start(SizedBuffers.ofTheHeap());
        listeners = Listeners.bind(
                List.of(ListenAddress.parse("127.0.0.1:0")),
                new ListenerSettings(
                        InboundLimits.DEFAULT,
                        exchange -> {
                            claims.add(OperatorClaim.of(exchange));
                            WholeAnswer.send(exchange, 204, new FieldBlock(), ByteBuffer.allocate(0));
                        },
                        io.resources(),
                        ByteBudget.ofTheHeap(8),
                        new Silent()));
        listeners.start();
    }

    @AfterEach
    void close() {
        listeners.close();
        io.close();
    }

    private OperatorClaim claim(String... fields) throws Exception {
        try (RawClient client = RawClient.connect(listeners.addresses().get(0).getPort())) {
            client.send("GET / HTTP/1.1\r\n" + String.join("\r\n", fields) + "\r\n\r\n");
            return claims.poll(30, TimeUnit.SECONDS);
        }
    }

    @Test
    void a_plain_call_of_a_loopback_host_is_local() throws Exception {
        OperatorClaim claim = claim("Host: 127.0.0.1");
        assertThat(claim.local()).isTrue();
        assertThat(claim.peer()).isEqualTo("127.0.0.1");
        assertThat(claim.token()).isNull();
    }

    @Test
    void a_call_of_another_host_is_not_whatever_its_peer() throws Exception {
        assertThat(claim("Host: rebound.example").local()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Forwarded: for=192.0.2.1",
                "X-Forwarded-For: 192.0.2.1",
                "x-forwarded-prefix: /a",
                "X-FORWARDED-HOST: a",
                "Via: 1.1 proxy",
                "Origin: http://127.0.0.1",
                "Origin: null"
            })
    void a_word_of_a_proxy_or_a_page_makes_it_not_local(String field) throws Exception {
        assertThat(claim("Host: 127.0.0.1", field).local()).isFalse();
    }

    @Test
    void a_token_is_read_whatever_the_case_of_its_scheme() throws Exception {
        assertThat(claim("Host: a", "Authorization: bEARER  t0ken").token()).isEqualTo("t0ken");
    }

    @Test
    void another_scheme_is_no_token() throws Exception {
        assertThat(claim("Host: a", "Authorization: Basic dXNlcjp0").token()).isNull();
    }

    @Test
    void of_two_tokens_none_counts() throws Exception {
        assertThat(claim("Host: a", "Authorization: Bearer a", "Authorization: Bearer b")
                        .token())
                .isNull();
    }

    /** Hears of connections and has nothing to say. */
    private static final class Silent implements ListenerEvents {

        @Override
        public void connectionOpened(Peer peer) {}

        @Override
        public void connectionClosed(Peer peer) {}

        @Override
        public void connectionRefused() {}

        @Override
        public void connectDeclined(DeclinedConnect declined) {}

        @Override
        public void acceptFailed(ListenAddress address, IOException cause) {}

        @Override
        public void connectionFailed(Throwable cause) {}
    }
}
