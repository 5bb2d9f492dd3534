package io.ethryx.server.fields;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class LineComposerTest {

    private final FieldBlock block = new FieldBlock();
    private final LineComposer line = new LineComposer(block);

    @Test
    void a_line_of_several_parts_stands_behind_the_others() {
        block.add("Host", "a.example");

        line.begin(KnownField.FORWARDED)
                .text("for=192.0.2.1;host=\"")
                .valueOf(0)
                .text("\"")
                .end();
        line.begin(KnownField.X_FORWARDED_PROTO).text("http").end();

        assertThat(written())
                .isEqualTo(
                        "Host: a.example\r\nForwarded: for=192.0.2.1;host=\"a.example\"\r\nX-Forwarded-Proto: http\r\n");
        assertThat(block.value(KnownField.FORWARDED)).isEqualTo("for=192.0.2.1;host=\"a.example\"");
        assertThat(block.value(KnownField.X_FORWARDED_PROTO)).isEqualTo("http");
    }

    @Test
    void the_value_of_a_dropped_line_may_be_taken_over() {
        block.add("Host", "a.example");
        block.drop(0);

        line.begin(KnownField.X_FORWARDED_HOST).valueOf(0).end();

        assertThat(written()).isEqualTo("X-Forwarded-Host: a.example\r\n");
    }

    @Test
    void a_line_that_was_begun_and_not_ended_is_not_there() {
        line.begin(KnownField.X_FORWARDED_FOR).text("192.0.2.1");
        line.begin(KnownField.X_FORWARDED_PROTO).text("http").end();

        assertThat(written()).isEqualTo("X-Forwarded-Proto: http\r\n");
    }

    @Test
    void a_line_may_be_longer_than_the_block_was() {
        String part = "x".repeat(700);

        line.begin(KnownField.FORWARDED).text(part).text(part).end();
        line.begin(KnownField.X_FORWARDED_FOR).valueOf(0).valueOf(0).end();

        assertThat(block.value(0)).isEqualTo(part + part);
        assertThat(block.value(1)).isEqualTo((part + part).repeat(2));
    }

    @Test
    void blanks_around_a_value_are_no_part_of_it() {
        line.begin(KnownField.FORWARDED).text("  a").text("\t").end();

        assertThat(block.value(0)).isEqualTo("a");
    }

    @Test
    void what_would_become_another_line_is_refused() {
        for (String text : new String[] {"a\r\nb: c", "a\nb", "a\rb", "a\0b", "\u0100"}) {
            line.begin(KnownField.FORWARDED);
            assertThatIllegalArgumentException().isThrownBy(() -> line.text(text));
        }
        assertThat(block.size()).isZero();
    }

    private String written() {
        byte[] bytes = new byte[block.length()];
        block.write(bytes, 0);
        return new String(bytes, StandardCharsets.ISO_8859_1);
    }
}
