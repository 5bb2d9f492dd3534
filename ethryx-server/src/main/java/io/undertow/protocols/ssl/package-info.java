/**
 * What of a TLS connection only the protocol's own package can make. Start at
 * {@link io.undertow.protocols.ssl.TlsClientConnections}.
 */
package io.undertow.protocols.ssl;
