package io.ethryx.health;

import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Asks whether the two nodes fit together: the CL for its chain and its head at once with the rest of the poll; the EL, in
 * one more batch, when its transport is settled and the CL's head is known.
 */
final class FitProbe {

    private final ProbeSet probes;
    private final Consumer<PairFit> whenDone;
    private @Nullable TransportMode elMode;
    private @Nullable Reading<Optional<Quantity>> clChainId;
    private @Nullable Reading<Optional<String>> headHash;
    private TimedProbe.@Nullable Result elAnswer;

    FitProbe(ProbeSet probes, Consumer<PairFit> whenDone) {
        this.probes = probes;
        this.whenDone = whenDone;
    }

    void begin() {
        probes.ask(
                ProbeRequest.clDepositContract(),
                response -> FitReadings.chainId(response, "chain_id"),
                this::depositContract);
        probes.ask(ProbeRequest.clHeadBlock(), FitReadings::headHash, hash -> {
            headHash = hash;
            askEl();
        });
    }

    private void depositContract(Reading<Optional<Quantity>> told) {
        if (told instanceof Reading.Known<Optional<Quantity>> known
                && known.value().isEmpty()) {
            probes.ask(ProbeRequest.clSpec(), response -> FitReadings.chainId(response, "DEPOSIT_CHAIN_ID"), spec -> {
                clChainId = spec;
                finish();
            });
        } else {
            clChainId = told;
            finish();
        }
    }

    /** The EL's own probe has ended, and it is spoken to like this. */
    void elSettled(TransportMode mode) {
        elMode = mode;
        askEl();
    }

    private void askEl() {
        if (elMode != null && headHash != null) {
            probes.ask(ProbeRequest.elFit(elMode, headHash.known().flatMap(hash -> hash)), result -> {
                elAnswer = result;
                finish();
            });
        }
    }

    private void finish() {
        if (clChainId != null && headHash != null && elAnswer != null) {
            boolean asked = headHash.known().flatMap(hash -> hash).isPresent();
            whenDone.accept(new PairFit(
                    ProbeSet.reading(elAnswer, FitReadings::elChainId),
                    clChainId,
                    headHash,
                    asked ? ProbeSet.reading(elAnswer, FitReadings::headAtEl) : new Reading.Known<>(Optional.empty())));
        }
    }
}
