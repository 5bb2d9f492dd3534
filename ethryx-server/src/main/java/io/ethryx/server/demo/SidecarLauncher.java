package io.ethryx.server.demo;

import io.ethryx.server.config.SidecarSettings;
import java.io.IOException;

/** How the demonstration starts a sidecar without knowing how one is put together. */
@FunctionalInterface
public interface SidecarLauncher {

    /**
     * Starts a sidecar and returns once its listeners are open.
     *
     * @param settings what it is to do
     * @return the sidecar, serving
     * @throws java.net.BindException if an address is taken
     * @throws IOException if it can't be started for another reason
     */
    RunningSidecar start(SidecarSettings settings) throws IOException;
}
