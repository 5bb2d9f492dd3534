package io.ethryx.server.sidecar;

import io.ethryx.health.TransportMode;
import io.ethryx.server.config.SidecarSettings;
import io.ethryx.server.config.UpstreamUrl;
import io.ethryx.server.proxy.Destination;
import io.ethryx.server.upstream.Http1Upstream;
import io.ethryx.server.upstream.Http2Engine;
import io.ethryx.server.upstream.Http2Hop;
import io.ethryx.server.upstream.Http2Timing;
import io.ethryx.server.upstream.Http2Upstream;
import io.ethryx.server.upstream.IoResources;
import io.ethryx.server.upstream.NameLookup;
import io.ethryx.server.upstream.UpstreamSettings;
import io.ethryx.server.upstream.UpstreamTls;
import java.io.IOException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The connections to the pair: HTTP/1.1 to both nodes, HTTP/2 to the EL, over TLS where a URL says https (decisions S11,
 * S19). Nothing is connected before the first call. Thread-safe.
 */
final class PairConnections implements AutoCloseable {

    private final UpstreamUrl elUrl;
    private final Http1Upstream elHttp1;
    private final Http2Upstream elHttp2;
    private final Http2Engine engine = new Http2Engine();
    private final Http1Upstream clHttp1;
    private final Destination cl;

    /**
     * Connections that are yet to be made.
     *
     * @param upstreams where to
     * @param io what they run on
     * @param http11Required told on another thread that the EL asks for HTTP/1.1
     * @throws IOException if the certificates to be trusted can't be read
     */
    PairConnections(SidecarSettings.Upstreams upstreams, IoResources io, Runnable http11Required) throws IOException {
        elUrl = upstreams.elHttp();
        UpstreamTls tls = tls(upstreams);
        UpstreamTls elTls = elUrl.secure() ? tls : null;
        elHttp1 = new Http1Upstream(settings(elUrl), io, NameLookup.system(), elTls);
        elHttp2 = new Http2Upstream(
                settings(elUrl),
                io,
                NameLookup.system(),
                new Http2Hop(engine, elTls, Http2Timing.USUAL, http11Required));
        UpstreamUrl clUrl = upstreams.clBeacon();
        clHttp1 = new Http1Upstream(settings(clUrl), io, NameLookup.system(), clUrl.secure() ? tls : null);
        cl = Destination.of("CL", clUrl, clHttp1);
    }

    private static @Nullable UpstreamTls tls(SidecarSettings.Upstreams upstreams) throws IOException {
        boolean needed = upstreams.elHttp().secure() || upstreams.clBeacon().secure();
        return needed ? UpstreamTls.trusting(upstreams.caFile()) : null;
    }

    private static UpstreamSettings settings(UpstreamUrl url) {
        return UpstreamSettings.of(url.host(), url.port(), url.authority());
    }

    /** The EL over one protocol, as a probe asks for it. */
    Destination el(TransportMode mode) {
        return Destination.of("EL", elUrl, mode == TransportMode.HTTP_2 ? elHttp2 : elHttp1);
    }

    /** The EL over the protocol of the verdict. */
    Destination el(Supplier<TransportMode> mode) {
        return Destination.of("EL", elUrl, new SwitchedUpstream(elHttp1, elHttp2, mode));
    }

    /** The CL, over HTTP/1.1 always. */
    Destination cl() {
        return cl;
    }

    boolean elIsSecure() {
        return elUrl.secure();
    }

    /** Loads what a first call over HTTP/2 needs; not on an IO thread. */
    void prepareHttp2() {
        elHttp2.prepare();
    }

    /** How many connections are open. */
    int open() {
        return elHttp1.use().open() + elHttp2.use().open() + clHttp1.use().open();
    }

    /** Closes the connections and ends the HTTP/2 thread, in a bounded time. Idempotent. */
    @Override
    public void close() {
        elHttp1.close();
        elHttp2.close();
        clHttp1.close();
        engine.close();
    }
}
