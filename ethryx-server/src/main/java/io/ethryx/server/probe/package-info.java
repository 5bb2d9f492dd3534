/**
 * A probe on its way to an upstream, over the same client as traffic. Start at {@link io.ethryx.server.probe.UpstreamProbe}.
 * Confined to an IO thread each.
 */
@NullMarked
package io.ethryx.server.probe;

import org.jspecify.annotations.NullMarked;
