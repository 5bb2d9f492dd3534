package io.ethryx.server.sidecar;

import io.ethryx.server.config.SidecarSettings;

/** The sidecar as a process: it starts, waits for a signal, and drains. */
public final class SidecarProgram {

    private SidecarProgram() {}

    /**
     * Runs the sidecar until a signal ends it.
     *
     * @param settings what the operator asked for
     * @return the exit code
     */
    public static int run(SidecarSettings settings) {
        throw new UnsupportedOperationException(
                "sidecar " + settings.listening().addresses());
    }
}
