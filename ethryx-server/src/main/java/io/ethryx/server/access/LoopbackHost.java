package io.ethryx.server.access;

import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Whether a Host names this machine whatever a name server says: a loopback literal, or {@code localhost} (RFC 6761 section
 * 6.3). A page elsewhere can have its own name resolve to a loopback address, but not send one of these.
 */
final class LoopbackHost {

    private static final String OCTET = "(25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])";
    private static final Pattern IPV4 = Pattern.compile("127(\\." + OCTET + "){3}");
    private static final Pattern IPV6 = Pattern.compile("\\[(0{1,4}:){7}0{0,3}1]|\\[::0{0,3}1]");
    private static final Pattern PORT = Pattern.compile(":[0-9]{0,5}$");

    private LoopbackHost() {}

    static boolean matches(@Nullable String host) {
        if (host == null) {
            return false;
        }
        String name = PORT.matcher(host).replaceFirst("").toLowerCase(Locale.ROOT);
        return name.equals("localhost")
                || IPV4.matcher(name).matches()
                || IPV6.matcher(name).matches();
    }
}
