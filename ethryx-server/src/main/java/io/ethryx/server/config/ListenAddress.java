package io.ethryx.server.config;

import java.util.Locale;

/**
 * An address to listen on.
 *
 * @param text as the operator wrote it, for instance {@code [::1]:8547}
 * @param host a name or literal in lower case, without brackets
 * @param port 0 (any free port) to 65535
 */
public record ListenAddress(String text, String host, int port) {

    private static final String REMEDY = "write host:port, such as 0.0.0.0:8547 or [::1]:8547";

    /**
     * Reads {@code host:port}, an IPv6 literal in brackets. Names aren't resolved.
     *
     * @param text as the operator wrote it
     * @return the address
     * @throws InvalidSetting with the rule that the text breaks
     */
    public static ListenAddress parse(String text) throws InvalidSetting {
        int colon = text.lastIndexOf(':');
        if (text.isEmpty()) {
            throw new InvalidSetting("is empty", REMEDY);
        }
        if (colon < 0 || text.endsWith("]")) {
            throw new InvalidSetting("has no port", REMEDY);
        }
        String host = text.substring(0, colon);
        int port = HostName.port(text.substring(colon + 1));
        if (port < 0) {
            throw new InvalidSetting("has a port that is no number from 0 to 65535", REMEDY);
        }
        if (host.isEmpty()) {
            throw new InvalidSetting(
                    "has no host", "write 0.0.0.0:" + port + " for all IPv4 or [::]:" + port + " for all");
        }
        return new ListenAddress(text, checkedHost(host), port);
    }

    private static String checkedHost(String host) throws InvalidSetting {
        if (host.startsWith("[") && host.endsWith("]")) {
            String literal = host.substring(1, host.length() - 1);
            int zone = literal.indexOf('%');
            if (HostName.isIpv6(zone < 0 ? literal : literal.substring(0, zone)) && zone != literal.length() - 1) {
                return zone < 0 ? literal.toLowerCase(Locale.ROOT) : literal;
            }
            throw new InvalidSetting("has brackets around what is no IPv6 address", REMEDY);
        }
        if (HostName.isIpv6(host)) {
            throw new InvalidSetting("has an IPv6 address without brackets", REMEDY);
        }
        if (!HostName.isNameOrIpv4(host)) {
            throw new InvalidSetting("has a host that is neither a name nor an IP address", REMEDY);
        }
        return host.toLowerCase(Locale.ROOT);
    }
}
