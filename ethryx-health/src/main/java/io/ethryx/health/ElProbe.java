package io.ethryx.health;

import java.util.Optional;
import java.util.function.BiConsumer;

/** The EL's batch of three over one HTTP and, where that fails in transport, over the other (decision S11). */
final class ElProbe {

    private final ProbeSet probes;
    private final H2cVerdict verdict;
    private final BiConsumer<TimedProbe.Result, H2cVerdict.Outcome> whenDone;

    private ElProbe(ProbeSet probes, H2cVerdict verdict, BiConsumer<TimedProbe.Result, H2cVerdict.Outcome> whenDone) {
        this.probes = probes;
        this.verdict = verdict;
        this.whenDone = whenDone;
    }

    static void begin(ProbeSet probes, H2cVerdict verdict, BiConsumer<TimedProbe.Result, H2cVerdict.Outcome> whenDone) {
        new ElProbe(probes, verdict, whenDone).begin();
    }

    private void begin() {
        TransportMode first = probes.supportsHttp2() ? verdict.firstTry() : TransportMode.HTTP_1_1;
        probes.ask(ProbeRequest.elBatch(first), result -> first(first, result));
    }

    private void first(TransportMode mode, TimedProbe.Result result) {
        H2cVerdict.Attempt attempt = result.attempt();
        if (!probes.supportsHttp2()) {
            whenDone.accept(result, new H2cVerdict.Outcome(verdict, Optional.empty()));
        } else if (attempt == H2cVerdict.Attempt.ANSWERED) {
            whenDone.accept(result, verdict.after(attempt, H2cVerdict.Attempt.NOT_MADE));
        } else {
            probes.ask(ProbeRequest.elBatch(mode.other()), second -> {
                boolean secondStands = second.attempt() == H2cVerdict.Attempt.ANSWERED
                        || mode.other() == verdict.mode()
                        || isSlowRatherThanGone(mode, attempt, second.attempt());
                whenDone.accept(secondStands ? second : result, verdict.after(attempt, second.attempt()));
            });
        }
    }

    /** It refused HTTP/2 and then took its time over HTTP/1.1: that it is slow says more. */
    private static boolean isSlowRatherThanGone(
            TransportMode first, H2cVerdict.Attempt attempt, H2cVerdict.Attempt second) {
        return first == TransportMode.HTTP_2
                && attempt == H2cVerdict.Attempt.REFUSED
                && second == H2cVerdict.Attempt.TIMED_OUT;
    }
}
