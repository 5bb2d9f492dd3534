package io.ethryx.server.upstream.http1;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ethryx.server.fields.FieldBlock;
import io.ethryx.server.fields.KnownField;
import io.ethryx.server.testing.RawUpstream;
import io.ethryx.server.upstream.Ask;
import io.ethryx.server.upstream.Asked;
import io.ethryx.server.upstream.SwitchedConnection;
import io.ethryx.server.upstream.Upstream;
import io.ethryx.server.upstream.UpstreamCall;
import io.ethryx.server.upstream.UpstreamFailure;
import io.ethryx.server.upstream.UpstreamFailure.Kind;
import io.ethryx.server.upstream.UpstreamListener;
import io.ethryx.server.upstream.UpstreamRequest;
import io.ethryx.server.upstream.UpstreamRig;
import io.ethryx.server.upstream.UpstreamUse;
import io.undertow.util.HttpString;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.xnio.IoUtils;

/** A switch of protocols (RFC 9110 section 7.8) as one who calls an upstream sees it. */
class SwitchTest {

    private static final String SWITCHING =
            "HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nX-a: b\r\n\r\n";

    /** A GET that asks for a switch. */
    private record Upgrade(Ask ask) implements UpstreamRequest {

        @Override
        public HttpString method() {
            return ask.method();
        }

        @Override
        public String target() {
            return ask.target();
        }

        @Override
        public long contentLength() {
            return NO_BODY;
        }

        @Override
        public boolean repeatable() {
            return true;
        }

        @Override
        public String upgrade() {
            return "websocket";
        }

        @Override
        public void writeFields(FieldSink sink) {
            ask.writeFields(sink);
        }
    }

    private static Upgrade upgrade() {
        return new Upgrade(Ask.get("/ws"));
    }

    /** Takes the connection over and gives what came ahead. */
    private static final class Taker implements UpstreamListener {

        final BlockingQueue<String> ahead = new LinkedBlockingQueue<>();
        final Asked asked;
        volatile UpstreamCall call;
        volatile SwitchedConnection taken;

        Taker(UpstreamRig rig, Upstream upstream) {
            asked = rig.asked();
            asked.thread.execute(() -> {
                call = upstream.call(asked.thread, upgrade(), this);
                call.endRequest(null);
            });
        }

        @Override
        public void onInformational(int status, FieldBlock fields) {
            ahead.add(status + " " + fields.value(KnownField.LINK));
        }

        @Override
        public void onHead(int status, FieldBlock fields, long contentLength) {
            taken = call.takeOver();
            String text = "";
            if (taken.ahead() != null) {
                text = StandardCharsets.ISO_8859_1
                        .decode(taken.ahead().getBuffer())
                        .toString();
                taken.ahead().close();
            }
            ahead.add(status + " " + fields.value(fields.find("x-a", 0)) + " " + text);
        }

        @Override
        public void onReadable() {
            ahead.add("readable");
        }

        @Override
        public void onWritable() {
            ahead.add("writable");
        }

        @Override
        public void onFailure(UpstreamFailure failure) {
            ahead.add(failure.toString());
        }

        String next() throws InterruptedException {
            return ahead.poll(15, TimeUnit.SECONDS);
        }
    }

    @Test
    void the_connection_is_the_takers_with_every_byte_that_came_behind_the_head() throws Exception {
        try (UpstreamRig rig = new UpstreamRig();
                RawUpstream node = RawUpstream.start(connection -> {
                    connection.readRequest();
                    connection.send(SWITCHING + "early");
                    connection.send(connection.readBytes(4));
                    connection.readToEnd();
                })) {
            Http1Upstream upstream = rig.to(node.port());
            Taker taker = new Taker(rig, upstream);
            assertThat(taker.next()).isEqualTo("101 b early");
            assertThat(node.nextRequest())
                    .isEqualTo("GET /ws HTTP/1.1\r\nHost: node:1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n");
            assertThat(upstream.use()).isEqualTo(new UpstreamUse(0, 0, 0, 0));
            BlockingQueue<String> read = new LinkedBlockingQueue<>();
            taker.asked.onThread(() -> echo(taker.taken, read));
            assertThat(read.poll(15, TimeUnit.SECONDS)).isEqualTo("ping");
            taker.asked.onThread(() -> IoUtils.safeClose(taker.taken.stream()));
            assertThat(taker.ahead).isEmpty();
            assertThatThrownBy(() -> taker.call.takeOver()).isInstanceOf(IllegalStateException.class);
        }
    }

