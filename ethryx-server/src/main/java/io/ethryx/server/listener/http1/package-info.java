/**
 * Clients that speak HTTP/1.1 (RFC 9112). Start at {@link io.ethryx.server.listener.http1.Http1Connection}: {@code
 * RequestReader} reads heads and bodies, {@code Http1Exchange} is what a handler sees of one request. Everything happens on the
 * connection's IO thread; nothing is allocated per field.
 */
@NullMarked
package io.ethryx.server.listener.http1;

import org.jspecify.annotations.NullMarked;
