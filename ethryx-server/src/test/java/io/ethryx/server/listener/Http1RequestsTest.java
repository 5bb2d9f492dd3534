package io.ethryx.server.listener;

import static org.assertj.core.api.Assertions.assertThat;

import io.ethryx.server.testing.RawClient;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class Http1RequestsTest {

    private final RecordingHandler handler = new RecordingHandler();
    private ListenerRig rig;

    @BeforeEach
    void listen() throws Exception {
        rig = new ListenerRig(ListenerRig.LIMITS, handler);
    }

    @AfterEach
    void back_at_the_baseline() throws Exception {
        rig.close();
    }

    @Test
    void requests_follow_each_other_on_one_connection() throws Exception {
        try (RawClient client = RawClient.connect(rig.port())) {
            for (int i = 0; i < 3; i++) {
                client.send("GET /a?b=" + i + " HTTP/1.1\r\nHost: a\r\n\r\n");
                assertThat(client.readAnswer())
                        .startsWith("HTTP/1.1 200 OK\r\n")
                        .endsWith("GET 0");
                assertThat(handler.next().target()).isEqualTo("/a?b=" + i);
            }
            client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nhello");
            assertThat(client.readAnswer()).endsWith("POST 5");
            assertThat(handler.next().body()).isEqualTo("hello");
        }
    }

    @Test
    void pipelined_requests_are_answered_in_order() throws Exception {
        try (RawClient client = RawClient.connect(rig.port())) {
            client.send("GET /1 HTTP/1.1\r\nHost: a\r\n\r\n"
                    + "POST /2 HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n3;x=y\r\nabc\r\n0\r\nX-T: v\r\n\r\n"
                    + "POST /3 HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\nhi"
                    + "\r\nGET /4 HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n");
            assertThat(client.readAnswer()).endsWith("GET 0");
            assertThat(client.readAnswer()).endsWith("POST 3");
            assertThat(client.readAnswer()).endsWith("POST 2");
            assertThat(client.readAll()).contains("\r\nConnection: close\r\n").endsWith("GET 0");
            assertThat(handler.next().target()).isEqualTo("/1");
            RecordingHandler.Seen second = handler.next();
            assertThat(second.body()).isEqualTo("abc");
            assertThat(second.length()).isEqualTo(-1);
            assertThat(second.trailers().getFirst("X-T")).isEqualTo("v");
        }
    }
}
