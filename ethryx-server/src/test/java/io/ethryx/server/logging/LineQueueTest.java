package io.ethryx.server.logging;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class LineQueueTest {

    private static final Duration PATIENCE = Duration.ofSeconds(20);

    /** An output whose reader stands still until it is told to go on. */
    private static final class StuckOutput extends OutputStream {
        final CountDownLatch reached = new CountDownLatch(1);
        final CountDownLatch goOn = new CountDownLatch(1);
        final ByteArrayOutputStream written = new ByteArrayOutputStream();

        @Override
        public void write(int b) {
            write(new byte[] {(byte) b}, 0, 1);
        }

        @Override
        public void write(byte[] bytes, int from, int length) {
            reached.countDown();
            try {
                goOn.await();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
            written.write(bytes, from, length);
        }

        String text() {
            return written.toString(StandardCharsets.UTF_8);
        }
    }

    private static byte[] bytes(String text) {
        return (text + "\n").getBytes(StandardCharsets.UTF_8);
    }

    private static LineQueue.Line line(String text) {
        return new LineQueue.Line(text.length() + 1, () -> bytes(text));
    }

    private static LineQueue started(OutputStream out, long maxBytes) {
        LineQueue queue = new LineQueue(out, maxBytes, count -> bytes("dropped " + count));
        queue.start();
        return queue;
    }

    @Test
    void lines_come_out_in_order_and_whole_whatever_their_size() {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        LineQueue queue = started(out, 1 << 20);
        String big = "b".repeat(200_000);
        queue.add(line("a"));
        queue.add(line(big));
        queue.add(line("c"));
        assertThat(queue.awaitWritten(PATIENCE)).isTrue();
        assertThat(out.toString(StandardCharsets.UTF_8)).isEqualTo("a\n" + big + "\nc\n");
        queue.close(PATIENCE);
    }

    @Test
    void a_reader_who_stands_still_costs_lines_but_never_holds_up_who_logs() throws Exception {
        StuckOutput out = new StuckOutput();
        LineQueue queue = started(out, 10);
        queue.add(line("1234"));
        assertThat(out.reached.await(20, TimeUnit.SECONDS)).isTrue();
        queue.add(line("5678"));
        queue.add(line("no room"));
        queue.add(line("no room either"));
        assertThat(queue.awaitWritten(Duration.ofMillis(1))).isFalse();
        out.goOn.countDown();
        assertThat(queue.awaitWritten(PATIENCE)).isTrue();
        assertThat(out.text()).isEqualTo("1234\ndropped 2\n5678\n");
        queue.add(line("again"));
        assertThat(queue.awaitWritten(PATIENCE)).isTrue();
        assertThat(out.text()).endsWith("5678\nagain\n");
        queue.close(PATIENCE);
    }

    @Test
    void closing_writes_what_waits_and_does_not_wait_for_ever() {
        StuckOutput stuck = new StuckOutput();
        LineQueue hopeless = started(stuck, 100);
        hopeless.add(line("x"));
        hopeless.close(Duration.ofMillis(5));
        stuck.goOn.countDown();

        ByteArrayOutputStream out = new ByteArrayOutputStream();
        LineQueue queue = started(out, 1 << 20);
        for (int i = 0; i < 1000; i++) {
            queue.add(line("x"));
        }
        queue.close(PATIENCE);
        queue.close(PATIENCE);
        assertThat(out.size()).isEqualTo(2000);
    }

    @Test
    void at_the_end_of_the_process_a_line_is_written_before_its_call_returns() {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        LineQueue queue = started(out, 1 << 20);
        queue.writeThrough();
        for (int i = 0; i < 20; i++) {
            queue.add(line("x"));
            assertThat(out.size()).isEqualTo(2 * (i + 1));
        }
        queue.close(PATIENCE);
    }

    @Test
    void an_output_that_is_gone_does_not_end_the_writing() {
        ByteArrayOutputStream written = new ByteArrayOutputStream();
        OutputStream out = new OutputStream() {
            private boolean failed;

            @Override
            public void write(int b) throws IOException {
                write(new byte[] {(byte) b}, 0, 1);
            }

            @Override
            public void write(byte[] bytes, int from, int length) throws IOException {
                if (!failed) {
                    failed = true;
                    throw new IOException("broken pipe");
                }
                written.write(bytes, from, length);
            }
        };
        LineQueue queue = started(out, 100);
        queue.add(line("lost"));
        assertThat(queue.awaitWritten(PATIENCE)).isTrue();
        queue.add(line("kept"));
        assertThat(queue.awaitWritten(PATIENCE)).isTrue();
        assertThat(written.toString(StandardCharsets.UTF_8)).contains("kept\n").doesNotContain("lost");
        queue.close(PATIENCE);
    }

    @Test
    void a_line_that_cannot_be_encoded_is_counted_and_the_next_is_written() {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        LineQueue queue = started(out, 100);
        queue.add(new LineQueue.Line(1, () -> {
            throw new IllegalStateException("no bytes");
        }));
        assertThat(queue.awaitWritten(PATIENCE)).isTrue();
        queue.add(line("next"));
        assertThat(queue.awaitWritten(PATIENCE)).isTrue();
        assertThat(out.toString(StandardCharsets.UTF_8)).isEqualTo("dropped 1\nnext\n");
        queue.close(PATIENCE);
    }

    @Test
    void many_threads_lose_nothing_and_keep_their_own_order() throws Exception {
        int threads = 4;
        int each = 5_000;
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        LineQueue queue = started(out, 64 << 20);
        List<Thread> writers = new ArrayList<>();
        for (int t = 0; t < threads; t++) {
            int number = t;
            Thread writer = new Thread(() -> {
                for (int i = 0; i < each; i++) {
                    queue.add(line(number + " " + i));
                }
            });
            writers.add(writer);
            writer.start();
        }
        for (Thread writer : writers) {
            writer.join();
        }
        assertThat(queue.awaitWritten(PATIENCE)).isTrue();
        int[] next = new int[threads];
        out.toString(StandardCharsets.UTF_8).lines().forEach(text -> {
            int number = text.charAt(0) - '0';
            assertThat(text).isEqualTo(number + " " + next[number]);
            next[number]++;
        });
        assertThat(next).containsOnly(each);
        queue.close(PATIENCE);
    }
}
