package io.ethryx.server.proxy;

import io.ethryx.server.fields.FieldBlock;
import io.ethryx.server.listener.ClientExchange;
import io.ethryx.server.upstream.SwitchedConnection;
import org.jspecify.annotations.Nullable;

/**
 * What becomes of a request that asks for another protocol once its upstream agrees (RFC 9110 section 7.8). One a request;
 * confined to the exchange's IO thread.
 */
public interface ProtocolSwitch {

    /**
     * The protocol.
     *
     * @return as Upgrade names it
     */
    String protocol();

    /**
     * Judges the head of the upstream's 101.
     *
     * @param fields its fields
     * @return what is wrong with it, in one plain phrase, or null
     */
    @Nullable
    String fault(FieldBlock fields);

    /**
     * The status that the client is told.
     *
     * @param client the exchange
     * @return 101, or what stands for it in the client's protocol
     */
    int status(ClientExchange client);

    /**
     * Begins: answers the client and carries bytes from then on.
     *
     * @param client the exchange, whose answer has not begun
     * @param upstream the upstream's connection
     * @param fields the fields of the 101 that may go on
     */
    void begin(ClientExchange client, SwitchedConnection upstream, FieldBlock fields);

    /** The client has broken off. Idempotent, and of no effect before it began. */
    void clientGone();

    /** The exchange has ended, however it did: nothing is left behind. Idempotent. */
    void exchangeEnded();

    /**
     * How it came to its end.
     *
     * @return what is true so far
     */
    Passage passage();

    /**
     * What passed.
     *
     * @param bytesIn taken by the upstream
     * @param bytesOut taken by the client
     * @param brokenBy who broke off, if anyone did
     */
    record Passage(long bytesIn, long bytesOut, @Nullable Side brokenBy) {}

    /** One who may break off. */
    enum Side {
        /** The client. */
        CLIENT,
        /** The upstream. */
        UPSTREAM
    }
}
