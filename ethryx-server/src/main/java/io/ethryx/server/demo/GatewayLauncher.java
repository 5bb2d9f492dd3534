package io.ethryx.server.demo;

import io.ethryx.server.gateway.settings.GatewaySettings;
import java.io.IOException;

/** How the demonstration starts a gateway without knowing how one is put together. */
@FunctionalInterface
public interface GatewayLauncher {

    /**
     * Starts a gateway and returns once its listeners are open.
     *
     * @param settings what it is to do
     * @return the gateway, serving
     * @throws IOException naming the address, if a port is taken; or if it can't be started for another reason
     */
    RunningGateway start(GatewaySettings settings) throws IOException;
}
