package io.ethryx.server.listener.http2;

import static org.assertj.core.api.Assertions.assertThat;

import io.ethryx.server.listener.DeclinedConnect;
import io.ethryx.server.listener.HttpVersion;
import io.ethryx.server.listener.ListenerRig;
import io.ethryx.server.listener.RecordingHandler;
import io.ethryx.server.testing.FrameClient;
import io.ethryx.server.testing.RawClient;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class Http2Test {

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
    void requests_follow_each_other_and_the_settings_are_as_documented() throws Exception {
        try (FrameClient client = FrameClient.connect(rig.port())) {
            String settings = client.next(FrameClient.SETTINGS).text();
            assertThat(settings).contains("\0\3\0\0\0\144").contains("\0\6\0\0\100\0");
            assertThat(client.next(FrameClient.WINDOW_UPDATE).number()).isEqualTo((1 << 20) - 65_535);
            client.get(1, "/x%zz?a=|b");
            assertThat(client.answer(1)).isEqualTo("200 GET 0");
            assertThat(handler.next().target()).isEqualTo("/x%zz?a=|b");
            client.post(3, "/y").data(3, "hello", true);
            assertThat(client.answer(3)).isEqualTo("200 POST 5");
            assertThat(handler.next().body()).isEqualTo("hello");
        }
    }

    @Test
    void the_preface_may_come_byte_by_byte() throws Exception {
        try (RawClient raw = RawClient.connect(rig.port())) {
            for (char c : FrameClient.PREFACE.toCharArray()) {
                raw.send(String.valueOf(c));
            }
            FrameClient client = FrameClient.over(raw).frame(FrameClient.SETTINGS, 0, 0, new byte[0]);
            client.get(1, "/");
            assertThat(client.answer(1)).isEqualTo("200 GET 0");
        }
    }

    @Test
    void an_upload_over_any_window_does_not_stall() throws Exception {
        try (FrameClient client = FrameClient.connect(rig.port())) {
            client.next(FrameClient.SETTINGS);
            client.post(1, "/");
            String piece = "x".repeat(16_000);
            long window = 65_535;
            long streamWindow = 128 * 1024;
            for (int sent = 0; sent < 200; sent++) {
                while (window < piece.length() || streamWindow < piece.length()) {
                    FrameClient.Frame frame = client.next(FrameClient.WINDOW_UPDATE);
                    if (frame.stream() == 0) {
                        window += frame.number();
                    } else {
                        streamWindow += frame.number();
                    }
                }
                client.data(1, piece, sent == 199);
                window -= piece.length();
                streamWindow -= piece.length();
            }
            FrameClient.Frame head = client.next(FrameClient.HEADERS);
            assertThat(client.fields(head)).containsEntry(":status", "200");
            assertThat(handler.next().body()).hasSize(200 * 16_000);
        }
    }

    @Test
    void late_frames_of_a_reset_stream_leave_the_connection_alive() throws Exception {
        try (FrameClient client = FrameClient.connect(rig.port())) {
            client.post(1, "/").reset(1, 8);
            client.data(1, "late", false).data(1, "later", true);
            client.frame(FrameClient.WINDOW_UPDATE, 0, 1, new byte[] {0, 0, 0, 1});
            client.get(3, "/next");
            assertThat(client.answer(3)).isEqualTo("200 GET 0");
        }
    }

    @Test
    void a_plain_connect_gets_405_and_the_connection_lives() throws Exception {
        try (FrameClient client = FrameClient.connect(rig.port())) {
            client.frame(
                    FrameClient.HEADERS,
                    FrameClient.END_HEADERS,
                    1,
                    FrameClient.block(":method", "CONNECT", ":authority", "a:443"));
            assertThat(client.answer(1)).isEqualTo("405");
            DeclinedConnect declined = rig.declined.poll(15, TimeUnit.SECONDS);
            assertThat(declined.version()).isEqualTo(HttpVersion.HTTP_2);
            assertThat(declined.authority()).isEqualTo("a:443");
            client.data(1, "tunnel", false);
            client.get(3, "/");
            assertThat(client.answer(3)).isEqualTo("200 GET 0");
            assertThat(handler.begun).containsExactly("GET /");
        }
    }

    @Test
    void malformed_requests_are_stream_errors_and_reach_no_handler() throws Exception {
        String[][] bad = {
            {"x-a", "b\r\n\r\nGET /smuggled HTTP/1.1\r\nHost: a\r\nX-Q: y"},
            {"x-a", "b\nX-E: 1"},
            {"x-a", "b\0c"},
            {"x-a", " b"},
            {"x-a", "b "},
            {"x-a", "b\t"},
            {"x-a", "\u007f"},
            {"X-A", "b"},
            {"x\r\na", "b"},
            {"x\na", "b"},
            {"x\0a", "b"},
            {"", "b"},
            {"transfer-encoding", "chunked"},
            {"x a", "b"},
            {"x:a", "b"},
            {"cookie", "a\r\nb: c"},
            {"traceparent", "a\nb"},
            {"connection", "close"},
            {"keep-alive", "x"},
            {"upgrade", "x"},
            {"proxy-connection", "x"},
            {"te", "gzip"},
            {"host", "b"},
            {"host", "a b"},
            {"content-length", "3"},
            {"content-length", "+0"},
            {"content-length", ""},
            {":unknown", "x"},
            {":method", "GET"},
            {":path", "/"},
            {":authority", "a"},
            {":status", "200"},
        };
        try (FrameClient client = FrameClient.connect(rig.port())) {
            int stream = 1;
            for (String[] field : bad) {
                String[] all = {":method", "GET", ":scheme", "http", ":path", "/", ":authority", "a", field[0], field[1]
                };
                if (field[0].startsWith(":")) {
                    all = new String[] {
                        field[0], field[1], ":method", "GET", ":scheme", "http", ":path", "/", ":authority", "a"
                    };
                }
                client.frame(FrameClient.HEADERS, 5, stream, FrameClient.block(all));
                assertThat(client.answer(stream)).as(field[0] + "=" + field[1]).isEqualTo("reset 1");
                stream += 2;
            }
            for (String path : new String[] {"", "x", "/a b", "/a\r\nX: y", "/a\0", "*", "/#f"}) {
                client.get(stream, path);
                assertThat(client.answer(stream)).as(path).isEqualTo("reset 1");
                stream += 2;
            }
            for (String authority : new String[] {"", "u@a", "a b", "a\r\nb", "a:99999", "[::1"}) {
                client.frame(
                        FrameClient.HEADERS,
                        5,
                        stream,
                        FrameClient.block(":method", "GET", ":scheme", "http", ":path", "/", ":authority", authority));
                assertThat(client.answer(stream)).as(authority).isEqualTo("reset 1");
                stream += 2;
            }
            assertThat(handler.begun).isEmpty();
            client.get(stream, "/alive");
            assertThat(client.answer(stream)).isEqualTo("200 GET 0");
        }
    }

    @Test
    void a_request_needs_no_authority_and_a_host_stands_in_for_one() throws Exception {
        try (FrameClient client = FrameClient.connect(rig.port())) {
            client.frame(
                    FrameClient.HEADERS, 5, 1, FrameClient.block(":method", "GET", ":scheme", "http", ":path", "/"));
            assertThat(client.answer(1)).isEqualTo("200 GET 0");
            assertThat(handler.next().headers().contains("host")).isFalse();
            client.frame(
                    FrameClient.HEADERS,
                    5,
                    3,
                    FrameClient.block(":method", "GET", ":scheme", "http", ":path", "/", "host", "b"));
            assertThat(client.answer(3)).isEqualTo("200 GET 0");
            assertThat(handler.next().headers().getFirst("host")).isEqualTo("b");
            client.get(5, "/", "host", "A", "cookie", "a=b", "cookie", "c=d");
            assertThat(client.answer(5)).isEqualTo("200 GET 0");
            RecordingHandler.Seen seen = handler.next();
            assertThat(seen.headers().get("host")).containsExactly("a");
            assertThat(seen.headers().get("cookie")).containsExactly("a=b; c=d");
            assertThat(seen.headers().contains(":path")).isFalse();
        }
    }

    @Test
    void a_length_that_disagrees_with_the_data_is_a_stream_error() throws Exception {
        try (FrameClient client = FrameClient.connect(rig.port())) {
            client.post(1, "/", "content-length", "5").data(1, "hell", true);
            assertThat(client.answer(1)).isEqualTo("reset 1");
            client.post(3, "/", "content-length", "5").data(3, "hello!", true);
            assertThat(client.answer(3)).isEqualTo("reset 1");
            client.post(5, "/", "content-length", "5").data(5, "hell", false);
            client.frame(FrameClient.HEADERS, 5, 5, FrameClient.block("x-t", "v"));
            assertThat(client.answer(5)).isEqualTo("reset 1");
            client.post(7, "/", "content-length", "5").data(7, "hello", false);
            client.frame(FrameClient.HEADERS, 5, 7, FrameClient.block("x-t", "v"));
            assertThat(client.answer(7)).isEqualTo("200 POST 5");
            RecordingHandler.Seen seen = handler.next();
            assertThat(seen.trailers().getFirst("x-t")).isEqualTo("v");
            assertThat(seen.headers().contains("x-t")).isFalse();
            assertThat(handler.seen).isEmpty();
        }
    }

    @Test
    void malformed_trailers_are_a_stream_error() throws Exception {
        try (FrameClient client = FrameClient.connect(rig.port())) {
            int stream = 1;
            for (String[] field : new String[][] {{"x", "a\r\nb"}, {":path", "/"}, {"X", "a"}, {"connection", "x"}}) {
                client.post(stream, "/").data(stream, "x", false);
                client.frame(FrameClient.HEADERS, 5, stream, FrameClient.block(field));
                assertThat(client.answer(stream)).as(field[0]).isEqualTo("reset 1");
                stream += 2;
            }
            assertThat(handler.seen).isEmpty();
        }
    }

    @Test
    void streams_over_the_limit_are_refused_so_that_they_may_be_repeated() throws Exception {
        try (FrameClient client = FrameClient.connect(rig.port())) {
            for (int i = 0; i < 100; i++) {
                client.post(1 + 2 * i, "/");
            }
            client.post(201, "/over").data(201, "x", true);
            assertThat(client.answer(201)).isEqualTo("reset 7");
            client.data(1, "x", true);
            assertThat(client.answer(1)).isEqualTo("200 POST 1");
            client.get(203, "/again");
            assertThat(client.answer(203)).isEqualTo("200 GET 0");
        }
    }

    @Test
    void a_head_may_come_in_pieces() throws Exception {
        byte[] head = FrameClient.head("GET", "/pieces", "x-a", "b");
        byte[] first = Arrays.copyOf(head, 20);
        byte[] second = Arrays.copyOfRange(head, 20, head.length);
        try (FrameClient client = FrameClient.connect(rig.port())) {
            client.frame(FrameClient.HEADERS, FrameClient.END_STREAM, 1, first);
            client.frame(FrameClient.PING, 0, 0, new byte[0]);
            assertThat(client.next(FrameClient.GOAWAY)).isNotNull();
        }
        try (FrameClient client = FrameClient.connect(rig.port())) {
            client.frame(FrameClient.HEADERS, FrameClient.END_STREAM, 1, first);
            client.next(FrameClient.SETTINGS);
            client.frame(FrameClient.CONTINUATION, FrameClient.END_HEADERS, 1, second);
            assertThat(client.answer(1)).isEqualTo("200 GET 0");
            assertThat(handler.next().headers().getFirst("x-a")).isEqualTo("b");
        }
    }

    @Test
    void draining_ends_what_is_in_progress_and_refuses_what_is_new() throws Exception {
        try (FrameClient client = FrameClient.connect(rig.port())) {
            client.post(1, "/slow");
            ListenerRig.await("the head", () -> !handler.begun.isEmpty());
            var drained = rig.listeners.drain().toCompletableFuture();
            FrameClient.Frame news = client.next(FrameClient.GOAWAY);
            assertThat(news.number()).isEqualTo(Integer.MAX_VALUE);
            assertThat(news.code()).isZero();
            client.get(3, "/on-its-way");
            assertThat(client.answer(3)).isEqualTo("200 GET 0");
            FrameClient.Frame goodbye = client.next(FrameClient.GOAWAY);
            assertThat(goodbye.number()).isEqualTo(3);
            assertThat(goodbye.code()).isZero();
            client.get(5, "/new");
            assertThat(client.answer(5)).isEqualTo("reset 7");
            assertThat(drained).isNotDone();
            client.data(1, "end", true);
            assertThat(client.answer(1)).isEqualTo("200 POST 3");
            assertThat(client.next()).isNull();
            client.close();
            drained.get(15, TimeUnit.SECONDS);
        }
    }

    @Test
    void a_client_that_answers_the_ping_hears_the_last_number_at_once() throws Exception {
        try (FrameClient client = FrameClient.connect(rig.port())) {
            client.post(1, "/slow");
            ListenerRig.await("the head", () -> !handler.begun.isEmpty());
            rig.listeners.drain();
            FrameClient.Frame ping = client.next(FrameClient.PING);
            client.frame(FrameClient.PING, 1, 0, ping.payload());
            assertThat(client.next(FrameClient.GOAWAY).number()).isEqualTo(1);
            client.data(1, "end", true);
            assertThat(client.answer(1)).isEqualTo("200 POST 3");
        }
    }

    @Test
    void draining_closes_an_idle_connection() throws Exception {
        try (FrameClient client = FrameClient.connect(rig.port())) {
            client.get(1, "/");
            assertThat(client.answer(1)).isEqualTo("200 GET 0");
            rig.listeners.drain();
            assertThat(client.next(FrameClient.GOAWAY).number()).isEqualTo(1);
            assertThat(client.next()).isNull();
        }
    }

    @Test
    void a_goaway_of_the_client_stops_nothing() throws Exception {
        try (FrameClient client = FrameClient.connect(rig.port())) {
            client.post(1, "/");
            client.frame(FrameClient.GOAWAY, 0, 0, new byte[8]);
            client.data(1, "end", true);
            assertThat(client.answer(1)).isEqualTo("200 POST 3");
            assertThat(client.next()).isNull();
        }
    }
}
