package io.ethryx.server.sidecar;

import io.ethryx.health.TransportMode;
import io.ethryx.server.config.SidecarSettings;
import io.ethryx.server.config.UpstreamUrl;
import io.ethryx.server.io.IoResources;
import io.ethryx.server.proxy.Destination;
import io.ethryx.server.upstream.NameLookup;
import io.ethryx.server.upstream.UpstreamSettings;
import io.ethryx.server.upstream.UpstreamUse;
import io.ethryx.server.upstream.connect.UpstreamTls;
import io.ethryx.server.upstream.http1.Http1Upstream;
import io.ethryx.server.upstream.http2.Http2Hop;
import io.ethryx.server.upstream.http2.Http2Timing;
import io.ethryx.server.upstream.http2.Http2Upstream;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The connections to the pair and perhaps a relay: HTTP/1.1 to all of them, HTTP/2 to the EL, over TLS where a URL says https (decisions S11,
 * S19). Nothing is connected before the first call. Thread-safe.
 */
final class PairConnections implements AutoCloseable {

    private static final Duration GOODBYES = Duration.ofMillis(500);

    /** Of each IO thread: with the hundred streams that nodes usually allow, for many hundred calls at once. */
    private static final int HTTP2_CONNECTIONS = 8;

    private final UpstreamUrl elUrl;
    private final Http1Upstream elHttp1;
    private final Http2Upstream elHttp2;
    private final Http1Upstream elProbes;
    private final Http1Upstream elWs;
    private final Destination elWebSocket;
    private final Http1Upstream clHttp1;
    private final Http1Upstream clProbes;
    private final Destination cl;
    private final Destination clProbe;
    private final Optional<Http1Upstream> relayHttp1;
    private final Optional<Destination> relay;

    /**
     * Connections that are yet to be made.
     *
     * @param upstreams where to
     * @param clients how many clients may be connected: as many connections may lead on, so that calls that hang can't use
     *     them up for the others
     * @param io what they run on
     * @param http11Required told on an IO thread that the EL asks for HTTP/1.1
     * @throws IOException if the certificates to be trusted can't be read
     */
    PairConnections(SidecarSettings.Upstreams upstreams, int clients, IoResources io, Runnable http11Required)
            throws IOException {
        int each = Math.max(1, clients / io.worker().getIoThreadCount());
        elUrl = upstreams.elHttp();
        UpstreamTls tls = tls(upstreams);
        UpstreamTls elTls = elUrl.secure() ? tls : null;
        elHttp1 = new Http1Upstream(settings(elUrl).withMaxConnections(each), io, NameLookup.system(), elTls);
        elProbes = new Http1Upstream(settings(elUrl), io, NameLookup.system(), elTls);
        elHttp2 = new Http2Upstream(
                settings(elUrl).withMaxConnections(HTTP2_CONNECTIONS),
                io,
                NameLookup.system(),
                new Http2Hop(elTls, Http2Timing.USUAL, http11Required));
        UpstreamUrl wsUrl = upstreams.elWs();
        elWs = new Http1Upstream(
                settings(wsUrl).withMaxConnections(each), io, NameLookup.system(), wsUrl.secure() ? tls : null);
        elWebSocket = Destination.of("EL", wsUrl, elWs);
        UpstreamUrl clUrl = upstreams.clBeacon();
        UpstreamTls clTls = clUrl.secure() ? tls : null;
        clHttp1 = new Http1Upstream(settings(clUrl).withMaxConnections(each), io, NameLookup.system(), clTls);
        cl = Destination.of("CL", clUrl, clHttp1);
        clProbes = new Http1Upstream(settings(clUrl), io, NameLookup.system(), clTls);
        clProbe = Destination.of("CL", clUrl, clProbes);
        relayHttp1 = upstreams
                .clMevRelay()
                .map(url -> new Http1Upstream(settings(url), io, NameLookup.system(), url.secure() ? tls : null));
        relay = upstreams.clMevRelay().map(url -> Destination.of("CL", url, relayHttp1.orElseThrow()));
    }

    private static @Nullable UpstreamTls tls(SidecarSettings.Upstreams upstreams) throws IOException {
        boolean needed = upstreams.elHttp().secure()
                || upstreams.elWs().secure()
                || upstreams.clBeacon().secure()
                || upstreams.clMevRelay().filter(UpstreamUrl::secure).isPresent();
        return needed ? UpstreamTls.trusting(upstreams.caFile()) : null;
    }

    private static UpstreamSettings settings(UpstreamUrl url) {
        return UpstreamSettings.of(url.host(), url.port(), url.authority());
    }

    /**
     * The EL over one protocol, as a probe asks for it. Over HTTP/1.1 probes have connections of their own: what traffic
     * does to its connections never looks like a sick node.
     */
    Destination elProbe(TransportMode mode) {
        return Destination.of("EL", elUrl, mode == TransportMode.HTTP_2 ? elHttp2 : elProbes);
    }

    /** The CL, over connections of the probes' own. */
    Destination clProbe() {
        return clProbe;
    }

    /** The EL over the protocol of the verdict. */
    Destination el(Supplier<TransportMode> mode) {
        return Destination.of("EL", elUrl, new SwitchedUpstream(elHttp1, elHttp2, mode));
    }

    /** The WebSocket of the EL. */
    Destination elWebSocket() {
        return elWebSocket;
    }

    /** The CL, over HTTP/1.1 always. */
    Destination cl() {
        return cl;
    }

    /** Where validator registrations go instead of the CL, if anywhere. */
    Optional<Destination> mevRelay() {
        return relay;
    }

    boolean elIsSecure() {
        return elUrl.secure();
    }

    /** How many connections are open. */
    int open() {
        return use().mapToInt(UpstreamUse::open).sum();
    }

    /** How many connections serve a call. */
    int inUse() {
        return use().mapToInt(UpstreamUse::inUse).sum();
    }

    private Stream<UpstreamUse> use() {
        return Stream.concat(
                Stream.of(elHttp1.use(), elHttp2.use(), elProbes.use(), elWs.use(), clHttp1.use(), clProbes.use()),
                relayHttp1.stream().map(Http1Upstream::use));
    }

    /**
     * Closes the connections, those that serve a call when it ends, and waits a moment for the goodbyes of the idle ones, which
     * need their threads. Idempotent.
     */
    @Override
    public void close() {
        elHttp1.close();
        elHttp2.close();
        elProbes.close();
        elWs.close();
        clHttp1.close();
        clProbes.close();
        relayHttp1.ifPresent(Http1Upstream::close);
        long deadline = System.nanoTime() + GOODBYES.toNanos();
        while (open() > inUse() && System.nanoTime() - deadline < 0) {
            LockSupport.parkNanos(1_000_000);
        }
    }
}
