package io.ethryx.server.gateway.body;

import static org.assertj.core.api.Assertions.assertThat;

import io.ethryx.server.budget.ByteBudget;
import io.ethryx.server.testing.CountingBuffers;
import java.nio.ByteBuffer;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Bodies held in pooled buffers of several sizes. */
class PooledBytesTest {

    private static final int USUAL = 16 * 1024;

    private final CountingBuffers buffers = new CountingBuffers(USUAL);
    private final ByteBudget budget = new ByteBudget(1 << 20);
    private final PooledBytes bytes = new PooledBytes(buffers, budget);

    /** Takes a body of an announced length in, up to the read that finds its end. */
    private byte[] takeIn(int length, int atATime) {
        byte[] body = new byte[length];
        new Random(length).nextBytes(body);
        int at = 0;
        while (at < length) {
            ByteBuffer into = bytes.room(length - at);
            int more = Math.min(Math.min(atATime, into.remaining()), length - at);
            into.put(body, at, more);
            bytes.took(more);
            at += more;
        }
        assertThat(bytes.room(0).hasRemaining()).isTrue();
        return body;
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2_047, 2_048, 2_049, 16_383})
    void what_fits_the_buffer_that_was_lent_for_it_is_in_one_piece_its_end_included(int length) {
        byte[] body = takeIn(length, 700);
        assertThat(buffers.out()).isEqualTo(1);
        ByteBuffer whole = bytes.whole();
        assertThat(whole).isEqualTo(ByteBuffer.wrap(body));
    }

    @ParameterizedTest
    @ValueSource(ints = {100_000, 300_000})
    void what_is_longer_is_in_several_pieces_in_order(int length) {
        byte[] body = takeIn(length, 9_999);
        assertThat(bytes.whole()).isNull();
        assertThat(bytes.body().copy(0, length)).isEqualTo(body);
        assertThat(bytes.views()).hasSize(buffers.out());
    }

    @Test
    void a_short_body_takes_little_of_the_budget() {
        takeIn(115, 115);
        assertThat(budget.taken()).isEqualTo(2 * 1024);
    }

    @Test
    void everything_is_given_back_and_it_may_be_said_twice() {
        takeIn(100_000, USUAL);
        bytes.release();
        bytes.release();
        assertThat(buffers.out()).isZero();
        assertThat(budget.taken()).isZero();
        assertThat(bytes.whole()).isEqualTo(ByteBuffer.allocate(0));
    }

    @Test
    void where_the_budget_has_nothing_left_there_is_no_room() {
        PooledBytes poor = new PooledBytes(buffers, new ByteBudget(1_000));
        assertThat(poor.room(10)).isNull();
        assertThat(buffers.out()).isZero();
    }
}
