package io.ethryx.server.proxy;

import io.ethryx.server.listener.ClientExchange;
import io.ethryx.server.listener.HttpVersion;
import io.undertow.util.HttpString;
import org.jspecify.annotations.Nullable;

/** Hears what the data plane does. Called on IO threads; must not block. */
public interface ProxyEvents {

    /**
     * The head of an answer is ready to be sent to the client.
     *
     * @param layer the layer the request was for
     * @param method the request's method
     * @param status the answer's status
     * @param nanos from the dispatch of the request to now
     */
    void headReady(String layer, HttpString method, int status, long nanos);

    /** The client left before its answer ended. */
    void clientAborted();

    /** An upstream broke an answer off after its head had gone to the client. */
    void upstreamAborted();

    /**
     * An exchange is about to be forwarded.
     *
     * @param exchange the exchange
     * @param destination where to
     * @return who follows it, null for nobody
     */
    default @Nullable CallTrace trace(ClientExchange exchange, Destination destination) {
        return null;
    }

    /**
     * An exchange ended.
     *
     * @param ended what it was
     */
    void ended(EndedExchange ended);

    /**
     * Whether {@link #ended} is of use; where not, it is not called.
     *
     * @return true if ended exchanges are to be told
     */
    boolean wantsEnded();

    /**
     * A call failed and the client was told so.
     *
     * @param layer the layer the request was for
     * @param status the status of the answer that Ethryx made
     * @param sentence the answer's sentence
     */
    void failed(String layer, int status, String sentence);

    /**
     * As {@link #failed}, for a request that asks for another protocol.
     *
     * @param layer the layer the request was for
     * @param status the status of the answer that Ethryx made
     * @param sentence the answer's sentence
     */
    void switchFailed(String layer, int status, String sentence);

    /**
     * An upstream has agreed to another protocol, and bytes pass from now on.
     *
     * @param layer the layer of the upstream
     * @param version what the client speaks
     */
    void switched(String layer, HttpVersion version);
}
