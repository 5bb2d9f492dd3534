package io.ethryx.server.fields;

import static org.assertj.core.api.Assertions.assertThat;

import io.ethryx.server.fields.FieldReader.Fault;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FieldReaderTest {

    private final FieldBlock fields = new FieldBlock();
    private final FieldReader reader = new FieldReader(fields);

    private static byte[] bytes(String text) {
        return text.translateEscapes().getBytes(StandardCharsets.ISO_8859_1);
    }

    private int read(String text, int mostBytes, int mostLines) {
        byte[] bytes = bytes(text);
        reader.begin(mostBytes, mostLines);
        return reader.read(bytes, 0, bytes.length);
    }

    @Test
    void a_section_ends_behind_its_empty_line_and_what_follows_is_left() {
        assertThat(read("Host: a\\r\\nX:b\\r\\n\\r\\nbody: x\\r\\n\\r\\n", 100, 10))
                .isEqualTo(16);
        assertThat(reader.isWhole()).isTrue();
        assertThat(reader.fault()).isNull();
        assertThat(fields.size()).isEqualTo(2);
        assertThat(fields.value(KnownField.HOST)).isEqualTo("a");
        assertThat(fields.value(1)).isEqualTo("b");
        assertThat(read("\\r\\n\\r\\n", 100, 10)).isEqualTo(2);
        assertThat(reader.isWhole()).isTrue();
        assertThat(fields.isEmpty()).isTrue();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    NAME     | 'X Y: a\\r\\n\\r\\n'
                    NAME     | 'X : a\\r\\n\\r\\n'
                    NAME     | ': a\\r\\n\\r\\n'
                    NAME     | ' X: a\\r\\n\\r\\n'
                    NAME     | 'X: a\\r\\n b\\r\\n\\r\\n'
                    NAME     | 'X: a\\r\\n\\tb\\r\\n\\r\\n'
                    NAME     | 'X\\r\\n\\r\\n'
                    NAME     | 'X\\0: a\\r\\n\\r\\n'
                    NAME     | 'X\\351: a\\r\\n\\r\\n'
                    NAME     | 'X: a\\r\\n\\rX'
                    VALUE    | 'X: a\\0b\\r\\n\\r\\n'
                    VALUE    | 'X: a\\177b\\r\\n\\r\\n'
                    VALUE    | 'X: a\\rb\\r\\n\\r\\n'
                    VALUE    | 'X: a\\r\\r\\n\\r\\n'
                    LINE_END | 'X: a\\n\\r\\n'
                    LINE_END | 'X: a\\r\\n\\n'
                    LINE_END | 'X\\n\\r\\n'
                    LINE_END | '\\n'
                    """)
    void what_is_malformed_is_refused_however_it_is_split(Fault fault, String section) {
        read(section, 1_000, 10);
        assertThat(reader.fault()).isEqualTo(fault);
        assertThat(reader.isWhole()).isFalse();
        byte[] bytes = bytes(section);
        reader.begin(1_000, 10);
        for (int i = 0; i < bytes.length; i++) {
            reader.read(bytes, i, i + 1);
        }
        assertThat(reader.fault()).isEqualTo(fault);
        assertThat(reader.isWhole()).isFalse();
    }

    @Test
    void a_tab_and_bytes_over_7f_may_stand_in_a_value() {
        read("X: a\\tb\\351\\377\\r\\n\\r\\n", 100, 10);
        assertThat(reader.fault()).isNull();
        assertThat(fields.value(0)).isEqualTo("a\tb\u00e9\u00ff");
    }

    @Test
    void a_section_may_have_as_many_bytes_as_the_limit_says_and_no_more() {
        String section = "X: abc\\r\\n\\r\\n";
        read(section + "behind", 10, 10);
        assertThat(reader.isWhole()).isTrue();
        assertThat(reader.fault()).isNull();
        read(section + "behind", 9, 10);
        assertThat(reader.isWhole()).isFalse();
        assertThat(reader.fault()).isEqualTo(Fault.TOO_LARGE);
    }

    @Test
    void a_line_without_end_is_given_up_at_the_limit_and_not_held() {
        reader.begin(65_536, 1_000);
        byte[] piece = new byte[100_000];
        java.util.Arrays.fill(piece, (byte) 'x');
        int taken = reader.read(piece, 0, piece.length);
        assertThat(reader.fault()).isEqualTo(Fault.TOO_LARGE);
        assertThat(taken).isLessThan(70_000);
        assertThat(fields.bytes().length).isLessThanOrEqualTo(131_072);
    }

    @Test
    void a_section_may_have_as_many_lines_as_the_limit_says_and_no_more() {
        read("a: 1\\r\\nb: 2\\r\\n\\r\\n", 100, 2);
        assertThat(reader.isWhole()).isTrue();
        read("a: 1\\r\\nb: 2\\r\\nc: 3\\r\\n\\r\\n", 100, 2);
        assertThat(reader.fault()).isEqualTo(Fault.TOO_MANY);
        assertThat(reader.isWhole()).isFalse();
    }

    @Test
    void a_buffer_is_read_to_the_end_of_the_section_and_no_further() {
        for (ByteBuffer in : new ByteBuffer[] {ByteBuffer.allocate(100), ByteBuffer.allocateDirect(100)}) {
            in.put(bytes("zz" + "X: a\\r\\n\\r\\n" + "body")).flip().position(2);
            reader.begin(100, 10);
            reader.read(in);
            assertThat(reader.isWhole()).isTrue();
            assertThat(in.position()).isEqualTo(10);
            assertThat(fields.value(0)).isEqualTo("a");
        }
    }
}
