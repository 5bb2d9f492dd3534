package io.ethryx.server.proxy;

import static org.assertj.core.api.Assertions.assertThat;

import io.ethryx.server.testing.CountingBuffers;
import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;

/** How large the buffer is that a pump holds: short where little is announced, and larger once much comes. */
class PumpBufferTest {

    private static final int SHORT = 2 * 1024;
    private static final int USUAL = 16 * 1024;

    private final CountingBuffers buffers = new CountingBuffers(USUAL);
    private final PumpBuffer held = new PumpBuffer(buffers);

    private int size(long expected) {
        return held.emptied(expected).capacity();
    }

    private void fill() {
        ByteBuffer bytes = held.bytes();
        bytes.position(bytes.limit()).flip();
    }

    @Test
    void where_nobody_knows_how_much_comes_it_is_of_the_usual_size() {
        assertThat(size(0)).isEqualTo(USUAL);
    }

    @Test
    void a_short_one_that_was_filled_gives_way_where_more_comes() {
        assertThat(size(SHORT)).isEqualTo(SHORT);
        fill();
        assertThat(size(SHORT)).isEqualTo(SHORT);
        fill();
        assertThat(size(SHORT + 1)).isEqualTo(USUAL);
        fill();
        assertThat(size(USUAL + 1)).isEqualTo(4 * USUAL);
        fill();
        assertThat(size(Long.MAX_VALUE)).isEqualTo(4 * USUAL);
        held.release();
        assertThat(buffers.out()).isZero();
    }

    @Test
    void one_that_was_not_filled_stays() {
        assertThat(size(100)).isEqualTo(SHORT);
        held.bytes().position(100).flip();
        assertThat(size(USUAL)).isEqualTo(SHORT);
    }
}
