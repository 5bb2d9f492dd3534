package io.ethryx.server.demo;

import io.ethryx.server.gateway.settings.GatewayFile;
import io.ethryx.server.gateway.settings.GatewaySettings;

/** The settings of the gateway that stands before the simulated cluster, as an operator would write them down. */
final class DemoGatewaySettings {

    private DemoGatewaySettings() {}

    static GatewaySettings before(SimulatedCluster cluster, DemoPorts ports) {
        String text = """
            listen: 127.0.0.1:%d
            metric_listen: 127.0.0.1:%d
            log_level: warn
            lifecycle: {shutdown_grace: 1s}
            discovery:
              type: static
              static:
                1/nodes/s1: {address: 127.0.0.1, port: %d, nodeType: 1, stateType: 1}
                1/nodes/a1: {address: 127.0.0.1, port: %d, nodeType: 2, stateType: 1}
                1/nativeNodes/n1: {address: 127.0.0.1, port: %d, stateType: 1}
            """.formatted(
                        ports.gateway(),
                        ports.metrics(),
                        cluster.stateNode().wsPort(),
                        cluster.archiveNode().wsPort(),
                        cluster.nativeNode().wsPort());
        GatewayFile file = GatewayFile.parse("demo", text);
        return file.settings().orElseThrow(() -> new IllegalStateException("not settings: " + file.faults()));
    }
}
