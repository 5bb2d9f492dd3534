package io.ethryx.server.sidecar;

import io.ethryx.health.Layer;
import io.ethryx.health.ProbeCall;
import io.ethryx.health.ProbeListener;
import io.ethryx.health.ProbeRequest;
import io.ethryx.health.ProbeResponse;
import io.ethryx.health.ProbeTransport;
import io.ethryx.server.probe.ProbeHead;
import io.ethryx.server.probe.UpstreamProbe;
import io.ethryx.server.proxy.Destination;
import io.undertow.connector.ByteBufferPool;
import io.undertow.util.Methods;
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
        UpstreamProbe probe =
                new UpstreamProbe(worker.getIoThread(), buffers, head(request, destination(request)), listener);
        probe.start();
        return probe;
    }

    private static ProbeHead head(ProbeRequest request, Destination destination) {
        return new ProbeHead(
                destination.upstream(),
                Methods.fromString(request.method()),
                destination.targets().join(request.pathSuffix().isEmpty() ? "/" : request.pathSuffix()),
                destination.authorization(),
                request.body(),
                ProbeResponse.MAX_BODY_BYTES);
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
