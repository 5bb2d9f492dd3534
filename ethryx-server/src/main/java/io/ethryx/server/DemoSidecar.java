package io.ethryx.server;

import io.ethryx.server.config.BuildInfo;
import io.ethryx.server.config.SidecarSettings;
import io.ethryx.server.demo.RunningSidecar;
import io.ethryx.server.sidecar.Sidecar;
import java.io.IOException;
import java.net.BindException;

/** The real sidecar, as the demonstration runs it. */
final class DemoSidecar implements RunningSidecar {

    private final Sidecar sidecar;
    private final int port;

    private DemoSidecar(Sidecar sidecar) throws IOException {
        this.sidecar = sidecar;
        this.port = sidecar.addresses().get(0).getPort();
    }

    static RunningSidecar start(SidecarSettings settings) throws IOException {
        try {
            return new DemoSidecar(Sidecar.start(settings, BuildInfo.current()));
        } catch (IOException e) {
            if (e.getCause() instanceof BindException taken) {
                throw taken;
            }
            throw e;
        }
    }

    @Override
    public int port() {
        return port;
    }

    @Override
    public void close() {
        sidecar.close();
    }
}
