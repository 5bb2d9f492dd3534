package io.ethryx.server.config;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Takes an http, https, ws or wss URL apart (RFC 3986). Path and query stay as they are written. */
final class UpstreamUrlParser {

    private static final Pattern PARTS =
            Pattern.compile("([A-Za-z][A-Za-z0-9+.-]*)://([^/?#]*)([^?#]*)(?:\\?([^#]*))?(?:#.*)?");
    private static final Pattern USERINFO = Pattern.compile("(?:[A-Za-z0-9._~!$&'()*+,;=:-]|%[0-9A-Fa-f]{2})*");

    private UpstreamUrlParser() {}

    static UpstreamUrl parse(String text, Scheme scheme) throws InvalidSetting {
        checkCharacters(text);
        Matcher parts = PARTS.matcher(text);
        if (!parts.matches()) {
            throw new InvalidSetting("has no scheme", "begin it with " + scheme.plain + "://");
        }
        boolean secure = scheme.secure(parts.group(1));
        String authority = parts.group(2);
        int at = authority.lastIndexOf('@');
        String hostPort = authority.substring(at + 1);
        int hostEnd = hostEnd(hostPort);
        return new UpstreamUrl(
                secure,
                host(hostPort.substring(0, hostEnd), scheme),
                port(hostPort.substring(hostEnd), secure, scheme),
                parts.group(3),
                Optional.ofNullable(parts.group(4)),
                at <= 0 ? Optional.empty() : Optional.of(basic(authority.substring(0, at))),
                UrlMask.of(text));
    }

    private static void checkCharacters(String text) throws InvalidSetting {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c <= ' ' || c >= 0x7f) {
                throw new InvalidSetting(
                        "has a blank, control or non-ASCII character at position " + (i + 1),
                        "percent-encode it, or in a host write its xn-- form");
            }
        }
    }

    /** What is spoken, and how a URL says so. */
    enum Scheme {
        HTTP("http", "write a URL such as http://127.0.0.1:8545"),
        WEBSOCKET("ws", "write a URL such as ws://127.0.0.1:8546");

        private final String plain;
        private final String example;

        Scheme(String plain, String example) {
            this.plain = plain;
            this.example = example;
        }

        private boolean secure(String scheme) throws InvalidSetting {
            String lower = scheme.toLowerCase(Locale.ROOT);
            if (lower.equals(plain)) {
                return false;
            } else if (lower.equals(plain + "s")) {
                return true;
            }
            throw new InvalidSetting(
                    "has a scheme other than " + plain + " and " + plain + "s", "begin it with " + plain + "://");
        }
    }

    /** Where the host ends and the port, with its colon, begins. */
    private static int hostEnd(String hostPort) {
        int bracket = hostPort.startsWith("[") ? hostPort.indexOf(']') + 1 : 0;
        int colon = hostPort.indexOf(':', bracket);
        return colon < 0 ? hostPort.length() : colon;
    }

    private static String host(String host, Scheme scheme) throws InvalidSetting {
        if (host.isEmpty()) {
            throw new InvalidSetting("has no host", scheme.example);
        }
        boolean literal = host.startsWith("[") && host.endsWith("]");
        String bare = literal ? host.substring(1, host.length() - 1) : host;
        if (literal ? !HostName.isIpv6(bare) : !HostName.isNameOrIpv4(bare)) {
            throw new InvalidSetting("has a host that is neither a name nor an IP address", scheme.example);
        }
        return bare.toLowerCase(Locale.ROOT);
    }

    private static int port(String withColon, boolean secure, Scheme scheme) throws InvalidSetting {
        if (withColon.length() <= 1) {
            return secure ? 443 : 80;
        }
        int port = HostName.port(withColon.substring(1));
        if (port < 1) {
            throw new InvalidSetting("has a port that is no number from 1 to 65535", scheme.example);
        }
        return port;
    }

    /** Basic authorization (RFC 7617) of a percent-encoded {@code user:password}. */
    private static String basic(String userinfo) throws InvalidSetting {
        if (!USERINFO.matcher(userinfo).matches()) {
            throw new InvalidSetting(
                    "has a user or password with a character that can't stand there", "percent-encode it (@ is %40)");
        }
        int colon = userinfo.indexOf(':');
        byte[] user = decoded(colon < 0 ? userinfo : userinfo.substring(0, colon));
        byte[] password = decoded(colon < 0 ? "" : userinfo.substring(colon + 1));
        ByteArrayOutputStream credentials = new ByteArrayOutputStream();
        for (byte b : user) {
            if (b == ':') {
                throw new InvalidSetting(
                        "has a user with a colon", "use another user: Basic authorization can't send it");
            }
        }
        credentials.writeBytes(user);
        credentials.write(':');
        credentials.writeBytes(password);
        for (byte b : credentials.toByteArray()) {
            if ((b >= 0 && b < ' ') || b == 0x7f) {
                throw new InvalidSetting(
                        "has a user or password with a control character",
                        "remove it: Basic authorization can't send it");
            }
        }
        return "Basic " + Base64.getEncoder().encodeToString(credentials.toByteArray());
    }

    private static byte[] decoded(String text) {
        byte[] raw = text.getBytes(StandardCharsets.US_ASCII);
        ByteArrayOutputStream out = new ByteArrayOutputStream(raw.length);
        for (int i = 0; i < raw.length; i++) {
            if (raw[i] == '%') {
                out.write(Character.digit(raw[i + 1], 16) << 4 | Character.digit(raw[i + 2], 16));
                i += 2;
            } else {
                out.write(raw[i]);
            }
        }
        return out.toByteArray();
    }
}
