package io.ethryx.health;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PairRulesTest {

    private static final HealthSettings PAIR =
            ReadinessRulesTest.settings(false, 1000).with(HealthSettings.Scope.PAIR);
    private static final PairFit FITS = fit(known(1), known(1), new Reading.Known<>(Optional.of("0xab")), has(true));

    private static Reading<Optional<Quantity>> known(long chain) {
        return new Reading.Known<>(Optional.of(new Quantity(chain)));
    }

    private static Reading<Optional<Boolean>> has(boolean block) {
        return new Reading.Known<>(Optional.of(block));
    }

    private static <T> Reading<Optional<T>> untold() {
        return new Reading.Known<>(Optional.empty());
    }

    private static <T> Reading<T> failed() {
        return new Reading.Failed<>("timeout");
    }

    private static PairFit fit(
            Reading<Optional<Quantity>> el,
            Reading<Optional<Quantity>> cl,
            Reading<Optional<String>> hash,
            Reading<Optional<Boolean>> block) {
        return new PairFit(el, cl, hash, block);
    }

    private static Reading<ClSyncing> clSyncing(Optional<Boolean> optimistic, Optional<Boolean> elOffline) {
        return new Reading.Known<>(new ClSyncing(false, new Quantity(42), Quantity.ZERO, optimistic, elOffline));
    }

    private static ReadinessInput input(Reading<ClSyncing> cl, PairFit fit) {
        PairSnapshot snapshot = new PairSnapshot(
                1,
                Instant.EPOCH,
                Duration.ZERO,
                ReadinessRulesTest.synced(ReadinessRulesTest.block(0x3e2)),
                new ClSnapshot("http/1.1", cl, new Reading.Known<>(Quantity.ZERO), Optional.empty()),
                Optional.of(fit));
        return new ReadinessInput(
                ReadinessInput.Phase.RUNNING, Optional.of(snapshot), Duration.ZERO, Instant.ofEpochSecond(1000));
    }

    private static Readiness judge(Reading<ClSyncing> cl, PairFit fit) {
        return ReadinessRules.judge(input(cl, fit), new Damping(true, 0), PAIR);
    }

    private static String line(CheckName name, Reading<ClSyncing> cl, PairFit fit) {
        ReadinessCheck check = judge(cl, fit).check(name).orElseThrow();
        return check.ok() + " " + check.detail();
    }

    private static String chainId(Reading<Optional<Quantity>> el, Reading<Optional<Quantity>> cl) {
        return line(
                CheckName.PAIR_CHAIN_ID,
                clSyncing(Optional.of(false), Optional.of(false)),
                fit(el, cl, untold(), untold()));
    }

    private static String head(Reading<Optional<String>> hash, Reading<Optional<Boolean>> block) {
        return line(
                CheckName.PAIR_HEAD,
                clSyncing(Optional.of(false), Optional.of(false)),
                fit(known(1), known(1), hash, block));
    }

    @Test
    void a_pair_on_one_chain_is_one() {
        assertThat(chainId(known(1), known(1))).isEqualTo("true chain 1");
        assertThat(chainId(known(1), known(17000))).isEqualTo("false the EL is on chain 1, the CL on chain 17000");
        assertThat(chainId(untold(), known(1))).isEqualTo("true unknown: the EL does not tell its chain id");
        assertThat(chainId(known(1), untold())).isEqualTo("true unknown: the CL does not tell its chain id");
        assertThat(chainId(failed(), known(1))).isEqualTo("false eth_chainId: timeout");
        assertThat(chainId(known(1), failed())).isEqualTo("false config/deposit_contract: timeout");
        assertThat(chainId(new Reading.Garbled<>("zz"), known(1))).isEqualTo("false eth_chainId: decode: zz");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "false | false | true  | the CL is not optimistic | the EL is online to the CL",
                "true  | false | false | the CL is optimistic | the EL is online to the CL",
                "false | true  | false | the CL is not optimistic | the EL is offline to the CL",
                "true  | true  | false | the CL is optimistic | the EL is offline to the CL",
                "      |       | true  | unknown: the CL does not tell | unknown: the CL does not tell",
                "      | false | true  | unknown: the CL does not tell | the EL is online to the CL",
                "true  |       | false | the CL is optimistic | unknown: the CL does not tell",
            })
    void an_optimistic_cl_or_an_el_that_it_does_not_reach_makes_no_pair_and_silence_is_not_a_yes(
            Boolean optimistic, Boolean elOffline, boolean ready, String optimisticDetail, String offlineDetail) {
        Readiness readiness = judge(clSyncing(Optional.ofNullable(optimistic), Optional.ofNullable(elOffline)), FITS);
        assertThat(readiness.ready()).isEqualTo(ready);
        assertThat(readiness.detail(CheckName.PAIR_OPTIMISTIC)).isEqualTo(optimisticDetail);
        assertThat(readiness.detail(CheckName.PAIR_EL_OFFLINE)).isEqualTo(offlineDetail);
    }

    @Test
    void without_the_cls_word_on_syncing_its_flags_are_not_ok() {
        assertThat(line(CheckName.PAIR_OPTIMISTIC, failed(), FITS)).isEqualTo("false node/syncing: timeout");
        assertThat(line(CheckName.PAIR_EL_OFFLINE, failed(), FITS)).isEqualTo("false node/syncing: timeout");
    }

    @Test
    void the_el_must_have_the_block_of_the_cls_head() {
        Reading<Optional<String>> hash = new Reading.Known<>(Optional.of("0xab"));
        assertThat(head(hash, has(true))).isEqualTo("true the EL has the CL's head block 0xab");
        assertThat(head(hash, has(false))).isEqualTo("false the EL does not have the CL's head block 0xab");
        assertThat(head(hash, untold())).isEqualTo("true unknown: the EL does not tell");
        assertThat(head(hash, failed())).isEqualTo("false eth_getBlockByHash: timeout");
        assertThat(head(untold(), untold())).isEqualTo("true unknown: the CL's head block names no execution block");
        assertThat(head(failed(), untold())).isEqualTo("false beacon/blocks/head: timeout");
    }

    @Test
    void each_rule_that_fails_is_a_reason_of_its_own() {
        Reading<ClSyncing> good = clSyncing(Optional.of(false), Optional.of(false));
        assertThat(judge(good, FITS).reason()).isEqualTo(ReadinessReason.CHECKS_PASSED);
        assertThat(judge(good, fit(known(1), known(2), untold(), untold())).reason())
                .isEqualTo(ReadinessReason.PAIR_CHAIN_ID);
        assertThat(judge(clSyncing(Optional.of(true), Optional.of(true)), FITS).reason())
                .isEqualTo(ReadinessReason.PAIR_OPTIMISTIC);
        assertThat(judge(clSyncing(Optional.of(false), Optional.of(true)), FITS).reason())
                .isEqualTo(ReadinessReason.PAIR_EL_OFFLINE);
        Readiness headless = judge(good, fit(known(1), known(1), new Reading.Known<>(Optional.of("0xab")), has(false)));
        assertThat(headless.reason()).isEqualTo(ReadinessReason.PAIR_HEAD);
        assertThat(headless.reason().wireName()).isEqualTo("pair_head");
        assertThat(headless.reasonDetail()).isEqualTo("the EL does not have the CL's head block 0xab");
    }

    @Test
    void outside_of_the_pair_scope_none_of_them_gates_or_shows() {
        ReadinessInput bad =
                input(clSyncing(Optional.of(true), Optional.of(true)), fit(known(1), known(2), failed(), failed()));
        for (HealthSettings.Scope scope : List.of(HealthSettings.Scope.EACH_NODE, HealthSettings.Scope.TRUSTED)) {
            Readiness readiness = ReadinessRules.judge(bad, new Damping(true, 0), PAIR.with(scope));
            assertThat(readiness.ready()).isTrue();
            assertThat(readiness.checks()).hasSize(2);
        }
    }

    @Test
    void the_checks_stand_in_one_order_under_both_flags_and_are_all_blocked_while_warming_up() {
        HealthSettings both = ReadinessRulesTest.settings(true, 1000).with(HealthSettings.Scope.PAIR);
        ReadinessInput warming =
                new ReadinessInput(ReadinessInput.Phase.WARMING_UP, Optional.empty(), Duration.ZERO, Instant.EPOCH);
        List<ReadinessCheck> checks = ReadinessRules.checks(warming, both);
        assertThat(checks).extracting(ReadinessCheck::name).isEqualTo(Arrays.asList(CheckName.values()));
        assertThat(checks).allMatch(check -> !check.ok() && check.detail().equals("warming up"));
    }
}
