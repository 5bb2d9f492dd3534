package io.ethryx.health;

/** Why the pair is ready or not: for a pair that is not, the first thing that stands in the way. */
public enum ReadinessReason {
    /** Ready: every check passed. */
    CHECKS_PASSED("checks_passed"),
    /** The first poll has not ended. */
    WARMING_UP("warming_up"),
    /** The program is about to stop. */
    SHUTTING_DOWN("shutting_down"),
    /** The last poll ended too long ago. */
    STALE_SNAPSHOT("stale_snapshot"),
    /** {@link CheckName#EL_SYNCING} failed. */
    EL_SYNCING("el_syncing"),
    /** {@link CheckName#CL_SYNCING} failed. */
    CL_SYNCING("cl_syncing"),
    /** {@link CheckName#EL_BLOCK_FRESH} failed. */
    EL_BLOCK_FRESH("el_block_fresh"),
    /** {@link CheckName#CL_SLOT_FRESH} failed. */
    CL_SLOT_FRESH("cl_slot_fresh"),
    /** The checks came out otherwise, but not for enough polls in a row yet. */
    THRESHOLD("threshold");

    private final String wireName;

    ReadinessReason(String wireName) {
        this.wireName = wireName;
    }

    /**
     * The reason's name in documents.
     *
     * @return for instance {@code stale_snapshot}
     */
    public String wireName() {
        return wireName;
    }

    static ReadinessReason of(CheckName failed) {
        return switch (failed) {
            case EL_SYNCING -> EL_SYNCING;
            case CL_SYNCING -> CL_SYNCING;
            case EL_BLOCK_FRESH -> EL_BLOCK_FRESH;
            case CL_SLOT_FRESH -> CL_SLOT_FRESH;
        };
    }
}
