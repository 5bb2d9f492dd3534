package io.ethryx.server.upstream.http1;

import io.ethryx.server.io.IoResources;
import io.ethryx.server.upstream.NameLookup;
import io.ethryx.server.upstream.Upstream;
import io.ethryx.server.upstream.UpstreamCall;
import io.ethryx.server.upstream.UpstreamListener;
import io.ethryx.server.upstream.UpstreamRequest;
import io.ethryx.server.upstream.UpstreamSettings;
import io.ethryx.server.upstream.UpstreamUse;
import io.ethryx.server.upstream.connect.AddressBook;
import io.ethryx.server.upstream.connect.PoolPerThread;
import io.ethryx.server.upstream.connect.UpstreamPlace;
import io.ethryx.server.upstream.connect.UpstreamTls;
import org.jspecify.annotations.Nullable;
import org.xnio.XnioIoThread;

/**
 * An upstream that is spoken to in HTTP/1.1 (RFC 9110, RFC 9112) over pooled connections, each on the IO thread of the
 * calls that it serves.
 *
 * <p>A call on a warm connection costs one gathering write and one read, and no change to the selector. Its head is
 * composed while it begins. Connections go to the call that comes first; the one given back last is used first.
 *
 * <p>Thread-safe. Starts nothing until the first call: a host name is then resolved on a daemon thread of its own, which
 * ends by itself when it has nothing to do.
 */
public final class Http1Upstream implements Upstream {

    private final UpstreamSettings settings;
    private final PoolPerThread<ConnectionPool> pools;

    /**
     * An upstream without connections.
     *
     * @param settings where it is, and the limits
     * @param resources what it runs on; not closed by this object
     * @param lookup how its name is resolved; not used for an IP literal
     */
    public Http1Upstream(UpstreamSettings settings, IoResources resources, NameLookup lookup) {
        this(settings, resources, lookup, null);
    }

    /**
     * An upstream without connections, perhaps over TLS.
     *
     * @param settings where it is, and the limits
     * @param resources what it runs on; not closed by this object
     * @param lookup how its name is resolved; not used for an IP literal
     * @param tls how to secure its connections, or null for cleartext
     */
    public Http1Upstream(
            UpstreamSettings settings, IoResources resources, NameLookup lookup, @Nullable UpstreamTls tls) {
        this(
                new UpstreamPlace(
                        settings,
                        new AddressBook(settings.host(), lookup, System::nanoTime),
                        tls,
                        UpstreamPlace.HTTP_1),
                resources);
    }

    /**
     * An upstream without connections, in cleartext, whose addresses are looked up by a book that was made already.
     *
     * @param settings where it is, and the limits
     * @param resources what it runs on; not closed by this object
     * @param book its addresses; closed by this object
     */
    public Http1Upstream(UpstreamSettings settings, IoResources resources, AddressBook book) {
        this(new UpstreamPlace(settings, book, null, UpstreamPlace.HTTP_1), resources);
    }

    private Http1Upstream(UpstreamPlace place, IoResources resources) {
        settings = place.settings();
        pools = PoolPerThread.of(
                resources.worker(), place.book(), thread -> new ConnectionPool(thread, resources, place));
    }

    @Override
    public UpstreamCall call(XnioIoThread thread, UpstreamRequest request, UpstreamListener listener) {
        Http1Call call = new Http1Call(pools.of(thread), request, listener);
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
     * @return the sum over all IO threads
     */
    public UpstreamUse use() {
        return pools.use();
    }

    @Override
    public void close() {
        pools.close();
    }
}
