/**
 * {@code ethryx top}: the numbers of a running sidecar or gateway, refreshed in a terminal. {@link io.ethryx.server.top.TopProgram}
 * fetches the page of metrics, {@link io.ethryx.server.figures.Samples} reads it, the screens show two of them side by side. One thread, no
 * state but the last page.
 */
@NullMarked
package io.ethryx.server.top;

import org.jspecify.annotations.NullMarked;
