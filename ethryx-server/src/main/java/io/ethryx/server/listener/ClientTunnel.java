package io.ethryx.server.listener;

/** A connection that speaks another protocol by now, as its listener sees it. Called on the connection's IO thread. */
public interface ClientTunnel {

    /** The listener is being drained: the tunnel is to come to its end soon. May be called at once when it is taken. */
    void drain();

    /** The listener is closed: the tunnel is cut, now. */
    void closeNow();
}
