package io.ethryx.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class RpcErrorTest {

    @Test
    void members_stand_in_the_order_of_the_contract() {
        assertThat(text(RpcError.badGateway("EL: connection refused"), "7"))
                .isEqualTo("{\"jsonrpc\":\"2.0\",\"error\":{\"code\":-32603,\"message\":\"server error\","
                        + "\"data\":\"EL: connection refused\"},\"id\":7}");
    }

    @Test
    void an_id_is_copied_as_it_was_written() {
        assertThat(text(RpcError.gatewayTimeout("x"), "12345678901234567890")).endsWith("\"id\":12345678901234567890}");
        assertThat(text(RpcError.gatewayTimeout("x"), "\"a\\u0041\"")).endsWith("\"id\":\"a\\u0041\"}");
    }

    @Test
    void an_error_without_data_has_no_data_member() {
        assertThat(text(new RpcError(400, -41003, "method not allowed", null), RpcError.NULL_ID))
                .isEqualTo(
                        "{\"jsonrpc\":\"2.0\",\"error\":{\"code\":-41003,\"message\":\"method not allowed\"},\"id\":null}");
    }

    @Test
    void text_that_would_break_the_json_is_escaped() {
        assertThat(text(RpcError.overloaded("a\"b\\c\n"), "1")).contains("\"data\":\"a\\\"b\\\\c\\n\"");
    }

    @Test
    void each_kind_has_its_http_status() {
        assertThat(RpcError.badGateway("x").httpStatus()).isEqualTo(502);
        assertThat(RpcError.overloaded("x").httpStatus()).isEqualTo(503);
        assertThat(RpcError.gatewayTimeout("x").httpStatus()).isEqualTo(504);
        assertThatThrownBy(() -> new RpcError(99, 0, "x", null)).hasMessageContaining("99");
    }

    private static String text(RpcError error, String id) {
        return new String(error.toBody(id), StandardCharsets.UTF_8);
    }
}
