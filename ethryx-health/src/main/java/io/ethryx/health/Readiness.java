package io.ethryx.health;

import java.util.List;
import java.util.Optional;

/**
 * The verdict on a pair at one instant.
 *
 * @param state the verdict
 * @param reason why
 * @param checks the checks it rests on, in the order of {@code /readyz}; under thresholds they may disagree with the
 *     verdict for a few polls
 */
public record Readiness(ReadinessState state, ReadinessReason reason, List<ReadinessCheck> checks) {

    /**
     * Copies the list.
     *
     * @param state see the record
     * @param reason see the record
     * @param checks see the record
     */
    public Readiness {
        checks = List.copyOf(checks);
    }

    /**
     * Whether load may come.
     *
     * @return true for {@link ReadinessState#READY} alone
     */
    public boolean ready() {
        return state == ReadinessState.READY;
    }

    /**
     * One check.
     *
     * @param name which
     * @return nothing for a freshness check that is not strict's
     */
    public Optional<ReadinessCheck> check(CheckName name) {
        return checks.stream().filter(check -> check.name() == name).findFirst();
    }

    /**
     * One check's detail, as the log shows it.
     *
     * @param name which
     * @return the detail, or {@code -} where the check is not made
     */
    public String detail(CheckName name) {
        return check(name).map(ReadinessCheck::detail).orElse("-");
    }

    /**
     * The reason in the words of the check behind it.
     *
     * @return one phrase
     */
    public String reasonDetail() {
        if (reason == ReadinessReason.CHECKS_PASSED) {
            return "all checks passed";
        }
        return checks.stream()
                .filter(check -> !check.ok())
                .findFirst()
                .map(ReadinessCheck::detail)
                .orElse("too few good polls in a row");
    }
}
