package io.ethryx.health;

/** One poll. Confined to the scheduler's thread, but for {@link #cancel}. */
interface Poll {

    void begin(H2cVerdict verdict);

    /** Any thread; the poll then never ends. */
    void cancel();
}
