package io.ethryx.server.http2;

import static org.assertj.core.api.Assertions.assertThat;

import io.ethryx.server.fields.FieldBlock;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http2.DefaultHttp2HeadersDecoder;
import io.netty.handler.codec.http2.Http2Headers;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** What is packed here is what another decoder unpacks. */
class HeaderWriterTest {

    private static final String NAME = "abcdefghijklmnopqrstuvwxyz-0123456789";

    private final HeaderWriter writer = new HeaderWriter();
    private final DefaultHttp2HeadersDecoder reader = new DefaultHttp2HeadersDecoder(true, 1 << 20);

    private List<String> through(AnswerHead head) throws Exception {
        ByteBuffer block = ByteBuffer.allocate(HeaderWriter.most(head.fields()));
        writer.write(head, block);
        List<String> lines = new ArrayList<>();
        Http2Headers unpacked = reader.decodeHeaders(1, Unpooled.wrappedBuffer(block.flip()));
        for (Map.Entry<CharSequence, CharSequence> line : unpacked) {
            lines.add(line.getKey() + "=" + line.getValue());
        }
        return lines;
    }

    @Test
    void every_status_and_the_lines_of_our_own() throws Exception {
        for (int status = 100; status < 600; status++) {
            AnswerHead head = new AnswerHead(status, new FieldBlock(), 7, "now");
            assertThat(through(head)).containsExactly(":status=" + status, "content-length=7", "date=now");
        }
    }

    @Test
    void a_length_of_our_own_stands_in_for_that_of_the_fields() throws Exception {
        FieldBlock fields = new FieldBlock();
        fields.add("Content-Length", "99");
        assertThat(through(new AnswerHead(200, fields, 5, null))).containsExactly(":status=200", "content-length=5");
        assertThat(through(new AnswerHead(200, fields, AnswerHead.NO_LENGTH, null)))
                .containsExactly(":status=200");
        assertThat(through(AnswerHead.of(0, fields))).containsExactly("content-length=99");
    }

    @Test
    void names_become_lower_case_and_what_speaks_of_the_connection_is_left_out() throws Exception {
        FieldBlock fields = new FieldBlock();
        fields.add("X-Upper", "a B");
        fields.add("Connection", "close");
        fields.add("Transfer-Encoding", "chunked");
        fields.add("Keep-Alive", "x");
        fields.add("x-dropped", "y");
        fields.drop(4);
        fields.add("Server", "  nginx ");
        assertThat(through(AnswerHead.of(0, fields))).containsExactly("x-upper=a B", "server=nginx");
    }

    @Test
    void any_fields_at_all() throws Exception {
        for (long seed = 0; seed < 300; seed++) {
            Random random = new Random(seed);
            FieldBlock fields = new FieldBlock();
            List<String> expected = new ArrayList<>();
            for (int i = random.nextInt(12); i > 0; i--) {
                StringBuilder name = new StringBuilder("n");
                for (int j = random.nextInt(200); j > 0; j--) {
                    name.append(NAME.charAt(random.nextInt(NAME.length())));
                }
                StringBuilder value = new StringBuilder();
                for (int j = random.nextInt(4) == 0 ? random.nextInt(20_000) : random.nextInt(300); j > 0; j--) {
                    value.append((char) ('!' + random.nextInt(90)));
                }
                String spelled = random.nextBoolean() ? name.toString() : "Set-Cookie";
                fields.add(spelled, value.toString());
                expected.add(spelled.toLowerCase(Locale.ROOT) + "=" + value);
            }
            assertThat(through(AnswerHead.of(0, fields))).as("seed %d", seed).containsExactlyElementsOf(expected);
        }
    }
}
