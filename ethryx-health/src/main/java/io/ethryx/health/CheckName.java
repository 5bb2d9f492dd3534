package io.ethryx.health;

/** The checks of {@code /readyz}, in the order in which they stand there. */
public enum CheckName {
    /** The EL answers and is not syncing. */
    EL_SYNCING("el_syncing"),
    /** The CL answers and is not syncing. */
    CL_SYNCING("cl_syncing"),
    /** Strict only: the EL's latest block is young enough. */
    EL_BLOCK_FRESH("el_block_fresh"),
    /** Strict only: the CL's head slot is young enough. */
    CL_SLOT_FRESH("cl_slot_fresh"),
    /** Pair only: both nodes are on the same chain. */
    PAIR_CHAIN_ID("pair_chain_id"),
    /** Pair only: the CL has had its head verified by the EL. */
    PAIR_OPTIMISTIC("pair_optimistic"),
    /** Pair only: the CL reaches the EL. */
    PAIR_EL_OFFLINE("pair_el_offline"),
    /** Pair only: the EL has the block of the CL's head. */
    PAIR_HEAD("pair_head");

    private final String wireName;

    CheckName(String wireName) {
        this.wireName = wireName;
    }

    /** Whether the check is made at all. */
    boolean made(HealthSettings settings) {
        return switch (this) {
            case EL_SYNCING, CL_SYNCING -> true;
            case EL_BLOCK_FRESH, CL_SLOT_FRESH ->
                settings.freshness().strict() && settings.scope() != HealthSettings.Scope.TRUSTED;
            case PAIR_CHAIN_ID, PAIR_OPTIMISTIC, PAIR_EL_OFFLINE, PAIR_HEAD ->
                settings.scope() == HealthSettings.Scope.PAIR;
        };
    }

    /**
     * The member's name in {@code /readyz}.
     *
     * @return for instance {@code el_syncing}
     */
    public String wireName() {
        return wireName;
    }
}
