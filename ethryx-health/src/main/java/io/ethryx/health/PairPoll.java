package io.ethryx.health;

import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A poll of the pair: the EL's batch, over the other HTTP too if the first fails in transport, at the same time the CL's two
 * calls, and what the scope of the settings adds.
 */
final class PairPoll implements Poll {

    private final ProbeSet probes;
    private final Consumer<Findings> whenDone;
    private final Optional<FitProbe> fitProbe;

    private @Nullable ElReadings el;
    private H2cVerdict.@Nullable Outcome elTransport;
    private @Nullable Reading<ClSyncing> clSyncing;
    private @Nullable Reading<Quantity> clPeers;
    private Optional<PairFit> fit = Optional.empty();

    PairPoll(ProbeSet probes, HealthSettings.Scope scope, Consumer<Findings> whenDone) {
        this.probes = probes;
        this.whenDone = whenDone;
        this.fitProbe =
                scope == HealthSettings.Scope.PAIR ? Optional.of(new FitProbe(probes, this::fits)) : Optional.empty();
    }

    @Override
    public void begin(H2cVerdict verdict) {
        ElProbe.begin(probes, verdict, this::elDone);
        probes.ask(ProbeRequest.clSyncing(), ClReadings::syncing, reading -> {
            clSyncing = reading;
            finish();
        });
        probes.ask(ProbeRequest.clPeerCount(), ClReadings::peers, reading -> {
            clPeers = reading;
            finish();
        });
        fitProbe.ifPresent(FitProbe::begin);
    }

    private void elDone(TimedProbe.Result result, H2cVerdict.Outcome outcome) {
        el = result.failure()
                .map(failure -> ElReadings.failed(failure.text()))
                .orElseGet(() -> ElReadings.of(result.response().orElseThrow()));
        elTransport = outcome;
        TransportMode mode = probes.supportsHttp2() ? outcome.verdict().mode() : TransportMode.HTTP_1_1;
        fitProbe.ifPresent(probe -> probe.elSettled(mode));
        finish();
    }

    private void fits(PairFit found) {
        fit = Optional.of(found);
        finish();
    }

    private void finish() {
        boolean fitKnown = fitProbe.isEmpty() || fit.isPresent();
        if (el != null
                && elTransport != null
                && clSyncing != null
                && clPeers != null
                && fitKnown
                && !probes.cancelled()) {
            whenDone.accept(new Findings(el, clSyncing, clPeers, fit, elTransport));
        }
    }

    @Override
    public void cancel() {
        probes.cancel();
    }
}
