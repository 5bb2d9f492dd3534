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
    CL_SLOT_FRESH("cl_slot_fresh");

    private final String wireName;

    CheckName(String wireName) {
        this.wireName = wireName;
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
