/**
 * Meters the gateway's requests (decisions G5, G18): one duration for each, by the client that made it. Start at {@link
 * io.ethryx.server.gateway.usage.UsageMetering}.
 *
 * <p>Requests are recorded on the IO thread on which they end; everything else happens on the meter's thread.
 */
@NullMarked
package io.ethryx.server.gateway.usage;

import org.jspecify.annotations.NullMarked;
