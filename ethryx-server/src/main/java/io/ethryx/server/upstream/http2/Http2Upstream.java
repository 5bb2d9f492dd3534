package io.ethryx.server.upstream.http2;

import io.ethryx.server.io.IoResources;
import io.ethryx.server.upstream.NameLookup;
import io.ethryx.server.upstream.Upstream;
import io.ethryx.server.upstream.UpstreamCall;
import io.ethryx.server.upstream.UpstreamFailure;
import io.ethryx.server.upstream.UpstreamListener;
import io.ethryx.server.upstream.UpstreamRequest;
import io.ethryx.server.upstream.UpstreamSettings;
import io.ethryx.server.upstream.UpstreamUse;
import io.ethryx.server.upstream.connect.AddressBook;
import io.ethryx.server.upstream.connect.PoolPerThread;
import io.ethryx.server.upstream.connect.UpstreamPlace;
import org.xnio.XnioIoThread;
import org.xnio.XnioWorker;

/**
 * An upstream that is spoken to in HTTP/2 (RFC 9113), over TLS where the protocol is agreed by ALPN, else in cleartext with
 * prior knowledge. The calls of an IO thread share its connections: one, and another one for as long as calls wait because
 * the peer allows no more streams, up to a limit; beyond it they wait in a bounded queue.
 *
 * <p>Everything happens on the IO thread of the call. Its frames leave at once while few streams are open, else together
 * with those of other calls when the thread has done what it can do now. A peer that turns out not to speak HTTP/2 fails its
 * calls with {@link UpstreamFailure.Kind#CONNECT}, one that says nothing with
 * {@link UpstreamFailure.Kind#CONNECT_TIMEOUT}; nothing ever falls back to HTTP/1.1 here. Netty, which does the frames, is
 * loaded when the first peer has begun to speak HTTP/2, and not on an IO thread.
 *
 * <p>Thread-safe. Starts nothing until the first call.
 */
public final class Http2Upstream implements Upstream {

    /** Body bytes of all connections together that wait for clients who do not read. */
    private static final long MOST_HELD = 64 * 1_024 * 1_024;

    private static final int SMALLEST_WINDOW = 1_024 * 1_024;
    private static final int LARGEST_WINDOW = 16 * 1_024 * 1_024;

    private final UpstreamSettings settings;
    private final PoolPerThread<Http2Pool> pools;

    /**
     * An upstream without a connection.
     *
     * @param settings where it is, and the limits
     * @param resources what it runs on; not closed by this object
     * @param lookup how its name is resolved; not used for an IP literal
     * @param hop what HTTP/2 needs besides
     */
    public Http2Upstream(UpstreamSettings settings, IoResources resources, NameLookup lookup, Http2Hop hop) {
        this.settings = settings;
        AddressBook book = new AddressBook(settings.host(), lookup, System::nanoTime);
        XnioWorker worker = resources.worker();
        int connections = worker.getIoThreadCount() * settings.maxConnections();
        UpstreamPlace at = new UpstreamPlace(settings, book, hop.tls(), UpstreamPlace.HTTP_2);
        Http2Place place = new Http2Place(at, hop.timing(), hop.http11Required(), windowBytes(connections));
        pools = PoolPerThread.of(worker, book, thread -> new Http2Pool(thread, resources, place));
    }

    /** A share of what all connections may hold, so that a thousand readers that stall don't fill the heap. */
    private static int windowBytes(int connections) {
        long held = Math.min(MOST_HELD, Runtime.getRuntime().maxMemory() / 4);
        return (int) Math.max(SMALLEST_WINDOW, Math.min(LARGEST_WINDOW, held / connections));
    }

    @Override
    public UpstreamCall call(XnioIoThread thread, UpstreamRequest request, UpstreamListener listener) {
        Http2Call call = new Http2Call(pools.of(thread), request, listener);
        call.begin();
        return call;
    }

    @Override
    public String authority() {
        return settings.authority();
    }

    /**
     * How much of the upstream is in use now.
     *
     * @return the sum over all IO threads; connections that carry streams count as in use
     */
    public UpstreamUse use() {
        return pools.use();
    }

    /** Whether the codec was loaded for any IO thread. */
    boolean isLoaded() {
        return pools.sum(pool -> pool.loop().isLoaded() ? 1 : 0) > 0;
    }

    /**
     * How many bytes are on their way between sockets and callers.
     *
     * @return the sum over all IO threads
     */
    public long heldBytes() {
        return pools.sum(pool -> pool.loop().heldBytes());
    }

    @Override
    public void close() {
        pools.close();
    }
}
