package io.ethryx.server.upstream.http1;

import static io.ethryx.server.upstream.Wire.crlf;
import static org.assertj.core.api.Assertions.assertThat;

import io.ethryx.server.fields.FieldBlock;
import io.ethryx.server.testing.RawUpstream;
import io.ethryx.server.testing.StoppedThread;
import io.ethryx.server.upstream.Ask;
import io.ethryx.server.upstream.Asked;
import io.ethryx.server.upstream.UpstreamCall;
import io.ethryx.server.upstream.UpstreamFailure;
import io.ethryx.server.upstream.UpstreamFailure.Kind;
import io.ethryx.server.upstream.UpstreamListener;
import io.ethryx.server.upstream.UpstreamRequest;
import io.ethryx.server.upstream.UpstreamRig;
import io.ethryx.server.upstream.UpstreamUse;
import java.nio.ByteBuffer;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.xnio.XnioIoThread;

/** What a caller may rely on, whatever it does in a callback. */
class CallContractTest {

    private static final String OK = crlf("HTTP/1.1 200 OK", "Content-Length: 2", "") + "ok";

    /** Tells what comes, and does one thing when the head comes. */
    private static final class Told implements UpstreamListener {

        final BlockingQueue<String> events = new LinkedBlockingQueue<>();
        final Consumer<UpstreamCall> onHead;
        volatile UpstreamCall call;

        Told(Consumer<UpstreamCall> onHead) {
            this.onHead = onHead;
        }

        Told begin(XnioIoThread thread, Http1Upstream upstream, UpstreamRequest request) {
            thread.execute(() -> {
                call = upstream.call(thread, request, this);
                call.endRequest(null);
            });
            return this;
        }

        @Override
        public void onInformational(int status, FieldBlock fields) {
            events.add("informational " + status);
            if (status == 102) {
                call.cancel();
            }
        }

        @Override
        public void onHead(int status, FieldBlock fields, long contentLength) {
            events.add("head " + status);
            onHead.accept(call);
        }

        @Override
        public void onReadable() {
            call.wantRead(false);
            events.add("readable " + call.read(ByteBuffer.allocate(100)) + " " + call.answerComplete());
        }

        @Override
        public void onWritable() {
            events.add("writable");
        }

        @Override
        public void onFailure(UpstreamFailure failure) {
            events.add("failure " + failure.kind());
        }

        String next() throws InterruptedException {
            return events.poll(15, TimeUnit.SECONDS);
        }
    }

    @Test
    void bytes_that_came_with_the_head_are_told_when_they_are_wanted() throws Exception {
        try (UpstreamRig rig = new UpstreamRig();
                RawUpstream node = RawUpstream.answering(OK)) {
            Told told = new Told(call -> call.wantRead(true));
            told.begin(rig.worker.getIoThread(1), rig.to(node.port()), Ask.get("/"));
            assertThat(told.next()).isEqualTo("head 200");
            assertThat(told.next()).isEqualTo("readable 2 true");
            assertThat(told.call.read(ByteBuffer.allocate(1))).isEqualTo(-1);
        }
    }

    @Test
    void an_answer_without_a_body_is_complete_with_its_head_and_its_end_can_be_read() throws Exception {
        try (UpstreamRig rig = new UpstreamRig();
                RawUpstream node = RawUpstream.answering(crlf("HTTP/1.1 204 No Content", ""))) {
            BlockingQueue<Boolean> complete = new LinkedBlockingQueue<>();
            Told told = new Told(call -> {
                complete.add(call.answerComplete());
                call.wantRead(true);
            });
            told.begin(rig.worker.getIoThread(0), rig.to(node.port()), Ask.get("/"));
            assertThat(told.next()).isEqualTo("head 204");
            assertThat(complete.poll(15, TimeUnit.SECONDS)).isTrue();
            assertThat(told.next()).isEqualTo("readable -1 true");
        }
    }

    @Test
    void a_call_that_is_given_up_in_the_round_in_which_it_began_never_reaches_the_upstream() throws Exception {
        try (UpstreamRig rig = new UpstreamRig();
                RawUpstream node = RawUpstream.answering(OK)) {
            Http1Upstream upstream = rig.to(node.port());
            Asked first = rig.asked().begin(upstream, Ask.get("/first")).answered();
            Told told = new Told(call -> {});
            first.onThread(() -> {
                UpstreamCall call = upstream.call(first.thread, Ask.get("/second"), told);
                call.endRequest(null);
                call.cancel();
            });
            UpstreamRig.until("the connection is closed", () -> node.open() == 0);
            assertThat(node.nextRequest()).startsWith("GET /first ");
            Asked third = rig.asked().begin(upstream, Ask.get("/third")).answered();
            assertThat(third.status).isEqualTo(200);
            assertThat(node.nextRequest()).startsWith("GET /third ");
            assertThat(told.events).isEmpty();
        }
    }

