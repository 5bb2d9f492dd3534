package io.ethryx.health;

/** One probe under way. */
@FunctionalInterface
public interface ProbeCall {

    /**
     * Gives the call up and frees its connection. Idempotent, harmless after the end, callable from any thread; must not
     * block. Callbacks that come later are ignored.
     */
    void cancel();
}
