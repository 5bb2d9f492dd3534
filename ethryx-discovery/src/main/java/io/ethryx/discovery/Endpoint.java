package io.ethryx.discovery;

import io.ethryx.discovery.Flaw.Grade;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.OptionalInt;
import java.util.regex.Pattern;

/**
 * The address and port members that nodes and mirror targets have.
 *
 * @param address a host name or an IP literal without brackets; meaningless after a flaw
 * @param port 1 to 65535; meaningless after a flaw
 */
record Endpoint(String address, int port) {

    private static final int MAX_NAME_CHARS = 253;
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_]([A-Za-z0-9_.-]*[A-Za-z0-9_.])?");
    private static final Pattern IPV6_CHARACTERS = Pattern.compile("[0-9A-Fa-f:.]{2,45}");

    static Endpoint read(Members members) {
        return new Endpoint(address(members), port(members));
    }

    private static String address(Members members) {
        String address = members.text("address").strip();
        if (address.startsWith("[") && address.endsWith("]")) {
            address = address.substring(1, address.length() - 1);
        }
        boolean known = address.indexOf(':') < 0
                ? NAME.matcher(address).matches() && address.length() <= MAX_NAME_CHARS
                : isIpv6(address);
        if (!known) {
            members.note(
                    Grade.USELESS,
                    "address",
                    address,
                    "has to be a host name or an IP address",
                    "leave out scheme, port and path");
            return "invalid";
        }
        return address;
    }

    /** With a colon and of these characters alone it is never asked of a name server. */
    private static boolean isIpv6(String address) {
        try {
            return IPV6_CHARACTERS.matcher(address).matches() && InetAddress.getByName(address) != null;
        } catch (UnknownHostException noAddress) {
            return false;
        }
    }

    private static int port(Members members) {
        OptionalInt port = members.integer("port");
        if (port.isPresent() && port.getAsInt() >= 1 && port.getAsInt() <= 65535) {
            return port.getAsInt();
        }
        Object shown = port.isPresent() ? port.getAsInt() : members.value("port");
        members.note(
                Grade.USELESS,
                "port",
                shown == null ? "absent" : shown,
                "has to be 1 to 65535",
                "write the node's port");
        return 1;
    }
}
