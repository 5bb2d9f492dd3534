package io.ethryx.server.listener.connection;

/** A client's connection as the shutdown sees it. Confined to its IO thread. */
public interface OpenConnection {

    /** Ends at once if no request is in progress, else as soon as those in progress have ended. */
    void drain();

    /** Ends at once. */
    void closeNow();
}
