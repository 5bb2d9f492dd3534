package io.ethryx.server.upstream;

import org.jspecify.annotations.Nullable;

/**
 * Where an upstream is and how a connection to it is made.
 *
 * @param settings its host and port, and the limits
 * @param book its addresses
 * @param tls how to secure its connections, or null for cleartext
 */
record UpstreamPlace(
        UpstreamSettings settings,
        AddressBook book,
        @Nullable UpstreamTls tls) {}
