package io.ethryx.server.upstream;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;

/** Turns a host name into addresses. May block; called on the thread of an {@code AddressBook}, never on an IO thread. */
@FunctionalInterface
public interface NameLookup {

    /**
     * Resolves a name.
     *
     * @param host the name
     * @return its addresses in the order in which they are to be tried
     * @throws UnknownHostException if there are none
     */
    List<InetAddress> addresses(String host) throws UnknownHostException;

    /**
     * The system's resolver. How long the JVM itself keeps an answer is a security property of the process
     * ({@code networkaddress.cache.ttl} and its {@code negative} twin), set by the program.
     *
     * @return a lookup through {@link InetAddress}
     */
    static NameLookup system() {
        return host -> List.of(InetAddress.getAllByName(host));
    }
}
