package io.ethryx.server.listener.http2;

import static org.assertj.core.api.Assertions.assertThat;

import io.ethryx.server.fields.KnownField;
import io.ethryx.server.listener.ExchangeHandler;
import io.ethryx.server.listener.ListenerRig;
import io.ethryx.server.listener.RecordingHandler;
import io.ethryx.server.testing.FrameClient;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Extended CONNECT (RFC 8441): what is offered, what is taken for one, and what {@code :protocol} may not do. */
class ExtendedConnectTest {

    private static final int PROTOCOL_ERROR = 1;

    /** Answers with what the exchange looks like. */
    private final ExchangeHandler mirror = exchange -> RecordingHandler.send(
            exchange,
            exchange.method() + " " + exchange.protocol() + " " + exchange.target() + " "
                    + exchange.requestFields().value(KnownField.HOST));

    private static byte[] connect(String... more) {
        return FrameClient.head("CONNECT", "/v1?x=1", more);
    }

    @Test
    void the_first_settings_offer_it() throws Exception {
        try (ListenerRig rig = new ListenerRig(ListenerRig.LIMITS, mirror);
                FrameClient client = FrameClient.connect(rig.port())) {
            FrameClient.Frame first = client.next();
            assertThat(first.type()).isEqualTo(FrameClient.SETTINGS);
            ByteBuffer settings = ByteBuffer.wrap(first.payload());
            List<String> said = new ArrayList<>();
            while (settings.hasRemaining()) {
                said.add(settings.getShort() + "=" + settings.getInt());
            }
            assertThat(said).contains("8=1");
        }
    }

    @Test
    void it_comes_as_a_get_that_knows_its_protocol() throws Exception {
        try (ListenerRig rig = new ListenerRig(ListenerRig.LIMITS, mirror);
                FrameClient client = FrameClient.connect(rig.port())) {
            client.frame(FrameClient.HEADERS, FrameClient.END_HEADERS, 1, withProtocol("websocket"));
            assertThat(client.answer(1)).isEqualTo("200 GET websocket /v1?x=1 a");
        }
    }

    @Test
    void nothing_else_makes_a_request_one() throws Exception {
        try (ListenerRig rig = new ListenerRig(ListenerRig.LIMITS, mirror);
                FrameClient client = FrameClient.connect(rig.port())) {
            client.get(1, "/", "protocol", "websocket", "sec-websocket-version", "13");
            assertThat(client.answer(1)).isEqualTo("200 GET null / a");
            client.frame(FrameClient.HEADERS, FrameClient.END_HEADERS, 3, withProtocol("websocket"));
            assertThat(client.answer(3)).startsWith("200 GET websocket");
            client.get(5, "/");
            assertThat(client.answer(5)).isEqualTo("200 GET null / a");
        }
    }

    @Test
    void misuse_of_the_protocol_field_is_an_error_of_its_stream_alone() throws Exception {
        List<byte[]> misused = List.of(
                FrameClient.head("GET", "/", ":protocol", "websocket"),
                FrameClient.head("POST", "/", ":protocol", "websocket"),
                connect(":protocol", "websocket", ":protocol", "websocket"),
                connect("sec-websocket-version", "13", ":protocol", "websocket"),
                connect(":protocol", ""),
                connect(":protocol", "web socket"),
                connect(":protocol", "websocket", "content-length", "3"),
                connect(),
                FrameClient.block(":method", "CONNECT", ":authority", "a", ":protocol", "websocket"),
                FrameClient.block(":method", "CONNECT", ":scheme", "http", ":path", "/", ":protocol", "websocket"),
                FrameClient.block(":method", "CONNECT", ":scheme", "http", ":authority", "a", ":protocol", "websocket"),
                FrameClient.block(":method", "CONNECT", ":path", "/", ":authority", "a", ":protocol", "websocket"),
                FrameClient.head("CONNECT", "*", ":protocol", "websocket"));
        try (ListenerRig rig = new ListenerRig(ListenerRig.LIMITS, mirror);
                FrameClient client = FrameClient.connect(rig.port())) {
            int stream = 1;
            for (byte[] head : misused) {
                client.frame(FrameClient.HEADERS, FrameClient.END_HEADERS, stream, head);
                assertThat(client.answer(stream)).as(Arrays.toString(head)).isEqualTo("reset " + PROTOCOL_ERROR);
                stream += 2;
            }
            client.get(stream, "/fine");
            assertThat(client.answer(stream)).isEqualTo("200 GET null /fine a");
        }
    }

    @Test
    void trailers_may_not_name_a_protocol() throws Exception {
        try (ListenerRig rig = new ListenerRig(ListenerRig.LIMITS, new RecordingHandler());
                FrameClient client = FrameClient.connect(rig.port())) {
            client.post(1, "/");
            client.frame(
                    FrameClient.HEADERS,
                    FrameClient.END_HEADERS | FrameClient.END_STREAM,
                    1,
                    FrameClient.block(":protocol", "websocket"));
            assertThat(client.answer(1)).isEqualTo("reset " + PROTOCOL_ERROR);
            client.get(3, "/");
            assertThat(client.answer(3)).isEqualTo("200 GET 0");
        }
    }

    private static byte[] withProtocol(String protocol) {
        return connect(":protocol", protocol, "sec-websocket-version", "13");
    }
}
