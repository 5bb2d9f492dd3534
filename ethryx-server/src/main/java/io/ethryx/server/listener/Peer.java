package io.ethryx.server.listener;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Who is at the other end of a connection, asked for once. Confined to the connection's IO thread. */
public final class Peer {

    private final Supplier<InetSocketAddress> source;
    private @Nullable InetSocketAddress address;
    private @Nullable String text;

    /**
     * Somebody who was not asked for yet.
     *
     * @param source asked once, when the address is wanted first
     */
    public Peer(Supplier<InetSocketAddress> source) {
        this.source = source;
    }

    /**
     * Where it is.
     *
     * @return always the same
     */
    public InetSocketAddress address() {
        InetSocketAddress known = address;
        if (known == null) {
            known = source.get();
            address = known;
        }
        return known;
    }

    /**
     * The IP address without port and zone.
     *
     * @return always the same text
     */
    public String text() {
        String known = text;
        if (known == null) {
            known = textOf(address().getAddress());
            text = known;
        }
        return known;
    }

    static String textOf(InetAddress address) {
        String whole = address.getHostAddress();
        int zone = whole.indexOf('%');
        return zone < 0 ? whole : whole.substring(0, zone);
    }
}
