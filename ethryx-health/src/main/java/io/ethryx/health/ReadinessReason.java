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
    /** {@link CheckName#PAIR_CHAIN_ID} failed. */
    PAIR_CHAIN_ID("pair_chain_id"),
    /** {@link CheckName#PAIR_OPTIMISTIC} failed. */
    PAIR_OPTIMISTIC("pair_optimistic"),
    /** {@link CheckName#PAIR_EL_OFFLINE} failed. */
    PAIR_EL_OFFLINE("pair_el_offline"),
    /** {@link CheckName#PAIR_HEAD} failed. */
    PAIR_HEAD("pair_head"),
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
            case PAIR_CHAIN_ID -> PAIR_CHAIN_ID;
            case PAIR_OPTIMISTIC -> PAIR_OPTIMISTIC;
            case PAIR_EL_OFFLINE -> PAIR_EL_OFFLINE;
            case PAIR_HEAD -> PAIR_HEAD;
        };
    }
}
