/**
 * WebSockets as transparent tunnels of bytes (RFC 6455, RFC 8441, decision S10): nothing of what passes is decoded, changed or
 * held for longer than its receiver makes it wait.
 *
 * <p>Start at {@link io.ethryx.server.tunnel.Tunnel}, which is two {@link io.ethryx.server.tunnel.Pump}s between two
 * {@link io.ethryx.server.tunnel.TunnelEnd}s. Everything of one tunnel runs on the IO thread of its client's connection.
 */
@NullMarked
package io.ethryx.server.tunnel;

import org.jspecify.annotations.NullMarked;
