/**
 * What is behind the gateway: chains, their nodes, heads and settings. Start at {@link io.ethryx.core.topology.Topology}.
 *
 * <p>Everything here is immutable and safe to share between threads. A source of discovery makes a new topology at each
 * change and hands it on; a request reads one topology from its beginning to its end.
 */
@NullMarked
package io.ethryx.core.topology;

import org.jspecify.annotations.NullMarked;
