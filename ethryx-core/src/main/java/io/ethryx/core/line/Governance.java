package io.ethryx.core.line;

import java.util.Objects;

/**
 * The steps that may stop a call or change it.
 *
 * @param denyList refuses methods by name
 * @param nameCheck refuses names by form
 * @param rateLimit throttles
 * @param rewrite limits ranges of blocks, and changes calls
 */
public record Governance(Governor denyList, Governor nameCheck, Governor rateLimit, Governor rewrite) {

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
}
