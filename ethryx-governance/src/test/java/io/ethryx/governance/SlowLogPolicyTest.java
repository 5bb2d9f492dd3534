package io.ethryx.governance;

import static org.assertj.core.api.Assertions.assertThat;

import io.ethryx.core.AnswerError;
import io.ethryx.core.line.CallOutcome;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class SlowLogPolicyTest {

    private static CallOutcome outcome(long millis, @Nullable AnswerError error) {
        return new CallOutcome(
                200, error, true, null, false, Duration.ofMillis(millis).toNanos(), 10);
    }

    private static SlowLogPolicy policy(boolean errors) {
        return new SlowLogPolicy(Duration.ofMillis(500), Map.of("eth_getLogs", Duration.ofMillis(2_000)), errors);
    }

    @ParameterizedTest
    @CsvSource({
        "eth_call, 499, false",
        "eth_call, 500, true",
        "eth_getLogs, 1999, false",
        "eth_getLogs, 2000, true",
        "eth_getLog, 500, true"
    })
    void a_call_is_slow_from_its_methods_threshold_on(String method, long millis, boolean logged) {
        assertThat(policy(false).wants(Calls.of(method), outcome(millis, null))).isEqualTo(logged);
    }

    @Test
    void a_failed_call_is_logged_where_failures_are() {
        AnswerError error = new AnswerError(-32000, "x", null);
        assertThat(policy(true).wants(Calls.of("eth_call"), outcome(1, error))).isTrue();
        assertThat(policy(false).wants(Calls.of("eth_call"), outcome(1, error))).isFalse();
        assertThat(policy(true).wants(Calls.of("eth_call"), outcome(1, null))).isFalse();
    }

    private static String logged(String method, String params) {
        return SlowLogPolicy.params(new Calls()
                .body("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"" + method + "\"" + params + "}")
                .call());
    }

    @Test
    void parameters_are_logged_as_sent_and_cut() {
        assertThat(logged("eth_call", ",\"params\":[ 1,\"x\" ]")).isEqualTo("[ 1,\"x\" ]");
        assertThat(logged("eth_call", "")).isEmpty();
        assertThat(logged("eth_call", ",\"params\":[\"" + "x".repeat(1_020) + "\"]"))
                .hasSize(1_024)
                .endsWith("x\"]");
        assertThat(logged("eth_call", ",\"params\":[\"" + "x".repeat(1_021) + "\"]"))
                .isEqualTo("[\"" + "x".repeat(1_021) + "\"…");
    }

    @Test
    void a_cut_never_halves_a_character() {
        for (int lead = 0; lead < 4; lead++) {
            String text = logged("eth_call", ",\"params\":[\"" + "x".repeat(lead) + "\uD83D\uDE00".repeat(400) + "\"]");
            assertThat(text).doesNotContain("\uFFFD").endsWith("\uD83D\uDE00…");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "eth_sendRawTransaction",
                "eth_sendRawTransactionSync",
                "eth_sendRawTransactionConditional",
                "eth_sendPrivateRawTransaction",
                "eth_sendTransaction",
                "eth_sendBundle",
                "mev_sendBundle",
                "eth_signTransaction",
                "personal_unlockAccount",
                "bor_sendRawTransaction",
            })
    void a_transaction_on_its_way_and_a_password_are_never_logged(String method) {
        assertThat(logged(method, ",\"params\":[\"0xsecret\"]")).isEqualTo("[left out]");
        assertThat(logged(method, "")).isEmpty();
        assertThat(logged(method, ",\"params\":[\"0xsecret" + "s".repeat(5_000) + "\"]"))
                .doesNotContain("secret");
    }

    @Test
    void parameters_of_others_are() {
        for (String method :
                List.of("eth_call", "eth_getTransactionByHash", "eth_gasPrice", "debug_traceTransaction")) {
            assertThat(logged(method, ",\"params\":[1]")).isEqualTo("[1]");
        }
    }
}
