package io.ethryx.server.gateway.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.ethryx.core.AnswerError;
import io.ethryx.core.ErrorCatalogue;
import io.ethryx.core.RpcError;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class FailureReasonTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "-41001 | x | | rate_limited",
                "-41003 | x | | method_not_allowed",
                "-32602 | timeout | | invalid_params",
                "-32600 | x | | invalid_request",
                "-32700 | x | | parse_error",
                "-41002 | x | | upstream_gateway_timeout",
                "-32604 | cannot UNMARSHAL | | response_unmarshal_failed",
                "-32604 | x | response unmarshal failed: timeout | response_unmarshal_failed",
                "-32604 | read Timeout | | response_parse_timeout",
                "-32604 | x | y | invalid_response",
                "-32603 | server error | No Native Backends Available | no_native_backends_available",
                "-32603 | server error | no backends available | no_backends_available",
                "-32603 | server error | no reverse proxy available | no_reverse_proxy_available",
                "-32603 | server error | reverse proxy bad gateway | upstream_bad_gateway",
                "-32603 | server error | reverse proxy gateway timeout | upstream_gateway_timeout",
                "-32603 | x | json: Marshal of y | request_transform_failed",
                "-32603 | Server Error: z | y | server_error_other",
                "-32603 | no backends available | | internal_error_other",
                "-32603 | x | | internal_error_other",
                "-32000 | header not found | | rpc_error_other",
                "-32000 | execution Timeout | | timeout_other",
                "-32000 | x | a timeout | timeout_other",
                "3 | execution reverted | 0x08c379a0 | rpc_error_other",
                "-41000 | the height of queried block exceeds the limit | | rpc_error_other",
            })
    void the_code_and_then_the_words_decide(int code, String message, String data, String reason) {
        assertThat(FailureReason.of(new AnswerError(code, message, data)).label())
                .isEqualTo(reason);
    }

    @Test
    void the_errors_of_the_gateway_itself_have_their_reasons() {
        Map<RpcError, String> reasons = Map.of(
                ErrorCatalogue.DENIED, "method_not_allowed",
                ErrorCatalogue.LIMITED, "rate_limited",
                ErrorCatalogue.UNKNOWN_HEAD, "invalid_params",
                ErrorCatalogue.NO_BACKENDS, "no_backends_available",
                ErrorCatalogue.NO_NATIVE_BACKENDS, "no_native_backends_available",
                ErrorCatalogue.UPSTREAM_FAILED, "upstream_bad_gateway",
                ErrorCatalogue.UPSTREAM_TIMEOUT, "upstream_gateway_timeout",
                ErrorCatalogue.OVERLOADED, "server_error_other",
                ErrorCatalogue.MISSING_ANSWER, "server_error_other");
        reasons.forEach((error, reason) -> assertThat(
                        FailureReason.of(AnswerError.of(error)).label())
                .as(error.toString())
                .isEqualTo(reason));
        assertThat(FailureReason.of(AnswerError.NO_ANSWER).label()).isEqualTo("response_unmarshal_failed");
    }
}
