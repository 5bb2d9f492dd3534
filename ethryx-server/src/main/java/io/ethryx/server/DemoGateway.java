package io.ethryx.server;

import io.ethryx.server.demo.RunningGateway;
import io.ethryx.server.gateway.LiveGateway;
import io.ethryx.server.gateway.settings.GatewaySettings;
import java.io.IOException;
import java.util.List;

/** The real gateway, as the demonstration runs it. */
final class DemoGateway implements RunningGateway {

    private final LiveGateway gateway;
    private final int port;
    private final int metricsPort;

    private DemoGateway(LiveGateway gateway) throws IOException {
        this.gateway = gateway;
        port = gateway.addresses().get(0).getPort();
        metricsPort = gateway.probesAddress().getPort();
    }

    static RunningGateway start(GatewaySettings settings) throws IOException {
        LiveGateway gateway = bound(settings);
        List<String> faults = gateway.start();
        if (!faults.isEmpty()) {
            gateway.close();
            throw new IOException("the gateway refuses its topology: " + faults);
        }
        return new DemoGateway(gateway);
    }

    private static LiveGateway bound(GatewaySettings settings) throws IOException {
        try {
            return LiveGateway.bind(settings);
        } catch (IOException e) {
            throw new IOException(
                    "the gateway " + e.getMessage() + "; free that port, or take free ones everywhere with --port 0",
                    e);
        }
    }

    @Override
    public int port() {
        return port;
    }

    @Override
    public int metricsPort() {
        return metricsPort;
    }

    @Override
    public void close() {
        gateway.close();
    }
}
