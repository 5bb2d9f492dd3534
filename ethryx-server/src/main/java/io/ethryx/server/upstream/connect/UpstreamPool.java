package io.ethryx.server.upstream.connect;

import io.ethryx.server.upstream.UpstreamUse;
import org.xnio.XnioIoThread;

/** The connections of one IO thread to one upstream. Confined to that thread, but for {@link #use}. */
public interface UpstreamPool {

    /**
     * Whose connections they are.
     *
     * @return always the same
     */
    XnioIoThread thread();

    /**
     * How much of the pool is in use. Asked by any thread.
     *
     * @return figures of about now
     */
    UpstreamUse use();

    /** Takes no more calls; connections that serve one close when it ends. */
    void close();
}
