package io.ethryx.server.upstream;

import org.jspecify.annotations.Nullable;

/**
 * Where an upstream is and how a connection to it is made.
 *
 * @param settings its host and port, and the limits
 * @param book its addresses
 * @param tls how to secure its connections, or null for cleartext
 * @param protocol what is to be spoken, by its name in ALPN (RFC 7301); TLS has to agree on it
 */
record UpstreamPlace(
        UpstreamSettings settings,
        AddressBook book,
        @Nullable UpstreamTls tls,
        String protocol) {

    static final String HTTP_1 = "http/1.1";
    static final String HTTP_2 = "h2";

    boolean isHttp2() {
        return protocol.equals(HTTP_2);
    }
}
