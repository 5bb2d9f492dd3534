package io.ethryx.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Long strings are passed many bytes at a time; what stands in them is seen wherever it stands. */
final class LongTextTest {

    private static final String BEFORE = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"eth_x\",\"params\":[\"";
    private static final String AFTER = "\"]}";

    private final JsonRpcReader reader = new JsonRpcReader();

    private static byte[] call(byte[] text) {
        byte[] call = (BEFORE + "_".repeat(text.length) + AFTER).getBytes(StandardCharsets.US_ASCII);
        System.arraycopy(text, 0, call, BEFORE.length(), text.length);
        return call;
    }

    private boolean reads(byte[] call, boolean direct) {
        ByteBuffer body = direct ? ByteBuffer.allocateDirect(call.length) : ByteBuffer.allocate(call.length);
        body.put(0, call);
        return reader.read(Body.of(body)) instanceof RpcCall;
    }

    @Test
    void each_byte_means_the_same_at_every_place_of_a_long_string() {
        for (int value = 0; value < 256; value++) {
            boolean text = value >= 0x20 && value < 0x80 && value != '"' && value != '\\';
            for (int at = 0; at < 150; at++) {
                byte[] bytes = "0".repeat(150).getBytes(StandardCharsets.US_ASCII);
                bytes[at] = (byte) value;
                byte[] call = call(bytes);
                assertThat(reads(call, false)).as("%d at %d", value, at).isEqualTo(text);
                assertThat(reads(call, true))
                        .as("%d at %d, outside the heap", value, at)
                        .isEqualTo(text);
            }
        }
    }

    @Test
    void a_string_ends_where_its_quote_is_however_long_it_is() {
        for (int length = 0; length < 300; length++) {
            RpcCall read = (RpcCall) reader.read(
                    Body.of(call(" !#a~".repeat(60).substring(0, length).getBytes(StandardCharsets.US_ASCII))));
            assertThat(read.paramsTo() - read.paramsFrom()).isEqualTo(length + 4);
        }
    }

    @Test
    void one_stray_byte_in_a_body_of_64_kib_is_found_in_one_buffer_and_in_several() {
        for (long seed = 0; seed < 200; seed++) {
            Random random = new Random(seed);
            byte[] bytes = "02f8".repeat(16_000).getBytes(StandardCharsets.US_ASCII);
            assertThat(reads(call(bytes), true)).isTrue();
            bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(0x20);
            byte[] call = call(bytes);
            assertThat(reads(call, true)).as("seed %d", seed).isFalse();
            int cut = random.nextInt(call.length);
            ByteBuffer second = ByteBuffer.allocateDirect(call.length - cut).put(0, call, cut, call.length - cut);
            Body split = Body.of(List.of(ByteBuffer.wrap(call, 0, cut), second));
            assertThat(reader.read(split)).as("seed %d", seed).isInstanceOf(InvalidCall.class);
        }
    }
}
