package io.ethryx.server.upstream;

import java.util.concurrent.RejectedExecutionException;
import org.xnio.XnioIoThread;

/**
 * An upstream that is spoken to in HTTP/2 (RFC 9113), over TLS where the protocol is agreed by ALPN, else in cleartext with
 * prior knowledge. One connection at a time carries all streams; calls over the peer's limit wait.
 *
 * <p>Calls begin and are told on their own IO thread; the connection lives on the event loop of an {@link Http2Engine}. A
 * call costs one hop there and one or two back. A peer that turns out not to speak HTTP/2 fails its calls with
 * {@link UpstreamFailure.Kind#CONNECT}, one that says nothing with {@link UpstreamFailure.Kind#CONNECT_TIMEOUT}; nothing
 * ever falls back to HTTP/1.1 here.
 *
 * <p>Thread-safe. Starts nothing until the first call or {@link #prepare}.
 */
public final class Http2Upstream implements Upstream {

    private final UpstreamSettings settings;
    private final AddressBook book;
    private final Http2Pool pool;

    /**
     * An upstream without a connection.
     *
     * @param settings where it is, and the limits: its number of waiting calls counts for all IO threads together, its
     *     number of connections is not used
     * @param resources whose worker the calls run on; not closed by this object
     * @param lookup how its name is resolved; not used for an IP literal
     * @param hop what HTTP/2 needs besides; not closed by this object
     */
    public Http2Upstream(UpstreamSettings settings, IoResources resources, NameLookup lookup, Http2Hop hop) {
        this.settings = settings;
        book = new AddressBook(settings.host(), lookup, System::nanoTime);
        pool = new Http2Pool(settings, resources.worker(), book, hop);
    }

    /**
     * Loads what HTTP/2 needs, and begins to connect where there is no connection. May take long where it is the first
     * use in the process; not to be called on an IO thread.
     */
    public void prepare() {
        onLoop(pool::connectEarly);
    }

    @Override
    public UpstreamCall call(XnioIoThread thread, UpstreamRequest request, UpstreamListener listener) {
        return new Http2Call(pool, thread, request, listener);
    }

    @Override
    public String authority() {
        return settings.authority();
    }

    /**
     * How much of the upstream is in use now.
     *
     * @return connections that carry streams count as in use
     */
    public UpstreamUse use() {
        return pool.use();
    }

    @Override
    public void close() {
        book.close();
        if (pool.isStarted()) {
            onLoop(pool::close);
        }
    }

    private void onLoop(Runnable work) {
        try {
            pool.loop().execute(work);
        } catch (RejectedExecutionException ended) {
            // The engine has ended and closed every connection.
        }
    }
}
