package io.ethryx.server.sidecar;

import io.ethryx.health.Layer;
import io.ethryx.health.ProbeCall;
import io.ethryx.health.ProbeListener;
import io.ethryx.health.ProbeRequest;
import io.ethryx.health.ProbeTransport;
import io.ethryx.server.proxy.Destination;
import io.undertow.connector.ByteBufferPool;
import org.xnio.XnioWorker;

/** Carries probes over the same connections as the traffic, so that a probe sees what a request would see. */
final class UpstreamProbes implements ProbeTransport {

    private final XnioWorker worker;
    private final ByteBufferPool buffers;
    private final PairConnections connections;

    UpstreamProbes(XnioWorker worker, ByteBufferPool buffers, PairConnections connections) {
        this.worker = worker;
        this.buffers = buffers;
        this.connections = connections;
    }

    @Override
    public ProbeCall call(ProbeRequest request, ProbeListener listener) {
        UpstreamProbe probe = new UpstreamProbe(
                worker.getIoThread(), buffers, new ProbeHead(request, destination(request)), listener);
        probe.start();
        return probe;
    }

    private Destination destination(ProbeRequest request) {
        return request.layer() == Layer.EL ? connections.elProbe(request.mode()) : connections.clProbe();
    }

    @Override
    public boolean supportsHttp2() {
        return true;
    }

    @Override
    public boolean secureEl() {
        return connections.elIsSecure();
    }
}
