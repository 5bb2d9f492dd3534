package io.ethryx.core.topology;

import java.util.OptionalInt;

/**
 * Where copies of calls go.
 *
 * @param key its name, as the discovery key ends
 * @param address a host name or an IP literal, an IPv6 one without brackets
 * @param port 1 to 65535
 * @param rateLimit copies a second, above 0, or nothing for no limit
 */
public record MirrorTarget(String key, String address, int port, OptionalInt rateLimit) {

    /**
     * Checks the parts.
     *
     * @param key see the record
     * @param address see the record
     * @param port see the record
     * @param rateLimit see the record
     * @throws IllegalArgumentException if key or address is empty, or port or limit is out of bounds
     */
    public MirrorTarget {
        if (key.isEmpty() || address.isEmpty() || port < 1 || port > 65535) {
            throw new IllegalArgumentException("no mirror target: '" + key + "' at " + address + ":" + port);
        }
        if (rateLimit.isPresent() && rateLimit.getAsInt() <= 0) {
            throw new IllegalArgumentException("a limit of " + rateLimit.getAsInt() + " a second is none");
        }
    }
}
