package io.ethryx.health;

/** What {@code /readyz} says in one word. */
public enum ReadinessState {
    /** The first poll has not ended. Served as {@code not_ready}. */
    WARMING_UP("warming_up"),
    /** HTTP 200. */
    READY("ready"),
    /** HTTP 503. */
    NOT_READY("not_ready");

    private final String wireName;

    ReadinessState(String wireName) {
        this.wireName = wireName;
    }

    /**
     * The state's name in documents.
     *
     * @return for instance {@code not_ready}
     */
    public String wireName() {
        return wireName;
    }
}
