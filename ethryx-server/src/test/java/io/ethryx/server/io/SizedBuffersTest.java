package io.ethryx.server.io;

import static org.assertj.core.api.Assertions.assertThat;

import io.undertow.connector.PooledByteBuffer;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class SizedBuffersTest {

    private static final int USUAL = 1024;
    private static final int SHORT = USUAL / 4;
    private static final int LONG = 4 * USUAL;
    private static final int MOST_LONG = 40;

    private final SizedBuffers buffers = SizedBuffers.of(SHORT, USUAL, new DirectBuffers(LONG, MOST_LONG));

    @Test
    void where_more_is_expected_than_the_usual_size_a_long_buffer_outside_the_heap_is_lent() {
        assertThat(lent(USUAL))
                .extracting(ByteBuffer::capacity, ByteBuffer::isDirect)
                .containsExactly(USUAL, false);
        assertThat(lent(USUAL + 1))
                .extracting(ByteBuffer::capacity, ByteBuffer::isDirect)
                .containsExactly(LONG, true);
        assertThat(lent(Long.MAX_VALUE))
                .extracting(ByteBuffer::capacity, ByteBuffer::isDirect)
                .containsExactly(LONG, true);
    }

    @Test
    void where_little_is_expected_a_short_buffer_is_lent_and_a_usual_one_where_nobody_knows() {
        assertThat(lent(1).capacity()).isEqualTo(SHORT);
        assertThat(lent(SHORT).capacity()).isEqualTo(SHORT);
        assertThat(lent(SHORT + 1).capacity()).isEqualTo(USUAL);
        assertThat(lent(0).capacity()).isEqualTo(USUAL);
        assertThat(lent(-1).capacity()).isEqualTo(USUAL);
        assertThat(lent(SHORT).isDirect()).isFalse();
    }

    private ByteBuffer lent(long expected) {
        return buffers.allocate(expected).getBuffer();
    }

    @Test
    void once_all_long_buffers_are_lent_the_usual_ones_do_until_one_comes_back() {
        List<PooledByteBuffer> out = new ArrayList<>();
        for (int i = 0; i < MOST_LONG; i++) {
            out.add(buffers.allocate(LONG));
            assertThat(out.get(i).getBuffer().capacity()).isEqualTo(LONG);
        }
        assertThat(lent(LONG).capacity()).isEqualTo(USUAL);
        ByteBuffer back = out.get(7).getBuffer();
        back.position(3).limit(5);
        out.get(7).close();
        assertThat(lent(LONG)).isSameAs(back).isEqualTo(back.duplicate().clear());
        assertThat(lent(LONG).capacity()).isEqualTo(USUAL);
    }

    @Test
    void no_more_are_made_than_there_may_be_however_often_they_come_and_go() {
        Set<ByteBuffer> seen = Collections.newSetFromMap(new IdentityHashMap<>());
        for (int round = 0; round < 10; round++) {
            List<PooledByteBuffer> out = new ArrayList<>();
            for (int i = 0; i < MOST_LONG; i++) {
                out.add(buffers.allocate(LONG));
                seen.add(out.get(i).getBuffer());
            }
            out.forEach(PooledByteBuffer::close);
            out.forEach(PooledByteBuffer::close);
        }
        assertThat(seen).hasSize(MOST_LONG).allMatch(ByteBuffer::isDirect);
    }

    @Test
    void what_one_thread_gives_back_beyond_a_few_another_thread_gets() throws InterruptedException {
        Thread other = new Thread(() -> {
            List<PooledByteBuffer> out = new ArrayList<>();
            for (int i = 0; i < MOST_LONG; i++) {
                out.add(buffers.allocate(LONG));
            }
            out.forEach(PooledByteBuffer::close);
        });
        other.start();
        other.join();
        int here = 0;
        while (lent(LONG).isDirect()) {
            here++;
        }
        assertThat(here).isEqualTo(MOST_LONG - DirectBuffers.KEPT_BY_A_THREAD);
    }
}
