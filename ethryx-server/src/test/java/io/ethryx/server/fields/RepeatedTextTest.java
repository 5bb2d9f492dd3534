package io.ethryx.server.fields;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Texts of octets that are the same request after request. */
class RepeatedTextTest {

    private final RepeatedText text = new RepeatedText();

    private String of(String octets) {
        byte[] framed = (" " + octets + "!").getBytes(StandardCharsets.ISO_8859_1);
        return text.of(framed, 1, framed.length - 1);
    }

    @Test
    void the_same_octets_are_the_same_object() {
        String first = of("node.example:8545");
        assertThat(of("node.example:8545")).isSameAs(first).isEqualTo("node.example:8545");
    }

    @ParameterizedTest
    @CsvSource({"/1,/2", "/1,/10", "/10,/1", "a,A", "/1,''", "\u00e9,\u00ea", "ab,ba"})
    void other_octets_are_another_text(String before, String after) {
        assertThat(of(before)).isEqualTo(before);
        assertThat(of(after)).isEqualTo(after);
        assertThat(of(before)).isEqualTo(before);
    }

    @Test
    void each_octet_is_one_char() {
        StringBuilder all = new StringBuilder();
        for (char c = 0; c < 256; c++) {
            all.append(c);
        }
        String every = all.toString();
        assertThat(of(every)).isEqualTo(every);
        assertThat(of(every)).isEqualTo(every);
    }

    @Test
    void a_long_text_is_not_kept() {
        String kept = of("/1");
        String tooLong = "x".repeat(257);
        assertThat(of(tooLong)).isNotSameAs(of(tooLong)).isEqualTo(tooLong);
        assertThat(of("/1")).isSameAs(kept);
    }

    @Test
    void the_value_of_a_field_is_made_anew_only_where_it_says_something_else() {
        FieldBlock fields = new FieldBlock();
        assertThat(text.valueOf(fields, KnownField.HOST)).isNull();
        fields.add(KnownField.HOST, "a.example");
        String first = text.valueOf(fields, KnownField.HOST);
        fields.clear();
        fields.add(KnownField.ACCEPT, "*/*");
        fields.add(KnownField.HOST, "a.example");
        assertThat(text.valueOf(fields, KnownField.HOST)).isSameAs(first).isEqualTo("a.example");
        fields.clear();
        fields.add(KnownField.HOST, "b.example");
        assertThat(text.valueOf(fields, KnownField.HOST)).isEqualTo("b.example");
        fields.drop(KnownField.HOST);
        assertThat(text.valueOf(fields, KnownField.HOST)).isNull();
    }
}
