package io.ethryx.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RequestIdTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "{\"id\":7,\"method\":\"a\"}|7",
                "{\"method\":\"a\",\"id\":12345678901234567890}|12345678901234567890",
                "{\"id\":1.50}|1.50",
                "{\"id\":-1e3}|-1e3",
                "{\"id\":\"a\"}|\"a\"",
                "{\"id\":\"\"}|\"\"",
                "{\"id\" : \"a\\u0041\\n\\\"b\" }|\"a\\u0041\\n\\\"b\"",
                "{\"id\":\"\u00e9\u4e2d\"}|\"\u00e9\u4e2d\"",
                "{\"params\":[{\"id\":9}],\"id\":8}|8",
                " {\"id\":5} |5"
            })
    void the_id_stands_as_it_was_written(String request, String id) {
        assertThat(RequestId.of(request.getBytes(StandardCharsets.UTF_8))).isEqualTo(id);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "[]",
                "[{\"id\":1}]",
                "{}",
                "{\"method\":\"a\"}",
                "{\"id\":null}",
                "{\"id\":true}",
                "{\"id\":[1]}",
                "{\"id\":{\"id\":1}}",
                "{\"id\":1,\"id\":2}",
                "{\"params\":[{\"id\":9}]}",
                "{\"id\":1",
                "{\"id\":1}x",
                "{\"id\":1}{\"id\":2}",
                "not json"
            })
    void where_there_is_no_one_id_it_is_null(String request) {
        assertThat(RequestId.of(request.getBytes(StandardCharsets.UTF_8))).isEqualTo("null");
    }

    @Test
    void random_bytes_are_never_more_than_null_or_a_piece_of_the_input() {
        for (int seed = 0; seed < 20_000; seed++) {
            Random random = new Random(seed);
            byte[] bytes = "{\"jsonrpc\":\"2.0\",\"id\":\"ab\",\"params\":[1]}".getBytes(StandardCharsets.UTF_8);
            for (int i = random.nextInt(4); i >= 0; i--) {
                bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
            }
            String id = RequestId.of(bytes);
            assertThat(id.equals("null") || new String(bytes, StandardCharsets.UTF_8).contains(id))
                    .as("seed %d", seed)
                    .isTrue();
        }
    }
}
