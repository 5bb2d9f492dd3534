package io.ethryx.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class ErrorCatalogueTest {

    private record Row(RpcError error, int httpStatus, String body) {}

    private static final List<Row> TABLE = List.of(
            new Row(
                    ErrorCatalogue.parseError("empty at byte 0"),
                    200,
                    "-32700,\"message\":\"parse error\",\"data\":\"empty at byte 0\""),
            new Row(
                    ErrorCatalogue.invalidRequest("a rule"),
                    200,
                    "-32600,\"message\":\"invalid request\",\"data\":\"a rule\""),
            new Row(ErrorCatalogue.DENIED, 400, "-41003,\"message\":\"method not allowed\""),
            new Row(ErrorCatalogue.LIMITED, 429, "-41001,\"message\":\"too many requests\""),
            new Row(
                    ErrorCatalogue.outOfRange("recent_blocks 128"),
                    400,
                    "-41000,\"message\":\"the height of queried block exceeds the limit\",\"data\":\"recent_blocks 128\""),
            new Row(
                    ErrorCatalogue.INVALID_CHAIN,
                    200,
                    "-32602,\"message\":\"invalid params\",\"data\":\"invalid chain id\""),
            new Row(
                    ErrorCatalogue.TURNED_ROUND,
                    200,
                    "-32602,\"message\":\"invalid params\",\"data\":\"fromBlock is after toBlock\""),
            new Row(ErrorCatalogue.UNKNOWN_HEAD, 200, "-32602,\"message\":\"invalid params\""),
            new Row(
                    ErrorCatalogue.NO_BACKENDS,
                    200,
                    "-32603,\"message\":\"server error\",\"data\":\"no backends available\""),
            new Row(
                    ErrorCatalogue.NO_NATIVE_BACKENDS,
                    200,
                    "-32603,\"message\":\"server error\",\"data\":\"no native backends available\""),
            new Row(
                    ErrorCatalogue.UPSTREAM_FAILED,
                    502,
                    "-32603,\"message\":\"server error\",\"data\":\"reverse proxy bad gateway\""),
            new Row(
                    ErrorCatalogue.UPSTREAM_TIMEOUT,
                    504,
                    "-41002,\"message\":\"server error\",\"data\":\"reverse proxy gateway timeout\""),
            new Row(ErrorCatalogue.OVERLOADED, 503, "-32603,\"message\":\"server error\",\"data\":\"overloaded\""));

    @Test
    void each_error_has_its_status_code_message_and_data_in_order() {
        for (Row row : TABLE) {
            assertThat(row.error().httpStatus()).as(row.body()).isEqualTo(row.httpStatus());
            assertThat(new String(row.error().toBody(RpcId.NULL), StandardCharsets.UTF_8))
                    .isEqualTo("{\"jsonrpc\":\"2.0\",\"error\":{\"code\":" + row.body() + "},\"id\":null}");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"9007199254740993", "18446744073709551616", "\"a\\u00e9é\"", "null", "1.0", "-0"})
    void an_error_carries_the_id_of_the_caller_byte_for_byte(String id) {
        Body body = Body.of(
                ("{\"jsonrpc\":\"2.0\",\"method\":\"m\",\"id\": " + id + " }").getBytes(StandardCharsets.UTF_8));
        RpcCall call = (RpcCall) new JsonRpcReader().read(body);

        RpcAnswer answer = RpcAnswer.of(ErrorCatalogue.DENIED, call.id());

        assertThat(answer)
                .hasToString(
                        "{\"jsonrpc\":\"2.0\",\"error\":{\"code\":-41003,\"message\":\"method not allowed\"},\"id\":"
                                + id + "}");
        assertThat(answer.error()).isEqualTo(new AnswerError(-41003, "method not allowed", null));
    }
}
