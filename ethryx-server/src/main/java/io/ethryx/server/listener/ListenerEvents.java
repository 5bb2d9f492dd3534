package io.ethryx.server.listener;

import io.ethryx.server.config.ListenAddress;
import java.io.IOException;

/** What happens at the listeners. Called on IO threads; must not block. */
public interface ListenerEvents {

    /**
     * A client's connection was opened; it counts until {@link #connectionClosed}.
     *
     * @param peer whose
     */
    void connectionOpened(Peer peer);

    /**
     * A client's connection was closed; called exactly once for each that was opened.
     *
     * @param peer whose, the same object as at its opening; an address that was not asked for then is gone
     */
    void connectionClosed(Peer peer);

    /** A client's connection was over the limit: it was told so and closed. */
    void connectionRefused();

    /**
     * A client asked to be connected through, and is answered 405.
     *
     * @param declined what it asked
     */
    void connectDeclined(DeclinedConnect declined);

    /**
     * A client's request was answered because of its head, and no handler sees it.
     *
     * @param declined what is known of it
     */
    default void headDeclined(DeclinedHead declined) {}

    /**
     * A connection could not be accepted; it will be tried again after 100 ms.
     *
     * @param address the listener
     * @param cause such as too many open files
     */
    void acceptFailed(ListenAddress address, IOException cause);

    /**
     * Something went wrong with one connection that nobody else hears of.
     *
     * @param cause what: an {@link IOException} of its socket, anything else is a fault of Ethryx's own
     */
    void connectionFailed(Throwable cause);
}
