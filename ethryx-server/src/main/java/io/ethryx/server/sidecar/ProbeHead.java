package io.ethryx.server.sidecar;

import io.ethryx.health.ProbeRequest;
import io.ethryx.server.proxy.Destination;
import io.ethryx.server.upstream.UpstreamRequest;
import io.undertow.util.Headers;
import io.undertow.util.HttpString;
import io.undertow.util.Methods;

/** The head of a probe. */
final class ProbeHead implements UpstreamRequest {

    private final ProbeRequest probe;
    private final Destination destination;

    ProbeHead(ProbeRequest probe, Destination destination) {
        this.probe = probe;
        this.destination = destination;
    }

    Destination destination() {
        return destination;
    }

    String body() {
        return probe.body().orElse("");
    }

    @Override
    public HttpString method() {
        return Methods.fromString(probe.method());
    }

    @Override
    public String target() {
        return destination.targets().join(probe.pathSuffix().isEmpty() ? "/" : probe.pathSuffix());
    }

    @Override
    public long contentLength() {
        return probe.body().isPresent() ? body().length() : NO_BODY;
    }

    /** A probe changes nothing on a node, so a second sending does no harm. */
    @Override
    public boolean repeatable() {
        return probe.body().isEmpty();
    }

    @Override
    public void writeFields(FieldSink sink) {
        sink.field(Headers.HOST.toString(), destination.upstream().authority());
        if (probe.body().isPresent()) {
            sink.field(Headers.CONTENT_TYPE.toString(), "application/json");
        }
        String authorization = destination.authorization();
        if (authorization != null) {
            sink.field(Headers.AUTHORIZATION.toString(), authorization);
        }
    }
}
