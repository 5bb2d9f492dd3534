package io.ethryx.server.listener.connection;

/** The verdict on a Host or an authority: {@code host[:port]} of RFC 3986 section 3.2, without userinfo. Stateless. */
public final class Authority {

    private Authority() {}

    /**
     * Whether some bytes are a host with or without a port; nothing at all is no host.
     *
     * @param bytes where they are
     * @param from where they begin
     * @param to where they end
     * @return true if they are
     */
    public static boolean isValid(byte[] bytes, int from, int to) {
        if (from == to) {
            return false;
        }
        int hostEnd = bytes[from] == '[' ? literalEnd(bytes, from, to) : nameEnd(bytes, from, to);
        return hostEnd > from && (hostEnd == to || (bytes[hostEnd] == ':' && isPort(bytes, hostEnd + 1, to)));
    }

    private static int literalEnd(byte[] bytes, int from, int to) {
        int colons = 0;
        for (int i = from + 1; i < to; i++) {
            byte c = bytes[i];
            if (c == ']') {
                return colons >= 2 ? i + 1 : -1;
            } else if (c == ':') {
                colons++;
            } else if (UriOctets.hexValue(c) < 0 && c != '.') {
                return -1;
            }
        }
        return -1;
    }

    private static int nameEnd(byte[] bytes, int from, int to) {
        int i = from;
        while (i < to && bytes[i] != ':') {
            if (bytes[i] == '%') {
                if (i + 2 >= to || UriOctets.hexValue(bytes[i + 1]) < 0 || UriOctets.hexValue(bytes[i + 2]) < 0) {
                    return -1;
                }
                i += 3;
            } else if (UriOctets.isHostName(bytes[i])) {
                i++;
            } else {
                return -1;
            }
        }
        return i;
    }

    private static boolean isPort(byte[] bytes, int from, int to) {
        if (from == to) {
            return true;
        } else if (to - from > 5) {
            return false;
        }
        int port = 0;
        for (int i = from; i < to; i++) {
            if (bytes[i] < '0' || bytes[i] > '9') {
                return false;
            }
            port = port * 10 + bytes[i] - '0';
        }
        return port >= 1 && port <= 65_535;
    }
}