    @Test
    void whoever_takes_the_connection_hears_of_its_close() throws Exception {
        try (UpstreamRig rig = new UpstreamRig();
                RawUpstream node = RawUpstream.answering(SWITCHING)) {
            Taker taker = new Taker(rig, rig.to(node.port()));
            assertThat(taker.next()).isEqualTo("101 b ");
            taker.asked.onThread(() -> {
                taker.taken.stream().setCloseListener(closed -> taker.ahead.add("closed"));
                IoUtils.safeClose(taker.taken.stream());
            });
            assertThat(taker.next()).isEqualTo("closed");
        }
    }

    private static void echo(SwitchedConnection taken, BlockingQueue<String> read) {
        taken.stream().getSourceChannel().setReadListener(channel -> {
            ByteBuffer into = ByteBuffer.allocate(100);
            try {
                if (channel.read(into) > 0) {
                    read.add(StandardCharsets.ISO_8859_1.decode(into.flip()).toString());
                }
            } catch (IOException e) {
                read.add(e.toString());
            }
        });
        try {
            taken.stream().getSinkChannel().write(ByteBuffer.wrap("ping".getBytes(StandardCharsets.ISO_8859_1)));
        } catch (IOException e) {
            read.add(e.toString());
        }
        taken.stream().getSourceChannel().resumeReads();
    }

    @Test
    void informational_answers_may_come_before_it() throws Exception {
        try (UpstreamRig rig = new UpstreamRig();
                RawUpstream node = RawUpstream.start(connection -> {
                    connection.readRequest();
                    connection.send("HTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\n" + SWITCHING);
                    connection.readToEnd();
                })) {
            Taker taker = new Taker(rig, rig.to(node.port()));
            assertThat(taker.next()).isEqualTo("103 x");
            assertThat(taker.next()).isEqualTo("101 b ");
            taker.asked.onThread(() -> IoUtils.safeClose(taker.taken.stream()));
        }
    }

    @Test
    void a_refusal_is_an_answer_like_any_other_and_the_connection_goes_back() throws Exception {
        try (UpstreamRig rig = new UpstreamRig();
                RawUpstream node =
                        RawUpstream.answering("HTTP/1.1 403 Forbidden\r\nContent-Length: 2\r\nX-a: b\r\n\r\nno")) {
            Http1Upstream upstream = rig.to(node.port());
            UpstreamRequest request = upgrade();
            for (int i = 0; i < 3; i++) {
                Asked asked = rig.asked().begin(upstream, request).answered();
                assertThat(asked.status).isEqualTo(403);
                assertThat(asked.text()).isEqualTo("no");
            }
            assertThat(node.connections()).hasSize(1);
        }
    }

    @Test
    void one_that_nobody_asked_for_or_that_nobody_takes_is_a_malformed_answer() throws Exception {
        try (UpstreamRig rig = new UpstreamRig();
                RawUpstream node = RawUpstream.answering(SWITCHING)) {
            Http1Upstream upstream = rig.to(node.port());
            Asked unasked = rig.asked().begin(upstream, Ask.get("/"));
            assertThat(unasked.failure())
                    .isEqualTo(new UpstreamFailure(Kind.MALFORMED, "a switch of protocols that was not asked for"));
            Asked untaken = rig.asked();
            untaken.autoRead = false;
            untaken.begin(upstream, upgrade());
            assertThat(untaken.failure())
                    .isEqualTo(new UpstreamFailure(Kind.MALFORMED, "a switch of protocols that nobody took"));
        }
    }

    @Test
    void one_that_is_cancelled_closes_its_connection() throws Exception {
        try (UpstreamRig rig = new UpstreamRig();
                RawUpstream node = RawUpstream.start(connection -> {
                    connection.readRequest();
                    connection.send("HTTP/1.1 100 Continue\r\n\r\n");
                    connection.readToEnd();
                })) {
            Asked asked = rig.asked().begin(rig.to(node.port()), upgrade());
            node.nextRequest();
            asked.onThread(() -> asked.call.cancel());
            UpstreamRig.until("the upstream sees the end", () -> node.open() == 0);
        }
    }
}
