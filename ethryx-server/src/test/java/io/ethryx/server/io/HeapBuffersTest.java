package io.ethryx.server.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.undertow.connector.PooledByteBuffer;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class HeapBuffersTest {

    private final HeapBuffers buffers = new HeapBuffers(64);

    @Test
    void a_buffer_that_was_given_back_is_lent_again_and_empty() {
        PooledByteBuffer first = buffers.allocate();
        ByteBuffer bytes = first.getBuffer();
        bytes.put((byte) 1).flip();
        first.close();
        PooledByteBuffer second = buffers.allocate();
        assertThat(second.getBuffer()).isSameAs(bytes);
        assertThat(second.getBuffer().position()).isZero();
        assertThat(second.getBuffer().limit()).isEqualTo(64);
        assertThat(second.getBuffer().hasArray()).isTrue();
    }

    @Test
    void a_buffer_given_back_twice_is_lent_to_one_borrower_only() {
        PooledByteBuffer first = buffers.allocate();
        first.close();
        first.close();
        assertThat(buffers.allocate().getBuffer())
                .isNotSameAs(buffers.allocate().getBuffer());
    }

    @Test
    void a_borrower_can_not_use_what_it_gave_back() {
        PooledByteBuffer lent = buffers.allocate();
        assertThat(lent.isOpen()).isTrue();
        lent.close();
        assertThat(lent.isOpen()).isFalse();
        assertThatThrownBy(lent::getBuffer).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void a_thread_keeps_no_more_than_256_or_a_mebibyte_of_them() {
        assertThat(keptOf(new HeapBuffers(16 * 1024), 100)).isEqualTo(64);
        assertThat(keptOf(new HeapBuffers(2 * 1024), 300)).isEqualTo(256);
        assertThat(keptOf(new HeapBuffers(2 * 1024 * 1024), 3)).isEqualTo(1);
    }

    private static int keptOf(HeapBuffers buffers, int out) {
        List<PooledByteBuffer> lent = new ArrayList<>();
        Set<ByteBuffer> before = Collections.newSetFromMap(new IdentityHashMap<>());
        for (int i = 0; i < out; i++) {
            PooledByteBuffer buffer = buffers.allocate();
            lent.add(buffer);
            before.add(buffer.getBuffer());
        }
        lent.forEach(PooledByteBuffer::close);
        int again = 0;
        for (int i = 0; i < out; i++) {
            again += before.contains(buffers.allocate().getBuffer()) ? 1 : 0;
        }
        return again;
    }

    @Test
    void nothing_is_lent_after_the_end() {
        buffers.close();
        assertThatThrownBy(buffers::allocate).isInstanceOf(IllegalStateException.class);
    }
}
