package io.ethryx.core.line;

import java.util.List;
import java.util.Objects;

/**
 * The steps that may stop a call or change it.
 *
 * @param denyList refuses methods by name
 * @param nameCheck refuses names by form
 * @param rateLimit throttles
 * @param rewrite limits ranges of blocks, and changes calls
 */
public record Governance(Governor denyList, Governor nameCheck, Governor rateLimit, Governor rewrite)
        implements Governor {

    /** Lets every call go on as it is. */
    public static final Governance NONE = new Governance(Governor.NONE, Governor.NONE, Governor.NONE, Governor.NONE);

    /**
     * Checks the parts.
     *
     * @param denyList see the record
     * @param nameCheck see the record
     * @param rateLimit see the record
     * @param rewrite see the record
     */
    public Governance {
        Objects.requireNonNull(denyList, "denyList");
        Objects.requireNonNull(nameCheck, "nameCheck");
        Objects.requireNonNull(rateLimit, "rateLimit");
        Objects.requireNonNull(rewrite, "rewrite");
    }

    /**
     * Takes a call through all steps, as the line does that has nothing to do between them.
     *
     * @param facts the call
     * @return what the first step says that stops it, or else the rewrite
     */
    @Override
    public Verdict judge(CallFacts facts) {
        for (Governor step : List.of(denyList, nameCheck, rateLimit)) {
            Verdict verdict = step.judge(facts);
            if (!(verdict instanceof Verdict.Admitted)) {
                return verdict;
            }
        }
        return rewrite.judge(facts);
    }
}
