package io.ethryx.server.config;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.regex.Pattern;

/** What may stand where a host is expected (RFC 3986 section 3.2.2). Nothing is resolved. */
final class HostName {

    private static final Pattern NAME = Pattern.compile(
            "[A-Za-z0-9_]([A-Za-z0-9_-]*[A-Za-z0-9_])?" + "(\\.[A-Za-z0-9_]([A-Za-z0-9_-]*[A-Za-z0-9_])?)*\\.?");
    private static final Pattern ENDS_IN_NUMBER = Pattern.compile("(.*\\.)?[0-9]+\\.?");
    private static final Pattern IPV4 =
            Pattern.compile("((25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])(\\.(?!$)|$)){4}");
    private static final Pattern IPV6 = Pattern.compile("[0-9A-Fa-f:.]*:[0-9A-Fa-f:.]*");

    private HostName() {}

    /** Whether it is a registered name or an IPv4 literal. */
    static boolean isNameOrIpv4(String host) {
        if (host.length() > 253 || !NAME.matcher(host).matches()) {
            return false;
        }
        return !ENDS_IN_NUMBER.matcher(host).matches() || IPV4.matcher(host).matches();
    }

    /** Whether it is an IPv6 literal, given without brackets. */
    static boolean isIpv6(String host) {
        if (!IPV6.matcher(host).matches()) {
            return false;
        }
        try {
            // What stands in brackets is read as an IPv6 literal and never looked up.
            return InetAddress.getByName("[" + host + "]") != null;
        } catch (UnknownHostException e) {
            return false;
        }
    }

    /** A port's number, or -1 for a text that is none. */
    static int port(String text) {
        if (text.isEmpty() || text.length() > 5) {
            return -1;
        }
        int port = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c < '0' || c > '9') {
                return -1;
            }
            port = port * 10 + c - '0';
        }
        return port <= 65_535 ? port : -1;
    }
}
