/**
 * What the gateway counts, and the page that shows it. Start at {@link io.ethryx.server.gateway.metrics.GatewayMetrics}.
 *
 * <p>Counting takes no lock and allocates nothing once a combination of labels has been seen; the values of labels and their
 * combinations are bounded.
 */
@NullMarked
package io.ethryx.server.gateway.metrics;

import org.jspecify.annotations.NullMarked;
