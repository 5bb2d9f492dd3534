package io.ethryx.health;

import java.util.Optional;
import java.util.function.Consumer;

/**
 * A poll that asks nobody about syncing (reference section 6, trust mode). Until the EL has answered, whatever
 * it answered, it is asked which HTTP it speaks (decision S11); not at all over a transport that has no choice.
 */
final class TrustedPoll implements Poll {

    private final ProbeSet probes;
    private final Consumer<Findings> whenDone;

    TrustedPoll(ProbeSet probes, Consumer<Findings> whenDone) {
        this.probes = probes;
        this.whenDone = whenDone;
    }

    @Override
    public void begin(H2cVerdict verdict) {
        if (verdict.settled() || !probes.supportsHttp2()) {
            done(new H2cVerdict.Outcome(verdict, Optional.empty()));
        } else {
            ElProbe.begin(probes, verdict, (result, outcome) -> done(outcome));
        }
    }

    private void done(H2cVerdict.Outcome outcome) {
        if (!probes.cancelled()) {
            whenDone.accept(Findings.trusted(outcome));
        }
    }

    @Override
    public void cancel() {
        probes.cancel();
    }
}
