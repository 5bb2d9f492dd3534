package io.ethryx.server.proxy;

/** Follows one forwarded exchange from its dispatch to its end. Confined to the exchange's IO thread. */
public interface CallTrace {

    /** The upstream is about to be asked: the exchange's fields are what it will get. */
    void asking();

    /**
     * The upstream's head has come.
     *
     * @param status its status
     */
    void answered(int status);

    /**
     * The upstream did not answer, or broke off.
     *
     * @param kind what happened, in a word, such as {@code timeout}
     */
    void failed(String kind);

    /**
     * The exchange is over.
     *
     * @param status what the client got, or 499 where it left before
     */
    void ended(int status);
}
