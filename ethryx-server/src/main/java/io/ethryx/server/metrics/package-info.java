/**
 * The metric families of the sidecar and the page that shows them. Start at
 * {@link io.ethryx.server.metrics.MetricsPage}.
 *
 * <p>Counting is lock-free and allocates nothing once a series exists; every label is bounded.
 */
@NullMarked
package io.ethryx.server.metrics;

import org.jspecify.annotations.NullMarked;
