package io.ethryx.server.upstream.http1;

import static io.ethryx.server.upstream.Wire.crlf;
import static org.assertj.core.api.Assertions.assertThat;

import io.ethryx.server.testing.RawUpstream;
import io.ethryx.server.upstream.Ask;
import io.ethryx.server.upstream.Asked;
import io.ethryx.server.upstream.UpstreamFailure;
import io.ethryx.server.upstream.UpstreamFailure.Kind;
import io.ethryx.server.upstream.UpstreamRig;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Decision S24: what may be sent twice, and what never is. */
class ReplayTest {

    private static final String OK = crlf("HTTP/1.1 200 OK", "Content-Length: 2", "") + "ok";

    /** The first connection answers one request and closes when the second has come; the others answer all. */
    private static RawUpstream closingOnItsSecondRequest(boolean reset) throws Exception {
        AtomicInteger connections = new AtomicInteger();
        return RawUpstream.start(connection -> {
            boolean first = connections.getAndIncrement() == 0;
            int requests = 0;
            while (connection.readRequest() != null) {
                if (first && ++requests == 2) {
                    if (reset) {
                        connection.reset();
                    }
                    return;
                }
                connection.send(OK);
            }
        });
    }

    @Test
    void a_get_whose_reused_connection_closes_before_the_answer_is_sent_once_more() throws Exception {
        for (boolean reset : new boolean[] {false, true}) {
            try (UpstreamRig rig = new UpstreamRig();
                    RawUpstream node = closingOnItsSecondRequest(reset)) {
                Http1Upstream upstream = rig.to(node.port());
                rig.asked().begin(upstream, Ask.get("/1")).answered();
                Asked second = rig.asked().begin(upstream, Ask.get("/2")).answered();
                assertThat(second.text()).isEqualTo("ok");
                assertThat(node.connections()).hasSize(2);
                assertThat(node.connections().get(0).received())
                        .isEqualTo(crlf("GET /1 HTTP/1.1", "Host: node:1", "", "GET /2 HTTP/1.1", "Host: node:1", ""));
                assertThat(node.connections().get(1).received()).isEqualTo(crlf("GET /2 HTTP/1.1", "Host: node:1", ""));
            }
        }
    }

    @Test
    void a_post_is_never_sent_twice() throws Exception {
        for (boolean reset : new boolean[] {false, true}) {
            try (UpstreamRig rig = new UpstreamRig();
                    RawUpstream node = closingOnItsSecondRequest(reset)) {
                Http1Upstream upstream = rig.to(node.port());
                rig.asked().writing("a").begin(upstream, Ask.post("/1", 1)).answered();
                Asked second = rig.asked().writing("b").begin(upstream, Ask.post("/2", 1));
                assertThat(second.failure().kind()).isEqualTo(Kind.CLOSED);
                assertThat(node.connections()).hasSize(1);
            }
        }
    }

    @Test
    void a_get_on_a_fresh_connection_is_not_sent_twice() throws Exception {
        try (UpstreamRig rig = new UpstreamRig();
                RawUpstream node = RawUpstream.start(RawUpstream.Connection::readRequest)) {
            Asked asked = rig.asked().begin(rig.to(node.port()), Ask.get("/"));
            assertThat(asked.failure()).isEqualTo(new UpstreamFailure(Kind.CLOSED, "closed before the answer"));
            assertThat(node.connections()).hasSize(1);
        }
    }

    @Test
    void a_get_is_sent_at_most_twice() throws Exception {
        AtomicInteger requests = new AtomicInteger();
        try (UpstreamRig rig = new UpstreamRig();
                RawUpstream node = RawUpstream.start(connection -> {
                    while (connection.readRequest() != null && requests.incrementAndGet() == 1) {
                        connection.send(OK);
                    }
                })) {
            Http1Upstream upstream = rig.to(node.port());
            rig.asked().begin(upstream, Ask.get("/1")).answered();
            Asked second = rig.asked().begin(upstream, Ask.get("/2"));
            assertThat(second.failure().kind()).isEqualTo(Kind.CLOSED);
            assertThat(requests).hasValue(3);
        }
    }

    @Test
    void an_answer_that_has_begun_is_not_asked_for_again() throws Exception {
        AtomicInteger requests = new AtomicInteger();
        try (UpstreamRig rig = new UpstreamRig();
                RawUpstream node = RawUpstream.start(connection -> {
                    while (connection.readRequest() != null) {
                        if (requests.incrementAndGet() == 2) {
                            connection.send("H");
                            return;
                        }
                        connection.send(OK);
                    }
                })) {
            Http1Upstream upstream = rig.to(node.port());
            rig.asked().begin(upstream, Ask.get("/1")).answered();
            Asked second = rig.asked().begin(upstream, Ask.get("/2"));
            assertThat(second.failure().kind()).isEqualTo(Kind.CLOSED);
            assertThat(requests).hasValue(2);
        }
    }

    @Test
    void a_post_that_was_not_begun_moves_to_a_fresh_connection_when_its_pooled_one_ends() throws Exception {
        CountDownLatch close = new CountDownLatch(1);
        CountDownLatch closed = new CountDownLatch(1);
        AtomicInteger connections = new AtomicInteger();
        try (UpstreamRig rig = new UpstreamRig();
                RawUpstream node = RawUpstream.start(connection -> {
                    boolean first = connections.getAndIncrement() == 0;
                    while (connection.readRequest() != null) {
                        connection.send(OK);
                        if (first) {
                            close.await();
                            connection.socket().close();
                            closed.countDown();
                        }
                    }
                })) {
            Http1Upstream upstream = rig.to(node.port());
            rig.asked().begin(upstream, Ask.get("/1")).answered();
            Asked second = rig.asked();
            second.endWhenWritten = false;
            second.begin(upstream, Ask.post("/2", 3));
            second.onThread(() -> {});
            close.countDown();
            closed.await();
            UpstreamRig.until("a fresh connection is there", () -> connections.get() == 2);
            second.onThread(() -> {
                second.endWhenWritten = true;
                second.writing("abc").onWritable();
            });
            second.answered();
            assertThat(node.connections().get(1).received())
                    .isEqualTo(crlf("POST /2 HTTP/1.1", "Host: node:1", "Content-Length: 3", "") + "abc");
        }
    }

    @Test
    void bytes_on_an_idle_connection_end_it_and_the_next_call_gets_a_fresh_one() throws Exception {
        for (boolean bytes : new boolean[] {false, true}) {
            AtomicInteger connections = new AtomicInteger();
            try (UpstreamRig rig = new UpstreamRig();
                    RawUpstream node = RawUpstream.start(connection -> {
                        boolean first = connections.getAndIncrement() == 0;
                        while (connection.readRequest() != null) {
                            connection.send(OK);
                            if (first) {
                                if (bytes) {
                                    connection.send(OK);
                                    connection.readToEnd();
                                }
                                return;
                            }
                        }
                    })) {
                Http1Upstream upstream = rig.to(node.port());
                rig.asked().begin(upstream, Ask.get("/1")).answered();
                UpstreamRig.until(
                        "the connection is dropped", () -> upstream.use().open() == 0);
                Asked second = rig.asked()
                        .writing("x")
                        .begin(upstream, Ask.post("/2", 1))
                        .answered();
                assertThat(second.text()).isEqualTo("ok");
                assertThat(node.connections()).hasSize(2);
            }
        }
    }
}
