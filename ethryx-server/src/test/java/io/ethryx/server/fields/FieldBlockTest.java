package io.ethryx.server.fields;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ethryx.server.testing.FieldTexts;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class FieldBlockTest {

    private final FieldBlock fields = new FieldBlock();

    private String written() {
        byte[] to = new byte[fields.length() + 3];
        assertThat(fields.write(to, 3)).isEqualTo(to.length);
        return new String(to, 3, to.length - 3, StandardCharsets.ISO_8859_1);
    }

    private void read(String section) {
        FieldReader reader = new FieldReader(fields);
        byte[] bytes = section.getBytes(StandardCharsets.ISO_8859_1);
        reader.begin(65_536, 1_000);
        assertThat(reader.read(bytes, 0, bytes.length)).isEqualTo(bytes.length);
        assertThat(reader.isWhole()).isTrue();
    }

    @Test
    void a_new_block_has_no_lines_and_writes_nothing() {
        assertThat(fields.size()).isZero();
        assertThat(fields.isEmpty()).isTrue();
        assertThat(written()).isEmpty();
        assertThat(fields.find(KnownField.HOST)).isEqualTo(-1);
        assertThat(fields.value(KnownField.HOST)).isNull();
    }

    @Test
    void lines_keep_their_order_their_letter_case_and_their_repetitions() {
        fields.add("HOST", "a");
        fields.add("x-Odd", "1");
        fields.add("Accept", "b");
        fields.add("X-ODD", "2");
        assertThat(written()).isEqualTo("HOST: a\r\nx-Odd: 1\r\nAccept: b\r\nX-ODD: 2\r\n");
        assertThat(fields.name(3)).isEqualTo("X-ODD");
        assertThat(fields.value(3)).isEqualTo("2");
    }

    @ParameterizedTest
    @EnumSource(KnownField.class)
    void a_known_field_is_known_in_any_letter_case(KnownField field) {
        List<String> spellings = List.of(
                field.spelled(),
                field.spelled().toLowerCase(Locale.ROOT),
                field.spelled().toUpperCase(Locale.ROOT));
        for (String spelling : spellings) {
            fields.clear();
            fields.add("x-before", "");
            fields.add(spelling, "v");
            assertThat(fields.known(1)).isEqualTo(field);
            assertThat(fields.find(field)).isEqualTo(1);
            assertThat(fields.value(field)).isEqualTo("v");
            assertThat(fields.known(0)).isNull();
        }
    }

    @ParameterizedTest
    @EnumSource(KnownField.class)
    void a_name_that_differs_by_one_letter_or_is_longer_is_not_the_known_field(KnownField field) {
        String name = field.spelled();
        for (int i = 0; i < name.length(); i++) {
            for (char other : "zq_~^-".toCharArray()) {
                String near = name.substring(0, i) + other + name.substring(i + 1);
                if (!near.equalsIgnoreCase(name)) {
                    fields.clear();
                    fields.add(near, "v");
                    assertThat(fields.known(0)).as(near).isNotEqualTo(field);
                }
            }
        }
        fields.clear();
        fields.add(name + "x", "v");
        assertThat(fields.has(field)).isFalse();
    }

    @Test
    void any_name_is_found_whatever_its_letter_case_from_some_line_on() {
        fields.add("X-A", "1");
        fields.add("x-a", "2");
        fields.add("X-B", "3");
        assertThat(fields.find("x-a", 0)).isZero();
        assertThat(fields.find("x-a", 1)).isEqualTo(1);
        assertThat(fields.find("x-a", 2)).isEqualTo(-1);
        assertThat(fields.find("x", 0)).isEqualTo(-1);
    }

    @Test
    void a_dropped_line_is_neither_found_nor_written() {
        fields.add(KnownField.HOST, "a");
        fields.add(KnownField.ACCEPT, "b");
        fields.add(KnownField.ACCEPT, "c");
        fields.add("X-D", "d");
        fields.drop(1);
        fields.drop(1);
        assertThat(fields.value(KnownField.ACCEPT)).isEqualTo("c");
        assertThat(fields.count(KnownField.ACCEPT)).isEqualTo(1);
        assertThat(fields.isDropped(1)).isTrue();
        assertThat(written()).isEqualTo("Host: a\r\nAccept: c\r\nX-D: d\r\n");
        fields.drop(KnownField.ACCEPT);
        assertThat(fields.has(KnownField.ACCEPT)).isFalse();
        fields.drop(3);
        assertThat(fields.find("x-d", 0)).isEqualTo(-1);
        assertThat(written()).isEqualTo("Host: a\r\n");
        fields.drop(0);
        assertThat(fields.isEmpty()).isTrue();
        assertThat(written()).isEmpty();
    }

    @Test
    void a_set_of_fields_is_dropped_at_once_and_one_that_is_added_later_is_not() {
        FieldSet set = FieldSet.of(KnownField.TE).with(KnownField.UPGRADE, KnownField.CONNECTION);
        fields.add("te", "a");
        fields.add("X", "b");
        fields.add("upgrade", "c");
        fields.drop(set);
        assertThat(written()).isEqualTo("X: b\r\n");
        fields.add("te", "d");
        assertThat(fields.value(KnownField.TE)).isEqualTo("d");
        assertThat(set.contains(KnownField.TE)).isTrue();
        assertThat(set.contains(KnownField.HOST)).isFalse();
        assertThat(set.contains(null)).isFalse();
        assertThat(FieldSet.NOTHING.contains(KnownField.TE)).isFalse();
    }

    @Test
    void a_name_that_a_peer_names_is_dropped_in_any_letter_case() {
        fields.add("X-Foo", "1");
        fields.add("x-foo", "2");
        fields.add("X-Food", "3");
        byte[] list = "close, X-FOO".getBytes(StandardCharsets.US_ASCII);
        fields.dropNamed(list, 7, 12);
        assertThat(written()).isEqualTo("X-Food: 3\r\n");
    }

    @Test
    void lines_that_came_in_another_form_are_written_in_the_usual_one() {
        read("A:1\r\nB: 2\r\nC:  3\r\nD: 4 \r\nE:\r\nF: \r\nG:\t5\t\r\nH: a  b\r\n\r\n");
        assertThat(written()).isEqualTo("A: 1\r\nB: 2\r\nC: 3\r\nD: 4\r\nE: \r\nF: \r\nG: 5\r\nH: a  b\r\n");
        fields.drop(0);
        fields.drop(2);
        assertThat(written()).isEqualTo("B: 2\r\nD: 4\r\nE: \r\nF: \r\nG: 5\r\nH: a  b\r\n");
    }

    @Test
    void the_lines_that_are_left_go_into_another_block() {
        read("A:1\r\nHost: 2\r\nC: 3\r\n\r\n");
        fields.drop(2);
        FieldBlock other = new FieldBlock();
        other.add("Z", "0");
        other.addAll(fields);
        List<String> lines = new ArrayList<>();
        FieldTexts.forEach(other, (name, value) -> lines.add(name + "=" + value));
        assertThat(lines).containsExactly("Z=0", "A=1", "Host=2");
        assertThat(other.find(KnownField.HOST)).isEqualTo(2);
        assertThat(other.length()).isEqualTo("Z: 0\r\nA: 1\r\nHost: 2\r\n".length());
    }

    @Test
    void lines_are_written_into_a_buffer_behind_what_is_there() {
        fields.add("A", "1");
        ByteBuffer to = ByteBuffer.allocate(20).position(2).slice();
        to.put((byte) 'x');
        fields.write(to);
        assertThat(to.position()).isEqualTo(7);
        assertThat(new String(to.array(), 2, 7, StandardCharsets.US_ASCII)).isEqualTo("xA: 1\r\n");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "a b", "a:", "a\r", "\n", "\u00e9", "\u0100", "a\0"})
    void what_is_no_token_is_no_name(String name) {
        assertThatThrownBy(() -> fields.add(name, "v")).isInstanceOf(IllegalArgumentException.class);
        assertThat(fields.size()).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"\r", "a\nb", "a\r\nX: y", "\0", "\u0100", "\uff0a"})
    void what_would_become_another_line_is_no_value(String value) {
        assertThatThrownBy(() -> fields.add("X", value)).isInstanceOf(IllegalArgumentException.class);
        assertThat(fields.size()).isZero();
    }

    @Test
    void every_other_byte_may_stand_in_a_value() {
        StringBuilder all = new StringBuilder("x");
        for (char c = 1; c <= 0xFF; c++) {
            if (c != '\r' && c != '\n') {
                all.append(c);
            }
        }
        all.append('x');
        fields.add("X", all.toString());
        assertThat(written()).isEqualTo("X: " + all + "\r\n");
        assertThat(fields.value(0)).isEqualTo(all.toString());
    }

    @Test
    void a_value_is_compared_whole_and_as_a_list() {
        fields.add(KnownField.CONNECTION, " Foo ,\tCLOSE,, ,bar");
        fields.add(KnownField.CONNECTION, "Upgrade");
        assertThat(fields.hasElement(KnownField.CONNECTION, "close")).isTrue();
        assertThat(fields.hasElement(KnownField.CONNECTION, "foo")).isTrue();
        assertThat(fields.hasElement(KnownField.CONNECTION, "bar")).isTrue();
        assertThat(fields.hasElement(KnownField.CONNECTION, "upgrade")).isTrue();
        assertThat(fields.hasElement(KnownField.CONNECTION, "clos")).isFalse();
        assertThat(fields.hasElement(KnownField.CONNECTION, "")).isFalse();
        assertThat(fields.hasElement(KnownField.UPGRADE, "close")).isFalse();
        assertThat(fields.valueIs(1, "upgrade")).isTrue();
        assertThat(fields.valueIs(0, "close")).isFalse();
    }

    @Test
    void a_cleared_block_is_as_a_new_one_whatever_was_in_it() {
        for (int i = 0; i < 200; i++) {
            fields.add("X-" + i, "v".repeat(50));
        }
        read("A:1\r\n\r\n");
        fields.drop(0);
        fields.clear();
        assertThat(fields.isEmpty()).isTrue();
        assertThat(fields.bytes().length).isLessThanOrEqualTo(4_096);
        fields.add("Host", "b");
        assertThat(written()).isEqualTo("Host: b\r\n");
        fields.release();
        assertThat(fields.bytes()).isEmpty();
        assertThat(fields.size()).isZero();
    }

    @Test
    void a_block_grows_no_further_than_one_mebibyte() {
        String value = "v".repeat(400_000);
        fields.add("A", value);
        fields.add("B", value);
        assertThatThrownBy(() -> fields.add("C", value)).isInstanceOf(IllegalStateException.class);
        assertThat(fields.size()).isEqualTo(2);
    }
}
