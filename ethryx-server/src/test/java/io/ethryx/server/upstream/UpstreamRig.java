package io.ethryx.server.upstream;

import static org.assertj.core.api.Assertions.assertThat;

import io.ethryx.server.io.IoResources;
import io.ethryx.server.io.RoundEnds;
import io.ethryx.server.testing.Await;
import io.ethryx.server.testing.CountingBuffers;
import io.ethryx.server.timer.IoTimers;
import io.ethryx.server.upstream.connect.AddressBook;
import io.ethryx.server.upstream.connect.UpstreamTls;
import io.ethryx.server.upstream.http1.Http1Upstream;
import io.ethryx.server.upstream.http2.Http2Hop;
import io.ethryx.server.upstream.http2.Http2Timing;
import io.ethryx.server.upstream.http2.Http2Upstream;
import java.io.IOException;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.xnio.OptionMap;
import org.xnio.Options;
import org.xnio.Xnio;
import org.xnio.XnioWorker;

/** A worker, a pool of buffers and the upstreams of one test; closing it checks that nothing is left. */
public final class UpstreamRig implements AutoCloseable {

    public final XnioWorker worker;
    public final CountingBuffers buffers;
    public final IoTimers timers;
    private final IoResources resources;
    private final List<Http1Upstream> upstreams = new ArrayList<>();
    private final List<Http2Upstream> http2Upstreams = new ArrayList<>();
    public final AtomicInteger http11Required = new AtomicInteger();

    public UpstreamRig() throws IOException {
        this(16_384);
    }

    public UpstreamRig(int bufferSize) throws IOException {
        worker = Xnio.getInstance()
                .createWorker(OptionMap.builder()
                        .set(Options.WORKER_IO_THREADS, 2)
                        .set(Options.WORKER_TASK_CORE_THREADS, 1)
                        .set(Options.WORKER_TASK_MAX_THREADS, 1)
                        .set(Options.THREAD_DAEMON, true)
                        .getMap());
        buffers = CountingBuffers.direct(bufferSize);
        timers = new IoTimers(worker);
        timers.start();
        resources = new IoResources(worker, buffers, timers, new RoundEnds(worker));
    }

    public Http1Upstream to(int port) {
        return to(settings(port));
    }

    public static UpstreamSettings settings(int port) {
        return UpstreamSettings.of("127.0.0.1", port, "127.0.0.1:" + port);
    }

    public Http1Upstream to(UpstreamSettings settings) {
        return to(settings, host -> {
            throw new AssertionError("a literal was looked up");
        });
    }

    public Http1Upstream to(UpstreamSettings settings, NameLookup lookup) {
        Http1Upstream upstream = new Http1Upstream(settings, resources, lookup);
        upstreams.add(upstream);
        return upstream;
    }

    public Http2Upstream http2(int port) {
        return http2(settings(port), Http2Timing.USUAL, null);
    }

    public Http2Upstream http2(UpstreamSettings settings, Http2Timing timing, UpstreamTls tls) {
        Http2Upstream upstream = new Http2Upstream(
                settings,
                resources,
                host -> List.of(InetAddress.getByName(host)),
                new Http2Hop(tls, timing, http11Required::incrementAndGet));
        http2Upstreams.add(upstream);
        return upstream;
    }

    /** Bytes on their way between the sockets and the callers of HTTP/2. */
    public long bytesUnderWay() {
        return http2Upstreams.stream().mapToLong(Http2Upstream::heldBytes).sum();
    }

    /** The same over TLS, for HTTP/1.1. */
    public Http1Upstream secure(UpstreamSettings settings, UpstreamTls tls) {
        return secure(settings, host -> List.of(InetAddress.getByName(host)), tls);
    }

    public Http1Upstream secure(UpstreamSettings settings, NameLookup lookup, UpstreamTls tls) {
        Http1Upstream upstream = new Http1Upstream(settings, resources, lookup, tls);
        upstreams.add(upstream);
        return upstream;
    }

    public Http1Upstream to(UpstreamSettings settings, AddressBook book) {
        Http1Upstream upstream = new Http1Upstream(settings, resources, book);
        upstreams.add(upstream);
        return upstream;
    }

    /** A call that is yet to begin, on the first IO thread. */
    public Asked asked() {
        return new Asked(worker.getIoThread(0));
    }

    public static List<InetAddress> loopback() {
        return List.of(InetAddress.getLoopbackAddress());
    }

    public static void until(String what, BooleanSupplier condition) {
        Await.until(condition, () -> "waited in vain until " + what);
    }

    /** Closes the upstreams and checks that no connection, call or buffer is left. */
    @Override
    public void close() throws InterruptedException {
        upstreams.forEach(Http1Upstream::close);
        http2Upstreams.forEach(Http2Upstream::close);
        for (Http1Upstream upstream : upstreams) {
            until(
                    "nothing is in use of " + upstream.authority(),
                    () -> upstream.use().equals(new UpstreamUse(0, 0, 0, 0)));
        }
        for (Http2Upstream upstream : http2Upstreams) {
            until(
                    "nothing is in use of " + upstream.authority() + ": " + upstream.use(),
                    () -> upstream.use().equals(new UpstreamUse(0, 0, 0, 0)));
        }
        until("all buffers are back", () -> buffers.out() == 0);
        until("all bytes under way are back", () -> bytesUnderWay() == 0);
        timers.close();
        worker.shutdown();
        assertThat(worker.awaitTermination(10, TimeUnit.SECONDS)).isTrue();
        buffers.close();
    }
}
