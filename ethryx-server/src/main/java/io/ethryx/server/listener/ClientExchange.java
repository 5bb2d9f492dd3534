package io.ethryx.server.listener;

import io.ethryx.server.fields.FieldBlock;
import io.ethryx.server.fields.KnownField;
import io.undertow.util.HttpString;
import io.undertow.util.Methods;
import java.net.InetSocketAddress;
import org.jspecify.annotations.Nullable;
import org.xnio.XnioIoThread;

/**
 * One request of a client and the answer to it, over HTTP/1.1 or HTTP/2 alike. Confined to its IO thread.
 *
 * <p>It ends once, whatever happens: when the last byte of the answer has been handed over (whether or not the request was
 * read to its end), by {@link #abort}, or with its client. After that nothing of it may be used but what describes it,
 * and that only inside the actions of {@link #whenEnded}.
 */
public interface ClientExchange {

    /** What {@link #requestLength} says of a request without a body. */
    long NO_BODY = -2;

    /**
     * The thread that all of it happens on.
     *
     * @return the IO thread of the client's connection
     */
    XnioIoThread ioThread();

    /**
     * The other end of the connection.
     *
     * @return the TCP peer
     */
    InetSocketAddress peer();

    /**
     * The IP address of the TCP peer as text.
     *
     * @return without port and zone; the same object for all exchanges of a connection as a rule
     */
    default String peerText() {
        return Peer.textOf(peer().getAddress());
    }

    /**
     * What the client speaks.
     *
     * @return the version of the request
     */
    HttpVersion version();

    /**
     * The method as it was sent.
     *
     * @return a token
     */
    HttpString method();

    /**
     * The method as it is to be told of: CONNECT for an extended CONNECT, {@link #method} for any other.
     *
     * @return a token
     */
    default HttpString sentMethod() {
        return protocol() == null ? method() : Methods.CONNECT;
    }

    /**
     * The request target byte for byte, each byte one char: path and query as the client wrote them, an absolute form
     * reduced to its path and query ({@code /} where it has none), {@code *} as it is.
     *
     * @return the target, never empty
     */
    String target();

    /**
     * The protocol that an extended CONNECT asks for (RFC 8441 section 4). Such a request shows itself as a GET and its body
     * is the stream of that protocol; nothing but its {@code :protocol} tells it from a GET.
     *
     * @return the value of {@code :protocol}, or null for any other request
     */
    @Nullable
    String protocol();

    /**
     * The fields of the request as they were sent, those that frame it or speak to this hop included.
     *
     * @return the fields, always the same block: whoever handles the exchange may drop lines and add some. Not to be used
     *     after the exchange has ended
     */
    FieldBlock requestFields();

    /**
     * Whom the client wants to speak to.
     *
     * @return the value of Host as {@link #requestFields} still has it, perhaps empty, or null without one; the same object
     *     for all requests of a connection as a rule
     */
    default @Nullable String host() {
        return requestFields().value(KnownField.HOST);
    }

    /**
     * Whether the request carries a body, and how long it is.
     *
     * @return its length, -1 for a body of unknown length, {@link #NO_BODY} for none
     */
    long requestLength();

    /**
     * The body of the request.
     *
     * @return always the same
     */
    RequestBody body();

    /**
     * Bytes of the request's body that have come in so far, after unframing.
     *
     * @return zero or more
     */
    long bodyBytesIn();

    /**
     * The answer.
     *
     * @return always the same
     */
    ClientAnswer answer();

    /**
     * Asks to be told when the client leaves before the answer has ended: FIN (with the exception of decision S26), RST,
     * RST_STREAM, or a broken connection. Replaces what was asked before.
     *
     * @param action run once, on the IO thread, before the exchange ends; never after it has
     */
    void whenGone(Runnable action);

    /**
     * Asks to be told of the end of the exchange, however it came; in addition to those who asked before.
     *
     * @param action run once, on the IO thread
     */
    void whenEnded(Runnable action);

    /**
     * Whether the exchange is over.
     *
     * @return true from the moment that the actions of {@link #whenEnded} run
     */
    boolean hasEnded();

    /**
     * Cuts the exchange so that the client can't take its answer for a whole one: HTTP/1.1 closes the connection, HTTP/2
     * resets the stream with INTERNAL_ERROR. Ends the exchange; does nothing to one that has ended.
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
     * Takes the connection for another protocol. To be called after {@link ClientAnswer#begin} with 101 and a
     * {@link ClientAnswer#flush} that left nothing waiting. From then on the exchange reads and writes nothing, its
     * {@link #whenGone} is never run, and it ends when the connection is closed, which is the taker's to do.
     *
     * @param tunnel what the listener tells of its own end
     * @return the connection, nobody's reads and writes resumed, and what was read of it already
     * @throws IllegalStateException if the head is not out, or the request has a body
     * @throws UnsupportedOperationException over HTTP/2, where a tunnel is the body of the request and of the answer
     */
    TakenConnection takeOver(ClientTunnel tunnel);

    /**
     * Makes the body and the answer of an extended CONNECT the two directions of a tunnel (RFC 8441 section 5): the end of the
     * answer does not end the exchange any more, {@link #endTunnel} does.
     *
     * @throws UnsupportedOperationException over HTTP/1.1, where a tunnel is the connection
     */
    void becomeTunnel();

    /**
     * Ends what has not ended of a tunnel over HTTP/2 (RFC 8441 section 5), as politely as can be done at once; the exchange has ended then. Does nothing to
     * one that has ended.
     *
     * @throws UnsupportedOperationException over HTTP/1.1, where a tunnel is the connection
     */
    void endTunnel();
}
