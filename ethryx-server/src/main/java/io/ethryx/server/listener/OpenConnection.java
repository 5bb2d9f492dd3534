package io.ethryx.server.listener;

/** A client's connection as the shutdown sees it. Confined to its IO thread. */
interface OpenConnection {

    /** Ends at once if nothing is in progress, else as soon as what is in progress has ended. */
    void drain();

    /** Ends at once. */
    void closeNow();
}
