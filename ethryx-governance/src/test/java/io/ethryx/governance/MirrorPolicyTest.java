package io.ethryx.governance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ethryx.core.line.CallFacts;
import io.ethryx.core.topology.MirrorTarget;
import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class MirrorPolicyTest {

    private static final MirrorTarget A = new MirrorTarget("a:1", "a", 1, OptionalInt.empty());
    private static final MirrorTarget B = new MirrorTarget("b:1", "b", 1, OptionalInt.of(3));

    private static MirrorPolicy policy(double ratio, boolean writes, double chance) {
        return new MirrorPolicy(new MirrorPolicy.Settings(ratio, writes), () -> chance);
    }

    private static List<CallFacts> calls(String... methods) {
        return List.of(methods).stream()
                .map(method -> new Calls().mirrors(A, B).method(method))
                .toList();
    }

    @Test
    void every_target_of_the_chain_gets_a_copy() {
        assertThat(policy(1, false, 0.99).targets(calls("eth_call"))).containsExactly(A, B);
    }

    @Test
    void a_chain_without_targets_has_none() {
        assertThat(policy(1, false, 0).targets(List.of(Calls.of("eth_call")))).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"0.5, 0.49, true", "0.5, 0.5, false", "0, 0, false", "1, 0.999, true"})
    void a_request_is_drawn_by_its_share(double ratio, double chance, boolean drawn) {
        assertThat(policy(ratio, false, chance).targets(calls("eth_call")).isEmpty())
                .isEqualTo(!drawn);
    }

    @ParameterizedTest
    @ValueSource(strings = {"eth_sendRawTransaction", "eth_sendTransaction", "engine_newPayloadV3", "eth_sendX"})
    void a_request_that_submits_is_not_copied_unless_that_is_wished(String method) {
        assertThat(policy(1, false, 0).targets(calls("eth_call", method))).isEmpty();
        assertThat(policy(1, true, 0).targets(calls("eth_call", method))).containsExactly(A, B);
    }

    @Test
    void a_target_gets_no_more_than_its_own_rate() {
        MirrorPolicy policy = policy(1, false, 0);
        int copies = 0;
        for (int i = 0; i < 100; i++) {
            copies += policy.targets(calls("eth_call")).contains(B) ? 1 : 0;
        }
        // three at once, and what is refilled while this runs
        assertThat(copies).isBetween(3, 50);
    }

    @ParameterizedTest
    @ValueSource(doubles = {-0.1, 1.1, Double.NaN})
    void what_is_no_share_is_refused(double ratio) {
        assertThatThrownBy(() -> new MirrorPolicy.Settings(ratio, false)).isInstanceOf(IllegalArgumentException.class);
    }
}
