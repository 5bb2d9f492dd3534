package io.ethryx.server.config;

import java.util.Optional;

/**
 * An upstream's URL in parts.
 *
 * @param secure whether the scheme is https or wss
 * @param host a name or literal in lower case, without brackets
 * @param port 1 to 65535, the scheme's own where the URL has none
 * @param path the raw path, empty or beginning with a slash
 * @param query the raw query without its question mark, if there is one
 * @param authorization the value of an Authorization field made of the URL's userinfo, if it has one
 * @param masked the URL as it may be printed (decision S13)
 */
public record UpstreamUrl(
        boolean secure,
        String host,
        int port,
        String path,
        Optional<String> query,
        Optional<String> authorization,
        String masked) {

    /**
     * Reads a URL with scheme http or https.
     *
     * @param text as the operator wrote it
     * @return its parts
     * @throws InvalidSetting with the rule that the text breaks
     */
    public static UpstreamUrl parse(String text) throws InvalidSetting {
        return UpstreamUrlParser.parse(text, UpstreamUrlParser.Scheme.HTTP);
    }

    /**
     * Reads a URL with scheme ws or wss (RFC 6455 section 3).
     *
     * @param text as the operator wrote it
     * @return its parts
     * @throws InvalidSetting with the rule that the text breaks
     */
    public static UpstreamUrl parseWebSocket(String text) throws InvalidSetting {
        return UpstreamUrlParser.parse(text, UpstreamUrlParser.Scheme.WEBSOCKET);
    }

    /**
     * What stands in Host: the host, an IPv6 literal in brackets, and the port unless it is the scheme's own.
     *
     * @return never with userinfo
     */
    public String authority() {
        String name = host.indexOf(':') < 0 ? host : "[" + host + "]";
        return port == (secure ? 443 : 80) ? name : name + ":" + port;
    }

    /** The URL as it may be printed. */
    @Override
    public String toString() {
        return masked;
    }
}
