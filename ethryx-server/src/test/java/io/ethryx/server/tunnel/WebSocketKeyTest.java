package io.ethryx.server.tunnel;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class WebSocketKeyTest {

    @Test
    void the_example_of_the_rfc_is_accepted_by_its_value() {
        assertThat(WebSocketKey.accept("dGhlIHNhbXBsZSBub25jZQ==")).isEqualTo("s3pPLMBiTxaQ9kYGzzhZRbK+xOo=");
    }

    @Test
    void a_fresh_key_is_valid_and_another_one_each_time() {
        String key = WebSocketKey.fresh();
        assertThat(WebSocketKey.isValid(key)).isTrue();
        assertThat(WebSocketKey.fresh()).isNotEqualTo(key);
    }

    @Test
    void only_sixteen_bytes_in_base64_are_a_key() {
        assertThat(WebSocketKey.isValid("dGhlIHNhbXBsZSBub25jZQ==")).isTrue();
        for (String bad : new String[] {
            "",
            "x",
            "dGhlIHNhbXBsZSBub25jZQ",
            "dGhlIHNhbXBsZSBub25jZTEy",
            "dGhlIHNhbXBsZSBub25j*Q==",
            "dGhlIHNhbXBsZSBub25jZQ== "
        }) {
            assertThat(WebSocketKey.isValid(bad)).as(bad).isFalse();
        }
    }
}
