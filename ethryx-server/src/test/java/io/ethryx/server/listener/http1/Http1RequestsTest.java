package io.ethryx.server.listener.http1;

import static org.assertj.core.api.Assertions.assertThat;

import io.ethryx.server.listener.ListenerRig;
import io.ethryx.server.listener.RecordingHandler;
import io.ethryx.server.testing.RawClient;
import io.undertow.util.HeaderMap;
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

    @Test
    void fields_reach_the_handler_as_they_were_written() throws Exception {
        try (RawClient client = RawClient.connect(rig.port())) {
            client.send("POST / HTTP/1.1\r\nhost: a:1\r\nX-oDD:\t one \u00e9 two \t\r\nAccept:\r\nx-odd: three\r\n"
                    + "Cookie: a=1\r\nCookie: b=2\r\ncontent-length:00000000002\r\n\r\nhi");
            assertThat(client.readAnswer()).endsWith("POST 2");
            HeaderMap headers = handler.next().headers();
            assertThat(headers.get("X-Odd")).containsExactly("one \u00e9 two", "three");
            assertThat(headers.get("X-Odd").getHeaderName().toString()).isEqualTo("X-oDD");
            assertThat(headers.get("Accept")).containsExactly("");
            assertThat(headers.get("Cookie")).containsExactly("a=1", "b=2");
            assertThat(headers.get("Host")).containsExactly("a:1");
            assertThat(headers.get("Content-Length")).containsExactly("00000000002");
            assertThat(headers.size()).isEqualTo(5);
        }
    }

    @Test
    void many_names_and_a_hundred_lines_of_one_pass() throws Exception {
        StringBuilder request = new StringBuilder("GET / HTTP/1.1\r\nHost: a\r\n");
        for (int i = 0; i < 250; i++) {
            request.append("X-").append(i).append(": ").append(i).append("\r\n");
        }
        request.append("X: v\r\n".repeat(100)).append("\r\n");
        try (RawClient client = RawClient.connect(rig.port())) {
            client.send(request.toString());
            assertThat(client.readAnswer()).endsWith("GET 0");
            HeaderMap headers = handler.next().headers();
            assertThat(headers.get("X")).hasSize(100);
            for (int i = 0; i < 250; i++) {
                assertThat(headers.get("X-" + i)).containsExactly(Integer.toString(i));
            }
            client.send("GET / HTTP/1.1\r\nHost: b\r\n\r\n");
            client.readAnswer();
            assertThat(handler.next().headers().size()).isEqualTo(1);
        }
    }
}
