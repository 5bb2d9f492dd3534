package io.ethryx.server.listener;

import io.undertow.util.HeaderMap;
import org.jspecify.annotations.Nullable;

/**
 * The client's side of one exchange, where HTTP/1.1 and HTTP/2 differ. Confined to the exchange's IO thread.
 */
interface ClientStream {

    /**
     * The request target byte for byte, each byte one char: path and query as the client wrote them, an absolute form
     * reduced to its path and query ({@code /} where it has none), {@code *} as it is.
     *
     * @return the target, never empty
     */
    String target();

    /**
     * Whether the request carries a body, and how long it is.
     *
     * @return its length, -1 for a body of unknown length, -2 for none
     */
    long requestLength();

    /**
     * Asks to be told when the client leaves before the answer has ended: FIN (with the exception of decision S26), RST,
     * RST_STREAM, or a broken connection. Replaces what was asked before.
     *
     * @param action run once, on the IO thread; never after the exchange has ended
     */
    void whenGone(Runnable action);

    /**
     * Sends an informational answer to the client at once: 100 (which also satisfies the client's Expect), 102 or 103.
     * Does nothing towards an HTTP/1.0 client.
     *
     * @param status 100 to 199, not 101
     * @param headers its fields, already filtered for forwarding
     */
    void sendInformational(int status, HeaderMap headers);

    /**
     * The trailers of the request, once its body has been read to the end.
     *
     * @return well-formed fields, unfiltered, or null for none
     */
    @Nullable
    HeaderMap requestTrailers();

    /**
     * Cuts the answer so that the client can't take it for a whole one: HTTP/1.1 closes the connection, HTTP/2 resets the
     * stream with INTERNAL_ERROR. Ends the exchange.
     */
    void abort();

    /**
     * What the listener itself answered this request with, where it ended it: 400 for a body whose framing turned bad, 408
     * for one that came too slowly, 503 for one that did not fit into memory.
     *
     * @return the status, 0 where the listener answered nothing
     */
    int refusedWith();

    /**
     * Bytes of the request's body that have come in so far, after unframing.
     *
     * @return zero or more
     */
    long bodyBytesIn();
}
