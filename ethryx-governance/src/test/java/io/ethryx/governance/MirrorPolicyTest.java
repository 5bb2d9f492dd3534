package io.ethryx.governance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ethryx.core.line.CallFacts;
import io.ethryx.core.topology.MirrorTarget;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class MirrorPolicyTest {

    private static final MirrorTarget A = new MirrorTarget("a:1", "a", 1, OptionalInt.empty());
    private static final MirrorTarget B = new MirrorTarget("b:1", "b", 1, OptionalInt.of(3));

    private long now = 7;

    private MirrorPolicy policy(double ratio, boolean writes, double chance) {
        return new MirrorPolicy(new MirrorPolicy.Settings(ratio, writes), () -> chance, () -> now);
    }

    private static CallFacts call() {
        return new Calls().mirrors(A, B).method("eth_call");
    }

    @Test
    void every_target_of_the_chain_gets_a_copy() {
        assertThat(policy(1, false, 0.99).targets(call())).containsExactly(A, B);
    }

    @Test
    void a_chain_without_targets_has_none() {
        assertThat(policy(1, false, 0).targets(Calls.of("eth_call"))).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"0.5, 0.49, true", "0.5, 0.5, false", "0, 0, false", "1, 0.999, true"})
    void a_request_is_drawn_by_its_share(double ratio, double chance, boolean drawn) {
        assertThat(policy(ratio, false, chance).targets(call()).isEmpty()).isEqualTo(!drawn);
    }

    @ParameterizedTest
    @CsvSource({
        "eth_sendRawTransaction, false",
        "eth_sendTransaction, false",
        "engine_newPayloadV3, false",
        "eth_sendX, false",
        "eth_sendRawTransactionSync, false",
        "bor_sendRawTransactionConditional, false",
        "eth_submitWork, false",
        "eth_resend, false",
        "mev_sendBundle, false",
        "personal_sign, false",
        "admin_addPeer, false",
        "eth_newFilter, false",
        "eth_newBlockFilter, false",
        "eth_getFilterChanges, false",
        "eth_uninstallFilter, false",
        "eth_subscribe, false",
        "erigon_unsubscribe, false",
        "trace_filter, true",
        "debug_traceCall, true",
        "eth_call, true",
        "eth_getLogs, true",
        "xeth_send, true",
    })
    void a_call_that_submits_is_not_copied_unless_that_is_wished(String method, boolean copied) {
        assertThat(policy(1, false, 0).mayCopy(method)).isEqualTo(copied);
        assertThat(policy(1, true, 0).mayCopy(method)).isTrue();
    }

    private static int allowed(MirrorPolicy policy, MirrorTarget target, int asked) {
        int allowed = 0;
        for (int i = 0; i < asked; i++) {
            allowed += policy.allows(target) ? 1 : 0;
        }
        return allowed;
    }

    @Test
    void a_target_gets_no_more_than_its_own_rate() {
        MirrorPolicy policy = policy(1, false, 0);
        assertThat(allowed(policy, B, 100)).isEqualTo(3);
        assertThat(allowed(policy, A, 100)).isEqualTo(100);
        now += 1_000_000_000;
        assertThat(allowed(policy, B, 100)).isEqualTo(3);
    }

    @Test
    void a_target_whose_rate_changed_goes_by_the_new_one() {
        MirrorPolicy policy = policy(1, false, 0);
        assertThat(allowed(policy, B, 100)).isEqualTo(3);
        assertThat(allowed(policy, new MirrorTarget("b:1", "b", 1, OptionalInt.of(8)), 100))
                .isEqualTo(8);
        assertThat(allowed(policy, new MirrorTarget("b:1", "b", 1, OptionalInt.empty()), 100))
                .isEqualTo(100);
    }

    @ParameterizedTest
    @ValueSource(doubles = {-0.1, 1.1, Double.NaN})
    void what_is_no_share_is_refused(double ratio) {
        assertThatThrownBy(() -> new MirrorPolicy.Settings(ratio, false)).isInstanceOf(IllegalArgumentException.class);
    }
}
