package io.ethryx.server.upstream;

import org.xnio.XnioIoThread;

/**
 * One upstream address behind pooled connections, one pool an IO thread. Thread-safe; a call is confined to its thread.
 */
public interface Upstream extends AutoCloseable {

    /**
     * Begins a call. Nothing is written before the first {@link UpstreamCall#write}, {@link UpstreamCall#endRequest} or
     * {@link UpstreamCall#flushHead}, so that a head and a short body leave in one piece.
     *
     * @param thread the current IO thread, on which all callbacks come
     * @param request what to ask
     * @param listener who hears of the answer; never called from inside this method
     * @return the call, whose methods may be used at once
     */
    UpstreamCall call(XnioIoThread thread, UpstreamRequest request, UpstreamListener listener);

    /**
     * The authority of this upstream, as its Host field says it: the host in lower case, an IPv6 literal in brackets, the
     * port only where it is not the scheme's own.
     *
     * @return for instance {@code 127.0.0.1:8545}
     */
    String authority();

    /** Closes idle connections at once and those in use when their call ends. Idempotent. */
    @Override
    void close();
}
