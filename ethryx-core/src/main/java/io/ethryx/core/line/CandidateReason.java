package io.ethryx.core.line;

/** Why a node was taken, or why not. */
public enum CandidateReason {
    /** Taken at random, by weight. */
    WEIGHT("weight"),
    /** Taken because it was its turn. */
    TURN("turn"),
    /** Taken because it answers faster. */
    LATENCY("latency"),
    /** Taken because it made the filter which the call names. */
    FILTER_HOME("filter_home"),
    /** Could have been taken; another one was. */
    NOT_DRAWN("not_drawn"),
    /** In another pool than the one chosen. */
    POOL_NOT_CHOSEN("pool_not_chosen"),
    /** Not available, while others of its pool are. */
    NOT_AVAILABLE("not_available"),
    /** Registered, but its probes have not passed yet. */
    NOT_JOINED("not_joined"),
    /** Has weight 0. */
    WEIGHT_ZERO("weight_zero"),
    /** The method's route includes others. */
    NOT_INCLUDED("not_included"),
    /** The method's route excludes it. */
    EXCLUDED("excluded"),
    /** Was asked already in this call. */
    TRIED("tried");

    private final String wireName;

    CandidateReason(String wireName) {
        this.wireName = wireName;
    }

    /** {@return how {@code explain} writes it} */
    public String wireName() {
        return wireName;
    }
}
