package io.ethryx.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class BodyTest {

    private static final byte[] BYTES = "0123456789".getBytes(StandardCharsets.US_ASCII);

    private static final List<Body> SAME = List.of(
            Body.of(BYTES),
            Body.of(ByteBuffer.wrap("xx0123456789yy".getBytes(StandardCharsets.US_ASCII), 2, 10)),
            Body.of(ByteBuffer.wrap("xx0123456789yy".getBytes(StandardCharsets.US_ASCII), 1, 12)
                    .slice()
                    .slice(1, 10)),
            Body.of(direct("0123456789")),
            Body.of(ByteBuffer.wrap(BYTES).asReadOnlyBuffer()),
            Body.of(List.of(ByteBuffer.wrap(BYTES))),
            Body.of(List.of(direct("012"), direct(""), ByteBuffer.wrap(BYTES, 3, 4), direct("789"), direct(""))));

    @Test
    void bytes_are_found_wherever_they_are() {
        for (Body body : SAME) {
            assertThat(body.length()).isEqualTo(10);
            for (int i = 0; i < 10; i++) {
                assertThat(body.at(i)).isEqualTo(BYTES[i]);
            }
            for (int from = 0; from <= 10; from++) {
                for (int to = from; to <= 10; to++) {
                    String range = "0123456789".substring(from, to);
                    assertThat(body.text(from, to)).isEqualTo(range);
                    assertThat(gathered(body, from, to)).isEqualTo(range);
                    assertThat(body.holds(from, to, range.getBytes(StandardCharsets.US_ASCII)))
                            .isTrue();
                    assertThat(body.holds(from, to, "x".getBytes(StandardCharsets.US_ASCII)))
                            .isFalse();
                }
            }
        }
    }

    @Test
    void what_is_not_there_is_not_read() {
        for (Body body : SAME) {
            assertOutOfBounds(() -> body.at(-1));
            assertOutOfBounds(() -> body.at(10));
            assertOutOfBounds(() -> body.copy(0, 11));
            assertOutOfBounds(() -> body.copy(5, 4));
            assertOutOfBounds(() -> body.gather(9, 11, new ArrayList<>()));
            assertOutOfBounds(() -> body.holds(9, 11, BYTES));
            assertOutOfBounds(() -> body.copyInto(8, new byte[20], 0, 3));
        }
    }

    @Test
    void views_share_the_bytes_and_can_not_change_them() {
        byte[] bytes = BYTES.clone();
        List<ByteBuffer> views = new ArrayList<>();
        Body.of(bytes).gather(2, 4, views);

        bytes[2] = 'x';

        assertThat(views).hasSize(1);
        assertThat(views.get(0).get(0)).isEqualTo((byte) 'x');
        assertThat(views.get(0).isReadOnly()).isTrue();
    }

    @Test
    void buffers_are_left_as_they_were() {
        ByteBuffer buffer = direct("0123456789");
        Body body = Body.of(List.of(buffer, direct("")));

        body.text(0, 10);

        assertThat(buffer.position()).isZero();
        assertThat(buffer.remaining()).isEqualTo(10);
    }

    @Test
    void a_body_of_no_buffers_is_empty() {
        assertThat(Body.of(List.of()).length()).isZero();
        assertThat(Body.of(List.of()).text(0, 0)).isEmpty();
    }

    static String text(List<ByteBuffer> parts) {
        Body all = Body.of(parts);
        return all.text(0, all.length());
    }

    private static String gathered(Body body, int from, int to) {
        List<ByteBuffer> parts = new ArrayList<>();
        body.gather(from, to, parts);
        return text(parts);
    }

    private static ByteBuffer direct(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
        return ByteBuffer.allocateDirect(bytes.length).put(bytes).flip();
    }

    private static void assertOutOfBounds(org.assertj.core.api.ThrowableAssert.ThrowingCallable read) {
        assertThatExceptionOfType(IndexOutOfBoundsException.class).isThrownBy(read);
    }
}
