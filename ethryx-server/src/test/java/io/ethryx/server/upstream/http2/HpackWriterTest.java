package io.ethryx.server.upstream.http2;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http2.DefaultHttp2HeadersDecoder;
import io.netty.handler.codec.http2.Http2Headers;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** What is written is what a decoder of HPACK reads (RFC 7541), on a connection without a dynamic table too. */
class HpackWriterTest {

    private static final String LETTERS = "abcdefghijklmnopqrstuvwxyz0123456789-_.!#$%&'*+^`|~";

    private static List<String> read(byte[] block) throws Exception {
        DefaultHttp2HeadersDecoder decoder = new DefaultHttp2HeadersDecoder(false, 1 << 24);
        decoder.maxHeaderTableSize(0);
        byte[] all = new byte[block.length + 1];
        all[0] = 0x20;
        System.arraycopy(block, 0, all, 1, block.length);
        Http2Headers headers = decoder.decodeHeaders(3, Unpooled.wrappedBuffer(all));
        List<String> lines = new ArrayList<>();
        headers.forEach(field -> lines.add(field.getKey() + ": " + field.getValue()));
        return lines;
    }

    private static byte[] octets(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }

    @Test
    void entries_of_the_static_table_are_those_that_their_names_say() throws Exception {
        HpackWriter writer = new HpackWriter();
        writer.begin();
        writer.whole(HpackWriter.METHOD_GET, 10);
        writer.whole(HpackWriter.METHOD_POST, 11);
        writer.whole(HpackWriter.SCHEME_HTTP, 11);
        writer.whole(HpackWriter.SCHEME_HTTPS, 12);
        writer.name(HpackWriter.AUTHORITY, 10);
        writer.value("node:1");
        writer.name(HpackWriter.PATH, 5);
        writer.value("/a");
        writer.name(HpackWriter.CONTENT_LENGTH, 14);
        writer.value("12");
        EncodedFields fields = writer.done();
        List<String> lines = read(fields.block());
        assertThat(lines)
                .containsExactlyInAnyOrder(
                        ":method: GET",
                        ":method: POST",
                        ":scheme: http",
                        ":scheme: https",
                        ":authority: node:1",
                        ":path: /a",
                        "content-length: 12");
        int letters = lines.stream().mapToInt(line -> line.length() - 2 + 32).sum();
        assertThat(fields.listBytes()).isEqualTo(letters);
    }

    @Test
    void any_names_and_values_come_back_as_they_were_with_names_in_lower_case() throws Exception {
        for (long seed = 0; seed < 200; seed++) {
            Random random = new Random(seed);
            HpackWriter writer = new HpackWriter();
            for (int block = 0; block < 3; block++) {
                writer.begin();
                List<String> expected = new ArrayList<>();
                for (int i = random.nextInt(20); i >= 0; i--) {
                    String name = name(random, i);
                    byte[] value = new byte[random.nextInt(8) == 0 ? random.nextInt(20_000) : random.nextInt(140)];
                    random.nextBytes(value);
                    byte[] around =
                            octets("x" + (random.nextBoolean() ? name : name.toUpperCase(java.util.Locale.ROOT)));
                    writer.name(around, 1, around.length, random.nextBoolean());
                    writer.value(value, 0, value.length);
                    expected.add(name + ": " + new String(value, StandardCharsets.ISO_8859_1));
                }
                assertThat(read(writer.done().block())).as("seed %s", seed).containsExactlyElementsOf(expected);
            }
        }
    }

    /** All different: a decoder's headers keep equal names together. */
    private static String name(Random random, int number) {
        StringBuilder name = new StringBuilder("n" + number);
        for (int i = random.nextInt(random.nextInt(10) == 0 ? 300 : 12); i > 0; i--) {
            name.append(LETTERS.charAt(random.nextInt(LETTERS.length())));
        }
        return name.toString();
    }

    @Test
    void nothing_is_left_for_a_table_and_a_secret_may_be_put_into_none() {
        HpackWriter writer = new HpackWriter();
        writer.begin();
        writer.name(octets("a"), 0, 1, false);
        writer.value("b");
        writer.name(octets("authorization"), 0, 13, true);
        writer.value("c");
        byte[] block = writer.done().block();
        assertThat(block[0]).isEqualTo((byte) 0);
        assertThat(block[5]).isEqualTo((byte) 0x10);
    }
}
