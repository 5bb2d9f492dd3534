package io.ethryx.server.upstream.connect;

import io.ethryx.server.upstream.UpstreamSettings;
import org.jspecify.annotations.Nullable;

/**
 * Where an upstream is and how a connection to it is made.
 *
 * @param settings its host and port, and the limits
 * @param book its addresses
 * @param tls how to secure its connections, or null for cleartext
 * @param protocol what is to be spoken, by its name in ALPN (RFC 7301); TLS has to agree on it
 */
public record UpstreamPlace(
        UpstreamSettings settings,
        AddressBook book,
        @Nullable UpstreamTls tls,
        String protocol) {

    /** HTTP/1.1, by its name in ALPN. */
    public static final String HTTP_1 = "http/1.1";
    /** HTTP/2 over TLS, by its name in ALPN. */
    public static final String HTTP_2 = "h2";

    boolean isHttp2() {
        return protocol.equals(HTTP_2);
    }
}