    /** Twenty times, as it depends on which of two sockets that are ready at once is served first. */
    @Test
    void a_call_whose_connection_ends_in_the_round_in_which_it_began_goes_over_another_one() throws Exception {
        for (int i = 0; i < 20; i++) {
            CountDownLatch both = new CountDownLatch(1);
            CountDownLatch sent = new CountDownLatch(1);
            AtomicInteger connections = new AtomicInteger();
            RawUpstream.Script answersWhenTold = connection -> {
                connection.readRequest();
                both.await();
                connection.send(OK);
                sent.countDown();
                connection.readRequest();
            };
            RawUpstream.Script closesWhenTold = connection -> {
                boolean first = connections.getAndIncrement() == 0;
                while (connection.readRequest() != null) {
                    connection.send(OK);
                    if (first) {
                        both.await();
                        return;
                    }
                }
            };
            try (UpstreamRig rig = new UpstreamRig();
                    RawUpstream one = RawUpstream.start(answersWhenTold);
                    RawUpstream other = RawUpstream.start(closesWhenTold)) {
                XnioIoThread thread = rig.worker.getIoThread(0);
                Http1Upstream toOther = rig.to(other.port());
                Told inner = new Told(call -> call.read(ByteBuffer.allocate(9)));
                Told outer = new Told(call -> {
                    call.read(ByteBuffer.allocate(9));
                    inner.call = toOther.call(thread, Ask.get("/inner"), inner);
                    inner.call.endRequest(null);
                });
                outer.begin(thread, rig.to(one.port()), Ask.get("/outer"));
                one.nextRequest();
                rig.asked().begin(toOther, Ask.get("/before")).answered();
                StoppedThread standing = StoppedThread.stop(thread);
                both.countDown();
                assertThat(sent.await(15, TimeUnit.SECONDS)).isTrue();
                UpstreamRig.until("the idle connection is closed", () -> other.open() == 0);
                standing.goOn();
                assertThat(outer.next()).isEqualTo("head 200");
                assertThat(inner.next()).as("round " + i).isEqualTo("head 200");
            }
        }
    }

    @Test
    void a_cancel_in_a_callback_is_the_last_word() throws Exception {
        String[] answers = {
            crlf("HTTP/1.1 200 OK", "Content-Length: 9", "") + "abc",
            crlf("HTTP/1.1 102 Processing", "", "HTTP/1.1 200 OK", "Content-Length: 9", "") + "abc"
        };
        for (String answer : answers) {
            try (UpstreamRig rig = new UpstreamRig();
                    RawUpstream node = RawUpstream.answering(answer)) {
                Http1Upstream upstream = rig.to(node.port());
                Told told = new Told(UpstreamCall::cancel);
                told.begin(rig.worker.getIoThread(0), upstream, Ask.get("/"));
                assertThat(told.next()).isIn("head 200", "informational 102");
                UpstreamRig.until("the connection is closed", () -> node.open() == 0);
                Asked after = rig.asked();
                after.onThread(() -> {});
                assertThat(told.events).isEmpty();
                assertThat(upstream.use().open()).isZero();
            }
        }
    }

    @Test
    void a_caller_that_throws_loses_its_connection_and_hears_of_it() throws Exception {
        try (UpstreamRig rig = new UpstreamRig();
                RawUpstream node = RawUpstream.answering(OK)) {
            Http1Upstream upstream = rig.to(node.port());
            Told told = new Told(call -> {
                throw new IllegalStateException("thrown by a test");
            });
            told.begin(rig.worker.getIoThread(0), upstream, Ask.get("/"));
            assertThat(told.next()).isEqualTo("head 200");
            assertThat(told.next()).isEqualTo("failure " + Kind.TRUNCATED);
            UpstreamRig.until("the connection is closed", () -> node.open() == 0);
            assertThat(rig.asked().begin(upstream, Ask.get("/")).answered().text())
                    .isEqualTo("ok");
        }
    }

    @Test
    void each_io_thread_has_connections_of_its_own() throws Exception {
        try (UpstreamRig rig = new UpstreamRig();
                RawUpstream node = RawUpstream.answering(OK)) {
            Http1Upstream upstream = rig.to(node.port());
            for (int i = 0; i < 4; i++) {
                Asked asked = new Asked(rig.worker.getIoThread(i % 2))
                        .begin(upstream, Ask.get("/"))
                        .answered();
                assertThat(asked.text()).isEqualTo("ok");
            }
            assertThat(node.connections()).hasSize(2);
            assertThat(upstream.use()).isEqualTo(new UpstreamUse(2, 2, 0, 0));
            assertThat(upstream.authority()).isEqualTo("127.0.0.1:" + node.port());
        }
    }
}
