/**
 * Where the gateway has its topology from: written into the configuration, a file that is watched, or etcd (decisions G11,
 * G12). Start at {@link io.ethryx.server.gateway.topology.TopologySource}. Sources have threads of their own; nothing here is on
 * the request path.
 */
@NullMarked
package io.ethryx.server.gateway.topology;

import org.jspecify.annotations.NullMarked;
