package io.ethryx.server.listener;

import io.netty.util.NetUtil;
import java.net.Inet6Address;
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

    /**
     * An IP address as text.
     *
     * @param address any
     * @return without zone, one of IPv6 in the short form of RFC 5952
     */
    public static String textOf(InetAddress address) {
        return address instanceof Inet6Address ? NetUtil.toAddressString(address) : address.getHostAddress();
    }

    /**
     * An IP address and a port as text.
     *
     * @param address any that is resolved
     * @return such as {@code 10.0.0.7:4711} or {@code [2001:db8::7]:4711}
     */
    public static String textOf(InetSocketAddress address) {
        String host = textOf(address.getAddress());
        return (host.indexOf(':') < 0 ? host : "[" + host + "]") + ":" + address.getPort();
    }
}
