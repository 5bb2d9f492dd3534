package io.ethryx.server.proxy;

/** The way of a request's body to the upstream. Confined to one IO thread. */
interface Upload extends Runnable {

    /** Begins to read the body. */
    void start();

    /** Moves what can be moved now; called when the client has more or the upstream takes more. */
    @Override
    void run();

    /** Ends the upload where it is. Idempotent. */
    void stop();

    /** The body, where it is short enough to have been kept and has come in whole; else empty. */
    byte[] copy();
}
